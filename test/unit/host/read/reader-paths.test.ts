import { rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Reader } from '../../../../electron/host/read/reader';
import type { SourceRequest } from '../../../../shared/sources/types';
import { open } from '../../../support/host/open-reader';
import { writeFiles } from '../../../support/host/temporary';

describe('ancestors', () => {
  it('are asked innermost first, names in order, up to the root', () => {
    const { ask, outside, workspace } = open({ 'p/q/A.md': '1', 'p/B.md': '2', 'p/A.md': '3', 'A.md': '4' });
    writeFiles(outside, { 'B.md': '5' });
    const { sources, interests } = ask({
      kind: 'ancestors',
      as: 'it',
      from: 'p/q',
      names: ['B.md', 'A.md'],
      namedBy: { of: 'design' },
    });
    expect(sources.files.map((each) => each.text)).toEqual(['1', '2', '3', '4', '5']);
    expect(interests.get('/')).toBeDefined();
    expect(interests.get(`${workspace}/p`)).toEqual(new Set(['B.md', 'A.md', 'q']));
  });

  it('visit a folder once, even if a link leads back to it', () => {
    const { ask, workspace } = open({ 'p/A.md': '1' });
    symlinkSync(`${workspace}/p`, `${workspace}/p/self`);
    expect(
      ask({ kind: 'ancestors', as: 'it', from: `${workspace}/p/self/self`, names: ['A.md'] }).sources.files.map(
        (each) => each.text,
      ),
    ).toEqual(['1']);
  });

  it('are visited again when one of the folders turns into a link, but not when a file in them is written', () => {
    const { ask, reader, workspace } = open({ 'p/q/A.md': '1', 'p/A.md': '2', 'A.md': '3' });
    const request: SourceRequest = { kind: 'ancestors', as: 'it', from: 'p/q', names: ['A.md'] };
    const found = () => ask(request).sources.files.map((each) => each.text);
    const { interests } = ask(request);
    writeFiles(workspace, { 'p/q/A.md': 'one' });
    reader.kept.changed([{ folder: `${workspace}/p/q`, name: 'A.md' }]);
    const written = ask(request);
    expect(written.sources.files.map((each) => each.text)).toEqual(['one', '2', '3']);
    expect(written.interests).toBe(interests);
    rmSync(`${workspace}/p/q`, { recursive: true });
    symlinkSync(`${workspace}/p`, `${workspace}/p/q`);
    reader.kept.changed([{ folder: `${workspace}/p`, name: 'q' }]);
    expect(found()).toEqual(['2', '3']);
  });
});

describe('a checked', () => {
  const foundAt = (reader: Reader, path: string) => {
    const pass = reader.begin();
    const checked = pass.checked(path);
    pass.finish();
    return checked.ok ? checked.stat?.size : checked.ruleId;
  };

  it('is looked up again only if something on its path changed, also behind its link', () => {
    const { reader, workspace } = open({ 'real/it.json': '1', 'other.md': 'x' });
    symlinkSync(`${workspace}/real/it.json`, `${workspace}/it.json`);
    const path = `${workspace}/it.json`;
    expect(foundAt(reader, path)).toBe(1);
    writeFiles(workspace, { 'real/it.json': '1234' });
    reader.kept.changed([{ folder: workspace, name: 'other.md' }]);
    expect(foundAt(reader, path)).toBe(1);
    reader.kept.changed([{ folder: `${workspace}/real`, name: 'it.json' }]);
    expect(foundAt(reader, path)).toBe(4);
    rmSync(path);
    reader.kept.changed([{ folder: workspace, name: 'it.json' }]);
    expect(foundAt(reader, path)).toBeUndefined();
  });

  it('says why access is refused', () => {
    const { reader, outside, workspace } = open({});
    writeFiles(outside, { 'it.json': '1' });
    symlinkSync(`${outside}/it.json`, `${workspace}/it.json`);
    expect(foundAt(reader, `${workspace}/it.json`)).toBe('symlink-outside');
  });
});

describe('matches', () => {
  it('asks for files by glob or name, and for folders by a trailing slash', () => {
    const { reader } = open({ 'agents/x/agent.json': '{}', 'SOUL.md': '', '.claude/x': '' });
    const { matches } = reader.begin();
    expect(
      [
        'agents/*/agent.json',
        'agents/*/AGENT.md',
        'SOUL.md',
        'USER.md',
        '.claude/',
        'claude/',
        'SOUL.md/',
        '../ws/SOUL.md',
      ].map(matches),
    ).toEqual([true, false, true, false, true, false, false, false]);
  });
});
