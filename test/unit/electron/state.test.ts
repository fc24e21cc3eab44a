import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecent } from '../../../electron/recent';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('recent workspaces', () => {
  it('are newest first, once each, and survive a restart', () => {
    const path = join(folder, 'recent.json');
    const recent = createRecent(path);
    recent.add('/a');
    recent.add('/b');
    recent.add('/a');
    expect(createRecent(path).list()).toEqual(['/a', '/b']);
  });

  it('start empty from a file that says something else', () => {
    const path = join(folder, 'recent.json');
    writeFileSync(path, '{"not": "a list"}');
    const recent = createRecent(path);
    expect(recent.list()).toEqual([]);
    recent.add('/a');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(['/a']);
  });

  it('keep no more than a menu can show', () => {
    const recent = createRecent(join(folder, 'recent.json'));
    for (let index = 0; index < 30; index += 1) recent.add(`/w${index}`);
    expect(recent.list()).toHaveLength(12);
    expect(recent.list()[0]).toBe('/w29');
  });
});
