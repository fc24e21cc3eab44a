import { basename } from 'node:path';
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { visible } from '../../shared/basics/invisible';
import type { MenuCommand } from '../../shared/ipc/contract';
import { log } from '../log/log';
import type { Recent } from '../state/recent';
import { reportProblem, showLogs } from '../log/report';
import { hasShortcut, shortcutOf, type ShortcutName } from '../../shared/ipc/shortcuts';
import { allowsDevTools } from './dev-tools';
import { themes, type Theme } from '../../shared/ipc/theme';
import { chooseTheme, chosenTheme, onThemeChosen } from './theme';
import type { Windows } from './windows';

const mac = process.platform === 'darwin';
const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu is rebuilt when the recent folders change. Its commands reach the page by `menu:command`. */
export function setUpMenu(windows: Windows, recent: Recent): void {
  const build = (): void => Menu.setApplicationMenu(Menu.buildFromTemplate(template(windows, recent)));
  recent.onChanged(build);
  onThemeChosen(build);
  build();
}

function template(windows: Windows, recent: Recent): MenuItemConstructorOptions[] {
  const item = (label: string, command: MenuCommand): MenuItemConstructorOptions => ({
    label,
    ...(hasShortcut(command) ? { accelerator: acceleratorOf(command) } : {}),
    click: () => windows.command(command),
  });
  const recents = recent.list().map((folder): MenuItemConstructorOptions => ({
    label: visible(`${basename(folder)}  (${folder})`).replaceAll('&', '&&'),
    click: () => windows.openInFocused(folder),
  }));
  return [
    ...(mac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: '&File',
      submenu: [
        item('Open Folder…', 'open-folder'),
        item('Open Request File…', 'open-request'),
        {
          label: 'Open Recent',
          submenu: [
            ...recents,
            ...(recents.length > 0 ? [separator] : []),
            { label: 'Clear', enabled: recents.length > 0, click: () => recent.clear() },
          ],
        },
        { label: 'New Window', accelerator: acceleratorOf('new-window'), click: () => windows.open() },
        separator,
        item('Save', 'save'),
        item('Save All', 'save-all'),
        item('Revert File', 'revert'),
        separator,
        item('New Layout from This Folder', 'new-layout'),
        separator,
        item('Copy or Export…', 'export'),
        separator,
        { role: 'close', accelerator: acceleratorOf('close-window') },
        ...(mac ? [] : [{ role: 'quit' } satisfies MenuItemConstructorOptions]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        item('Undo', 'undo'),
        item('Redo', 'redo'),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        item('Paste Request', 'paste-request'),
        { role: 'selectAll' },
        separator,
        item('Find', 'find'),
        item('Find Everywhere', 'find-everywhere'),
        item('Filter Sections', 'filter'),
        separator,
        item('Copy Prompt', 'copy-prompt'),
      ],
    },
    {
      label: '&View',
      submenu: [
        item('Command Palette…', 'palette'),
        separator,
        item('Sections', 'focus-sections'),
        item('Prompt', 'focus-prompt'),
        item('Source', 'focus-source'),
        item('Panel', 'focus-panel'),
        item('Maximise Panel', 'maximise-panel'),
        separator,
        item('Conversation or Text', 'switch-prompt'),
        separator,
        { label: 'Theme', submenu: themes.map(themeItem) },
        { role: 'resetZoom', accelerator: acceleratorOf('zoom-reset') },
        { role: 'zoomIn', accelerator: acceleratorOf('zoom-in') },
        { role: 'zoomOut', accelerator: acceleratorOf('zoom-out') },
        separator,
        { role: 'togglefullscreen' },
        ...(allowsDevTools(app.isPackaged, process.env)
          ? [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions]
          : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        item('Take the Tour', 'tour'),
        item('Keyboard Shortcuts', 'shortcuts'),
        separator,
        { label: 'Show Logs', click: () => showLogs() },
        {
          label: 'Report a Problem…',
          click: () => void reportProblem().catch((problem: unknown) => log.error('reporting', problem)),
        },
        separator,
        { label: `Strata ${app.getVersion()}`, enabled: false },
      ],
    },
  ];
}

/** As Electron names keys. */
function acceleratorOf(name: ShortcutName): string {
  return shortcutOf(name, mac).replace('Ctrl', 'CmdOrCtrl');
}

const themeNames: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

function themeItem(theme: Theme): MenuItemConstructorOptions {
  return {
    label: themeNames[theme],
    type: 'radio',
    checked: chosenTheme() === theme,
    click: () => chooseTheme(theme),
  };
}
