import type { Command } from './commands';
import type { App } from '../context';

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
    ...(open?.architecture === 'request'
      ? [
          {
            id: 'trace-request',
            group: 'File',
            title: 'Trace this request in a folder…',
            run: () => void requests.traceElsewhere(),
          },
        ]
      : []),
    ...(open === undefined || open.architecture === 'request'
      ? []
      : [
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
            title: 'Compare with the request in the clipboard',
            run: () => {
              view.showPanel('sent');
              void requests.pasteSent();
            },
          },
        ]),
  ];
}
