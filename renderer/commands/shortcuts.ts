/**
 * The menu shows these keys, but the page handles them first, so that they work wherever the focus is. Where the menu
 * takes a key before the page does (macOS), the same command arrives as `menu:command`.
 */
import type { MenuCommand } from '../../shared/ipc/contract';
import { shortcuts, type ShortcutName } from '../../shared/ipc/shortcuts';
import type { App } from '../context';
import { isMac } from '../keys';
import { runMenuCommand } from './commands';

const handled = [
  'open-folder',
  'open-request',
  'save',
  'save-all',
  'export',
  'copy-prompt',
  'find-everywhere',
  'filter',
  'palette',
  'focus-sections',
  'focus-prompt',
  'focus-source',
  'focus-panel',
  'maximise-panel',
  'switch-prompt',
  'shortcuts',
] as const satisfies readonly (MenuCommand & ShortcutName)[];

const keys: ReadonlyMap<string, MenuCommand> = new Map(
  handled.map((name) => [shortcuts[name].toLowerCase().replace('ctrl', 'mod'), name]),
);

function keyName(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  mac: boolean,
): string {
  const mod = mac ? event.metaKey : event.ctrlKey;
  // With Alt or Shift, `key` depends on the keyboard layout; `code` does not.
  const letter = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1] ?? event.key;
  return [mod ? 'mod' : '', event.altKey ? 'alt' : '', event.shiftKey ? 'shift' : '', letter.toLowerCase()]
    .filter((part) => part !== '')
    .join('+');
}

export function listenForShortcuts(app: App): () => void {
  const listen = (event: KeyboardEvent): void => {
    const command = keys.get(keyName(event, isMac));
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    runMenuCommand(app, command);
  };
  window.addEventListener('keydown', listen, { capture: true });
  return () => window.removeEventListener('keydown', listen, { capture: true });
}
