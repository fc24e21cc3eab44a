import { themes, type Theme } from '../../shared/ipc/theme';
import type { App } from '../context';
import type { Command } from './commands';

const themeTitles: Readonly<Record<Theme, string>> = {
  system: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
};

export function lookCommands({ actions }: App): readonly Command[] {
  return [
    ...themes.map((theme): Command => ({
      id: `theme-${theme}`,
      group: 'View',
      title: themeTitles[theme],
      run: () => void actions.chooseTheme(theme),
    })),
    { id: 'zoom-in', group: 'View', title: 'Zoom in', run: () => void actions.zoom('in') },
    { id: 'zoom-out', group: 'View', title: 'Zoom out', run: () => void actions.zoom('out') },
    { id: 'zoom-reset', group: 'View', title: 'Reset zoom', run: () => void actions.zoom('reset') },
  ];
}
