import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChoices } from '../../../electron/state/choices-file';
import { createOpenFolders } from '../../../electron/state/open-folders';
import { createRecent } from '../../../electron/state/recent';
import { inspectionOf } from '../../support/inspection';

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

describe('choices', () => {
  it('come back with their folder, and start anew with another architecture', () => {
    const path = join(folder, 'choices.json');
    const choices = createChoices(path);
    choices.remember(inspectionOf(1, '/a'), { settings: { agent: 'x' } });
    choices.remember(inspectionOf(2, '/a'), { settings: { background: true }, model: 'm' });
    expect(createChoices(path).of('/a')).toEqual({ settings: { agent: 'x', background: true }, model: 'm' });
    expect(createChoices(path).of('/b')).toEqual({});
    choices.remember(inspectionOf(3, '/a'), { architecture: 'other' });
    expect(choices.of('/a')).toEqual({ architecture: 'other', model: 'm', settings: {} });
  });
});

describe('the folders of the windows', () => {
  it('come back as they were when the app ended, without the window that was closed before', () => {
    const path = join(folder, 'open.json');
    const first = createOpenFolders(path);
    expect(first.list()).toEqual([]);
    first.note(1, '/a');
    first.note(2, '/b');
    first.note(3, '/c');
    first.forget(2);
    expect(createOpenFolders(path).list()).toEqual(['/a', '/c']);
    first.forget(1);
    first.forget(3);
    expect(createOpenFolders(path).list()).toEqual(['/c']);
  });
});
