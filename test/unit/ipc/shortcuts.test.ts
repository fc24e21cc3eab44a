import { expect, it } from 'vitest';
import { shortcutOf, shortcuts, writtenKeys } from '../../../shared/ipc/shortcuts';

it('writes keys as each platform does', () => {
  expect(writtenKeys('Ctrl+Shift+O', false)).toBe('Ctrl+Shift+O');
  expect(writtenKeys('Ctrl+Shift+O', true)).toBe('⇧⌘O');
  expect(writtenKeys('Ctrl+Alt+F', true)).toBe('⌥⌘F');
  expect(writtenKeys('Alt+↑', true)).toBe('⌥↑');
  expect(writtenKeys('Ctrl+Plus', false)).toBe('Ctrl++');
  expect(writtenKeys('Ctrl+Plus', true)).toBe('⌘+');
});

it('redoes with the keys of the platform', () => {
  expect(shortcutOf('redo', false)).toBe('Ctrl+Y');
  expect(shortcutOf('redo', true)).toBe('Ctrl+Shift+Z');
});

it('gives no keys to two commands', () => {
  const all = Object.values(shortcuts);
  expect(new Set(all).size).toBe(all.length);
});
