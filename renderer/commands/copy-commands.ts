/** What is copied or saved: the prompt in every form, a section, and the command line that builds it. */
import { exportFormats } from '../../shared/exporters/types';
import type { App } from '../context';
import { formatNames } from '../model/action-texts';
import { commandLine } from '../model/command-line';
import type { Command } from './commands';

export function copyCommands(app: App): readonly Command[] {
  const { actions, view } = app;
  const todo = (work: Promise<void>): void => {
    work.catch(actions.report);
  };
  return [
    {
      id: 'export',
      group: 'Copy',
      title: 'Copy or export…',
      run: () => view.showDialog('export'),
    },
    {
      id: 'copy-prompt',
      group: 'Copy',
      title: 'Copy whole prompt as text',
      run: () => todo(actions.copy({ kind: 'all' }, 'text')),
    },
    {
      id: 'copy-selection',
      group: 'Copy',
      title: 'Copy selected text of the prompt',
      run: () => todo(actions.copySelection()),
    },
    ...exportFormats
      .filter((format) => format !== 'text')
      .map((format): Command => ({
        id: `copy-${format}`,
        group: 'Copy',
        title: `Copy as ${formatNames[format]}`,
        run: () => todo(actions.copy({ kind: 'all' }, format)),
      })),
    ...exportFormats.map((format): Command => ({
      id: `export-${format}`,
      group: 'Export',
      title: `Save as ${formatNames[format]}…`,
      run: () => todo(actions.exportFile({ kind: 'all' }, format, true)),
    })),
    ...copyCommandLine(app),
    {
      id: 'copy-section',
      group: 'Copy',
      title: 'Copy selected section as text',
      run() {
        const { selected } = view.store.getState();
        if (selected !== null) todo(actions.copyNode(selected));
      },
    },
  ];
}

/** Copies how the command line builds what is on screen. */
function copyCommandLine({ inspection, actions }: App): readonly Command[] {
  const shown = inspection.store.getState().shown;
  if (shown === null) return [];
  return [
    {
      id: 'copy-command-line',
      group: 'Copy',
      title: 'Copy as command line',
      run: () => void actions.copyText(commandLine('inspect', shown.inspection), 'the command line'),
    },
  ];
}
