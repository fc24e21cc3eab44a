import { flushSync } from 'react-dom';
import { exportFormats } from '../../shared/exporters/types';
import type { MenuCommand } from '../../shared/ipc/contract';
import { formatNames } from '../model/action-texts';
import type { App } from '../context';
import { commandLine } from '../model/command-line';
import { countCommands } from './count-commands';
import { hasConversation, promptViewOf, whichPrompt } from '../stores/prompt-view';
import { lookCommands } from './look-commands';
import { panelCommands } from './panel-commands';
import { requestCommands } from './request-commands';
import { viewCommands } from './view-commands';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly shortcut?: string;
  run(): void;
}

const mac = navigator.platform.startsWith('Mac');
const key = (shortcut: string): string =>
  mac ? shortcut.replace('Ctrl', '⌘').replace('Alt', '⌥').replace('Shift', '⇧').replaceAll('+', '') : shortcut;

/** The palette's shortcut, as written on this platform. */
export const paletteShortcut = key('Ctrl+K');

/** Every action by name. The palette lists them all; the menu calls some by the same id. */
export function commands(app: App): readonly Command[] {
  const { actions, view, editors } = app;
  const todo = (work: Promise<void>): void => {
    work.catch(actions.report);
  };
  return [
    {
      id: 'open-folder',
      group: 'File',
      title: 'Open folder…',
      shortcut: key('Ctrl+O'),
      run: () => todo(actions.chooseFolder()),
    },
    ...requestCommands(app),
    {
      id: 'new-window',
      group: 'File',
      title: 'New window',
      shortcut: key('Ctrl+Shift+N'),
      run: () => todo(actions.openWindow()),
    },
    { id: 'save', group: 'File', title: 'Save', shortcut: key('Ctrl+S'), run: () => todo(actions.save(null)) },
    {
      id: 'save-all',
      group: 'File',
      title: 'Save all',
      shortcut: key('Ctrl+Alt+S'),
      run: () => todo(actions.saveAll()),
    },
    {
      id: 'revert',
      group: 'File',
      title: 'Revert file',
      run() {
        const { active } = app.sources.store.getState();
        if (active !== null) todo(actions.revert(active));
      },
    },
    {
      id: 'close-file',
      group: 'File',
      title: 'Close file',
      run() {
        const { active } = app.sources.store.getState();
        if (active !== null) app.sources.close(active);
      },
    },
    {
      id: 'export',
      group: 'Copy',
      title: 'Copy or export…',
      shortcut: key('Ctrl+E'),
      run: () => view.showDialog('export'),
    },
    {
      id: 'copy-prompt',
      group: 'Copy',
      title: 'Copy whole prompt as text',
      shortcut: key('Ctrl+Shift+C'),
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
    { id: 'undo', group: 'Edit', title: 'Undo', shortcut: key('Ctrl+Z'), run: () => undo(app, 'undo') },
    {
      id: 'redo',
      group: 'Edit',
      title: 'Redo',
      shortcut: key(mac ? 'Ctrl+Shift+Z' : 'Ctrl+Y'),
      run: () => undo(app, 'redo'),
    },
    {
      id: 'find',
      group: 'Edit',
      title: 'Find',
      shortcut: key('Ctrl+F'),
      run() {
        if (editors.source?.hasFocus() === true) editors.source.run('actions.find');
        else (editors.conversation ?? editors.prompt)?.find();
      },
    },
    {
      id: 'find-everywhere',
      group: 'Edit',
      title: 'Find in prompt, sources and sections',
      shortcut: key('Ctrl+Shift+F'),
      run: () => app.find.open(markedLine(app)),
    },
    {
      id: 'filter',
      group: 'View',
      title: 'Filter sections',
      shortcut: key('Ctrl+Alt+F'),
      run: () => focusInSections(app, '[data-focus="filter"]'),
    },
    {
      id: 'palette',
      group: 'View',
      title: 'Command palette',
      shortcut: paletteShortcut,
      run: () => view.showDialog('palette'),
    },
    {
      id: 'focus-sections',
      group: 'View',
      title: 'Go to sections',
      shortcut: key('Ctrl+1'),
      run: () => focusInSections(app, '[data-focus="sections"]'),
    },
    {
      id: 'focus-prompt',
      group: 'View',
      title: 'Go to prompt',
      shortcut: key('Ctrl+2'),
      run: () => (editors.conversation ?? editors.prompt)?.focus(),
    },
    {
      id: 'focus-source',
      group: 'View',
      title: 'Go to source',
      shortcut: key('Ctrl+3'),
      run: () => editors.source?.focus(),
    },
    {
      id: 'focus-panel',
      group: 'View',
      title: 'Go to panel',
      shortcut: key('Ctrl+4'),
      run: () => focusOn('.panels [role=tab][aria-selected=true]'),
    },
    {
      id: 'maximise-panel',
      group: 'View',
      title: 'Maximise the panel, or restore it',
      shortcut: key('Ctrl+J'),
      run: () => view.maximise(!view.store.getState().isMaximised),
    },
    {
      id: 'switch-prompt',
      group: 'View',
      title: 'Show the prompt as a conversation, or as text',
      shortcut: key('Ctrl+B'),
      run: () => switchPrompt(app),
    },
    {
      id: 'assume-cold',
      group: 'Cache',
      title: 'Assume a cold cache: nothing was sent before',
      run: () => todo(app.cache.assume('nothing')),
    },
    {
      id: 'assume-warm',
      group: 'Cache',
      title: 'Assume a warm cache: the same prefix was sent before',
      run: () => todo(app.cache.assume('sent')),
    },
    { id: 'mark-sent', group: 'Cache', title: 'Mark this build as sent', run: () => todo(app.cache.mark('sent')) },
    {
      id: 'record-turns',
      group: 'Cache',
      title: 'Record a turn script, or stop recording',
      run: () => app.cache.record(),
    },
    ...panelCommands(app),
    ...viewCommands(app),
    ...countCommands(app),
    { id: 'capture', group: 'Capture', title: 'Capture an agent…', run: () => view.showPanel('sessions') },
    ...(app.inspection.store.getState().shown?.inspection.panels.tiers === undefined
      ? []
      : [{ id: 'play-turn', group: 'Tiers', title: 'Play a turn', run: () => todo(actions.playTurn()) }]),
    {
      id: 'trust',
      group: 'View',
      title: 'Show what this folder may read outside itself',
      run: () => view.showDialog('trust'),
    },
    ...lookCommands(app),
    { id: 'tour', group: 'Help', title: 'Take the tour', run: () => todo(takeTour(app)) },
    {
      id: 'shortcuts',
      group: 'Help',
      title: 'Keyboard shortcuts',
      shortcut: key('Ctrl+/'),
      run: () => view.showDialog('shortcuts'),
    },
  ];
}

export function runMenuCommand(app: App, command: MenuCommand): void {
  commands(app)
    .find((each) => each.id === command)
    ?.run();
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

/** The tour points at parts of the window. Without a folder it opens the first example, which has them all. */
async function takeTour({ inspection, view, actions }: App): Promise<void> {
  if (inspection.store.getState().shown === null) await actions.openExample();
  view.showDialog('tour');
}

function switchPrompt({ inspection, view, actions }: App): void {
  const document = inspection.store.getState().shown?.inspection.document;
  if (document === undefined) return;
  if (!hasConversation(document)) {
    actions.say('This prompt is one text: it has no blocks to show as a conversation.');
    return;
  }
  const now = promptViewOf(document, view.store.getState().promptViews);
  view.showPrompt(whichPrompt(document), now === 'text' ? 'conversation' : 'text');
}

function undo(app: App, step: 'undo' | 'redo'): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement) document.execCommand(step);
  else app.editors.source?.run(step);
}

/** What is selected in an editor, if it can stand in a field of one line. */
function markedLine({ marked }: App): string {
  const text = marked.store.getState().marked?.text ?? '';
  return text.length > 200 || /[\r\n]/.test(text) ? '' : text;
}

/**
 * Find stands in the place of the sections; it gives way. The list is drawn at once, because the next key is for it: a
 * focus that came a frame later took the keys from a menu opened meanwhile.
 */
function focusInSections({ find }: App, selector: string): void {
  flushSync(() => find.close());
  focusOn(selector);
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
