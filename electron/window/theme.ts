/** Light or dark, as the user chose it. The page follows through its `prefers-color-scheme`. */
import { nativeTheme } from 'electron';
import { themes, type Theme } from '../../shared/ipc/theme';
import { locations } from '../start/locations';
import { checkedFile, remembered } from '../state/state-file';

const file = remembered(
  checkedFile<Theme>(locations.state('theme'), (value) => themes.find((theme) => theme === value), 'system'),
);
const listeners = new Set<() => void>();

/** Before the first window, so that its background has the right colour. */
export function useChosenTheme(): void {
  nativeTheme.themeSource = file.read();
}

export function chosenTheme(): Theme {
  return nativeTheme.themeSource;
}

export function chooseTheme(theme: Theme): void {
  file.write(theme);
  nativeTheme.themeSource = theme;
  for (const listener of listeners) listener();
}

export function onThemeChosen(listener: () => void): void {
  listeners.add(listener);
}
