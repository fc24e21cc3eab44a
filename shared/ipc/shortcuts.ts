/**
 * The keys of commands. The menu, the page, the palette and the sheet of shortcuts all take them from here. `Ctrl` is
 * the command key on macOS.
 */
export const shortcuts = {
  'open-folder': 'Ctrl+O',
  'open-request': 'Ctrl+Shift+O',
  'new-window': 'Ctrl+Shift+N',
  'close-window': 'Ctrl+W',
  save: 'Ctrl+S',
  'save-all': 'Ctrl+Alt+S',
  export: 'Ctrl+E',
  'copy-prompt': 'Ctrl+Shift+C',
  undo: 'Ctrl+Z',
  redo: 'Ctrl+Y',
  find: 'Ctrl+F',
  'find-everywhere': 'Ctrl+Shift+F',
  filter: 'Ctrl+Alt+F',
  palette: 'Ctrl+K',
  'focus-sections': 'Ctrl+1',
  'focus-prompt': 'Ctrl+2',
  'focus-source': 'Ctrl+3',
  'focus-panel': 'Ctrl+4',
  'maximise-panel': 'Ctrl+J',
  'switch-prompt': 'Ctrl+B',
  'zoom-in': 'Ctrl+Plus',
  'zoom-out': 'Ctrl+-',
  'zoom-reset': 'Ctrl+0',
  shortcuts: 'Ctrl+/',
} as const;

export type ShortcutName = keyof typeof shortcuts;

export function hasShortcut(name: string): name is ShortcutName {
  return Object.hasOwn(shortcuts, name);
}

export function shortcutOf(name: ShortcutName, isMac: boolean): string {
  return isMac && name === 'redo' ? 'Ctrl+Shift+Z' : shortcuts[name];
}

/** The modifier keys of macOS, in the order in which its menus write them. */
const macSigns = [
  ['Alt', '⌥'],
  ['Shift', '⇧'],
  ['Ctrl', '⌘'],
] as const;

/** Keys as people read them on their platform: `Ctrl+Shift+O`, on macOS `⇧⌘O`. */
export function writtenKeys(keys: string, isMac: boolean): string {
  const names = keys.split('+').map((name) => (name === 'Plus' ? '+' : name));
  if (!isMac) return names.join('+');
  const signs = macSigns.flatMap(([name, sign]) => (names.includes(name) ? [sign] : []));
  return [...signs, ...names.filter((name) => macSigns.every(([modifier]) => modifier !== name))].join('');
}
