import { basename } from 'node:path';
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { visible } from '../../shared/basics/invisible';
import type { MenuCommand } from '../../shared/ipc/contract';
import { log } from '../log/log';
import type { Recent } from '../state/recent';
import { reportProblem, showLogs } from '../log/report';
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
  const item = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
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
        item('Open Folder…', 'open-folder', 'CmdOrCtrl+O'),
        item('Open Request File…', 'open-request', 'CmdOrCtrl+Shift+O'),
        {
          label: 'Open Recent',
          submenu: [
            ...recents,
            ...(recents.length > 0 ? [separator] : []),
            { label: 'Clear', enabled: recents.length > 0, click: () => recent.clear() },
          ],
        },
        { label: 'New Window', accelerator: 'CmdOrCtrl+Shift+N', click: () => windows.open() },
        separator,
        item('Save', 'save', 'CmdOrCtrl+S'),
        item('Save All', 'save-all', 'CmdOrCtrl+Alt+S'),
        item('Revert File', 'revert'),
        separator,
        item('New Layout from This Folder', 'new-layout'),
        separator,
        item('Export…', 'export', 'CmdOrCtrl+E'),
        separator,
        mac ? { role: 'close' } : { role: 'close', accelerator: 'CmdOrCtrl+W' },
        ...(mac ? [] : [{ role: 'quit' } satisfies MenuItemConstructorOptions]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        item('Undo', 'undo', 'CmdOrCtrl+Z'),
        item('Redo', 'redo', mac ? 'Cmd+Shift+Z' : 'Ctrl+Y'),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        item('Paste Request', 'paste-request'),
        { role: 'selectAll' },
        separator,
        item('Find', 'find', 'CmdOrCtrl+F'),
        item('Find Everywhere', 'find-everywhere', 'CmdOrCtrl+Shift+F'),
        item('Filter Sections', 'filter', 'CmdOrCtrl+Alt+F'),
        separator,
        item('Copy Prompt', 'copy-prompt', 'CmdOrCtrl+Shift+C'),
      ],
    },
    {
      label: '&View',
      submenu: [
        item('Command Palette…', 'palette', 'CmdOrCtrl+K'),
        separator,
        item('Sections', 'focus-sections', 'CmdOrCtrl+1'),
        item('Prompt', 'focus-prompt', 'CmdOrCtrl+2'),
        item('Source', 'focus-source', 'CmdOrCtrl+3'),
        item('Panel', 'focus-panel', 'CmdOrCtrl+4'),
        item('Maximise Panel', 'maximise-panel', 'CmdOrCtrl+J'),
        separator,
        item('Conversation or Text', 'switch-prompt', 'CmdOrCtrl+B'),
        separator,
        { label: 'Theme', submenu: themes.map(themeItem) },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
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
        item('Keyboard Shortcuts', 'shortcuts', 'CmdOrCtrl+/'),
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

const themeNames: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

function themeItem(theme: Theme): MenuItemConstructorOptions {
  return {
    label: themeNames[theme],
    type: 'radio',
    checked: chosenTheme() === theme,
    click: () => chooseTheme(theme),
  };
}
