/**
 * The menu shows these keys, but the page handles them first, so that they work wherever the focus is. Where the menu
 * takes a key before the page does (macOS), the same command arrives as `menu:command`.
 */
import type { MenuCommand } from '../../shared/ipc/contract';
import type { App } from '../context';
import { runMenuCommand } from './commands';

const keys: Readonly<Record<string, MenuCommand>> = {
  'mod+o': 'open-folder',
  'mod+shift+o': 'open-request',
  'mod+s': 'save',
  'mod+alt+s': 'save-all',
  'mod+e': 'export',
  'mod+shift+c': 'copy-prompt',
  'mod+shift+f': 'find-everywhere',
  'mod+alt+f': 'filter',
  'mod+k': 'palette',
  'mod+1': 'focus-sections',
  'mod+2': 'focus-prompt',
  'mod+3': 'focus-source',
  'mod+4': 'focus-panel',
  'mod+j': 'maximise-panel',
  'mod+b': 'switch-prompt',
  'mod+/': 'shortcuts',
};

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
  const mac = navigator.platform.startsWith('Mac');
  const listen = (event: KeyboardEvent): void => {
    const command = keys[keyName(event, mac)];
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    runMenuCommand(app, command);
  };
  window.addEventListener('keydown', listen, { capture: true });
  return () => window.removeEventListener('keydown', listen, { capture: true });
}
