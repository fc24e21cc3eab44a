import { flushSync } from 'react-dom';
import type { MenuCommand } from '../../shared/ipc/contract';
import { hasShortcut, shortcutOf, type ShortcutName } from '../../shared/ipc/shortcuts';
import type { App } from '../context';
import { isMac, keysText } from '../keys';
import { copyCommands } from './copy-commands';
import { countCommands } from './count-commands';
import { pinBuild } from '../pin';
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

/** The keys of a command, as written on this platform. */
export function keysOf(name: ShortcutName): string {
  return keysText(shortcutOf(name, isMac));
}

/** Every action by name. The palette lists them all; the menu calls some by the same id. */
export function commands(app: App): readonly Command[] {
  return allCommands(app).map((command) =>
    hasShortcut(command.id) ? { ...command, shortcut: keysOf(command.id) } : command,
  );
}

function allCommands(app: App): readonly Command[] {
  const { actions, view, editors } = app;
  const todo = (work: Promise<void>): void => {
    work.catch(actions.report);
  };
  return [
    {
      id: 'open-folder',
      group: 'File',
      title: 'Open folder…',
      run: () => todo(actions.chooseFolder()),
    },
    ...requestCommands(app),
    {
      id: 'new-window',
      group: 'File',
      title: 'New window',
      run: () => todo(actions.openWindow()),
    },
    { id: 'save', group: 'File', title: 'Save', run: () => todo(actions.save(null)) },
    {
      id: 'save-all',
      group: 'File',
      title: 'Save all',
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
    ...copyCommands(app),
    { id: 'undo', group: 'Edit', title: 'Undo', run: () => undo(app, 'undo') },
    {
      id: 'redo',
      group: 'Edit',
      title: 'Redo',
      run: () => undo(app, 'redo'),
    },
    {
      id: 'find',
      group: 'Edit',
      title: 'Find',
      run() {
        if (editors.source?.hasFocus() === true) editors.source.run('actions.find');
        else (editors.conversation ?? editors.prompt)?.find();
      },
    },
    {
      id: 'find-everywhere',
      group: 'Edit',
      title: 'Find everywhere: prompt, sources and sections',
      run: () => app.find.open(markedLine(app)),
    },
    {
      id: 'filter',
      group: 'View',
      title: 'Filter sections',
      run: () => focusInSections(app, '[data-focus="filter"]'),
    },
    {
      id: 'palette',
      group: 'View',
      title: 'Command palette',
      run: () => view.showDialog('palette'),
    },
    {
      id: 'focus-sections',
      group: 'View',
      title: 'Go to sections',
      run: () => focusInSections(app, '[data-focus="sections"]'),
    },
    {
      id: 'focus-prompt',
      group: 'View',
      title: 'Go to prompt',
      run: () => (editors.conversation ?? editors.prompt)?.focus(),
    },
    {
      id: 'focus-source',
      group: 'View',
      title: 'Go to source',
      run: () => editors.source?.focus(),
    },
    {
      id: 'focus-panel',
      group: 'View',
      title: 'Go to panel',
      run: () => focusOn('.panels [role=tab][aria-selected=true]'),
    },
    {
      id: 'maximise-panel',
      group: 'View',
      title: 'Maximise the panel, or restore it',
      run: () => view.maximise(!view.store.getState().isMaximised),
    },
    {
      id: 'switch-prompt',
      group: 'View',
      title: 'Show the prompt as a conversation, or as text',
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
      id: 'pin-build',
      group: 'Cache',
      title: 'Pin this build, to compare others with it',
      run: () => todo(pinBuild(app)),
    },
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
      run: () => view.showDialog('shortcuts'),
    },
  ];
}

export function runMenuCommand(app: App, command: MenuCommand): void {
  commands(app)
    .find((each) => each.id === command)
    ?.run();
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

/** The text that is selected in an editor, if it fits into a field of one line. */
function markedLine({ marked }: App): string {
  const text = marked.store.getState().marked?.text ?? '';
  return text.length > 200 || /[\r\n]/.test(text) ? '' : text;
}

/**
 * Closes Find, which is shown in place of the sections. The list is drawn at once, because the next key is meant for
 * it: a focus that comes a frame later would take the keys from a menu opened meanwhile.
 */
function focusInSections({ find }: App, selector: string): void {
  flushSync(() => find.close());
  focusOn(selector);
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
