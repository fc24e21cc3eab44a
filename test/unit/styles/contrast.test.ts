import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../build/setup/paths.mjs';

const inks = ['ink', 'ink-soft', 'ink-faint', 'error', 'warning', 'info', 'changed', 'good'];
const grounds = ['paper', 'surface', 'raised', 'hover', 'selected', 'error-note'];

const [light = '', dark = ''] = readFileSync(join(root, 'renderer/styles/tokens.css'), 'utf8').split(
  '@media (prefers-color-scheme: dark)',
);
const colours = (css: string): ReadonlyMap<string, string> =>
  new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));

/** Relative luminance by WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each([
  ['light', colours(light)],
  ['dark', new Map([...colours(light), ...colours(dark)])],
] as const)('in %s', (_, theme) => {
  const of = (name: string): string => {
    const colour = theme.get(name);
    if (colour === undefined) throw new Error(`there is no --${name}`);
    return colour;
  };

  it.each(inks)('--%s is readable on every background', (ink) => {
    for (const ground of grounds) expect(contrast(of(ink), of(ground)), `on --${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['note-ink', 'note'],
    ['on-accent', 'accent'],
    ...['L0', 'L1', 'L2', 'L3', 'active', 'none'].map((tier) => ['on-tier', `tier-${tier}`]),
  ])('--%s is readable on --%s', (ink = '', ground = '') => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
  });
});
