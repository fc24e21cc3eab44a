import type { Command } from './commands';
import type { App } from '../context';
import { axisChoices } from '../model/compare/matrix';
import { hasSequence } from '../stores/requests';

/**
 * Commands for requests, layouts and variants. Those that need a folder or a kind of file are listed only if it is
 * there.
 */
export function requestCommands({ requests, inspection, view }: App): readonly Command[] {
  const { shown, failure } = inspection.store.getState();
  const open = shown?.inspection;
  const folder = failure?.folder ?? open?.workspace;
  return [
    { id: 'open-request', group: 'File', title: 'Open request file…', run: () => void requests.openFile() },
    { id: 'paste-request', group: 'Edit', title: 'Paste request', run: () => void requests.paste() },
    ...(folder === undefined
      ? []
      : [
          {
            id: 'new-layout',
            group: 'File',
            title: 'New layout from this folder',
            run: () => void requests.createLayout(folder),
          },
        ]),
    ...(open === undefined || !hasSequence(open)
      ? []
      : [
          {
            id: 'show-sequence',
            group: 'View',
            title: 'Show the sequence of requests',
            run: () => view.showPanel('sequence'),
          },
        ]),
    ...(open === undefined || open.architecture === 'request'
      ? []
      : [
          { id: 'show-sent', group: 'View', title: 'Show sent against built', run: () => view.showPanel('sent') },
          {
            id: 'compare-sent',
            group: 'Compare',
            title: 'Compare with a request file…',
            run: () => {
              view.showPanel('sent');
              void requests.chooseSent();
            },
          },
          {
            id: 'compare-pasted',
            group: 'Compare',
            title: 'Compare with the request of the clipboard',
            run: () => {
              view.showPanel('sent');
              void requests.pasteSent();
            },
          },
        ]),
    ...(open === undefined || open.architecture === 'request' || axisChoices(open).length === 0
      ? []
      : [
          {
            id: 'show-matrix',
            group: 'View',
            title: 'Show the matrix of variants',
            run: () => view.showPanel('matrix'),
          },
        ]),
  ];
}
