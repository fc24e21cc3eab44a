import { exportFormats } from '../../shared/exporters/types';
import type { MenuCommand } from '../../shared/ipc/contract';
import { formatNames } from '../model/action-texts';
import type { App } from '../context';
import { countCommands } from './count-commands';
import { hasConversation, promptViewOf, whichPrompt } from '../stores/prompt-view';
import { requestCommands } from './request-commands';

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
      id: 'filter',
      group: 'View',
      title: 'Filter sections',
      shortcut: key('Ctrl+Shift+F'),
      run: () => focusOn('[data-focus="filter"]'),
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
      run: () => focusOn('[data-focus="sections"]'),
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
      id: 'switch-prompt',
      group: 'View',
      title: 'Show the prompt as a conversation, or as text',
      shortcut: key('Ctrl+B'),
      run: () => switchPrompt(app),
    },
    { id: 'show-findings', group: 'View', title: 'Show findings', run: () => view.showPanel('findings') },
    { id: 'show-changes', group: 'View', title: 'Show changes', run: () => view.showPanel('changes') },
    { id: 'show-cache', group: 'View', title: 'Show the cache', run: () => view.showPanel('cache') },
    { id: 'show-usage', group: 'View', title: 'Show reported usage', run: () => view.showPanel('usage') },
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
    ...countCommands(app),
    { id: 'show-messages', group: 'View', title: 'Show messages', run: () => view.showPanel('messages') },
    { id: 'show-tools', group: 'View', title: 'Show tools', run: () => view.showPanel('tools') },
    { id: 'show-history', group: 'View', title: 'Show history', run: () => view.showPanel('history') },
    ...(app.inspection.store.getState().shown?.inspection.panels.tiers === undefined
      ? []
      : [{ id: 'play-turn', group: 'Tiers', title: 'Play a turn', run: () => todo(actions.playTurn()) }]),
    {
      id: 'trust',
      group: 'View',
      title: 'Show what this folder may read outside itself',
      run: () => view.showDialog('trust'),
    },
    { id: 'tour', group: 'Help', title: 'What you are looking at', run: () => view.showDialog('tour') },
  ];
}

export function runMenuCommand(app: App, command: MenuCommand): void {
  commands(app)
    .find((each) => each.id === command)
    ?.run();
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

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
