import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { Overlays } from '../../../../electron/host/edit/overlays';
import { Reader } from '../../../../electron/host/read/reader';
import type { SourceRequest, Sources } from '../../../../shared/sources/types';
import { open } from '../../../support/host/open-reader';
import { writeFiles } from '../../../support/host/temporary';

const file = (path: string, root: 'workspace' | 'home' | 'absolute' = 'workspace'): SourceRequest => ({
  kind: 'file',
  as: 'it',
  root,
  path,
});
const glob = (pattern: string, root: 'workspace' | 'home' | 'absolute' = 'workspace'): SourceRequest => ({
  kind: 'glob',
  as: 'it',
  root,
  pattern,
});

const texts = (sources: Sources): Record<string, string> =>
  Object.fromEntries(sources.files.map((each) => [each.id, each.text]));
const rules = (findings: readonly { ruleId: string }[]): readonly string[] => findings.map((each) => each.ruleId);
const long = new Date(Date.now() - 60_000);

describe('files', () => {
  it('have ids relative to the workspace and absolute paths', () => {
    const { ask, workspace } = open({ 'a/b.md': 'text' });
    expect(ask(file('a/b.md')).sources.files).toEqual([
      { id: 'a/b.md', path: `${workspace}/a/b.md`, as: 'it', text: 'text' },
    ]);
  });

  it('that are not there are listed as missing', () => {
    const { ask, workspace } = open({});
    const { sources, findings } = ask(file('a/b.md'));
    expect(sources).toMatchObject({ files: [], missing: [{ as: 'it', path: `${workspace}/a/b.md`, why: 'missing' }] });
    expect(findings).toEqual([]);
  });

  it('outside the workspace are read only where the request says so, under their absolute path', () => {
    const { ask, outside } = open({});
    writeFiles(outside, { 'home/x.md': 'home', 'y.md': 'beside' });
    const requests = [file('x.md', 'home'), file(`${outside}/y.md`, 'absolute')];
    expect(texts(ask(...requests).sources)).toEqual({});
    expect(ask(...requests).asks.map(({ path }) => path)).toEqual([`${outside}/home/x.md`, `${outside}/y.md`]);
    expect([...ask(...requests).interests.keys()].some((folder) => folder.startsWith(`${outside}/home`))).toBe(false);
    const designs = requests.map((request) => ({ ...request, namedBy: { of: 'design' } as const }));
    expect(texts(ask(...designs).sources)).toEqual({ [`${outside}/home/x.md`]: 'home', [`${outside}/y.md`]: 'beside' });
  });

  it.each(['../y.md', 'a/../../y.md', '/etc/hostname', 'x\0y'])('named %j are not read', (path) => {
    const { ask, outside } = open({ 'b.md': 'b' });
    writeFiles(outside, { 'y.md': 'beside' });
    const { sources, findings } = ask(file(path));
    expect(sources.files).toEqual([]);
    expect(sources.missing.map((each) => each.why)).toEqual([path.includes('\0') ? 'refused' : 'untrusted']);
    expect(rules(findings)).toEqual([path.includes('\0') ? 'path-outside' : 'untrusted']);
  });

  it('behind a link that stays inside are read; behind one that leads out they are refused, whoever asks', () => {
    const { ask, outside, workspace } = open({ 'real.md': 'inside' });
    writeFiles(outside, { 'secret.md': 'secret', 'folder/deep.md': 'secret' });
    symlinkSync(`${workspace}/real.md`, `${workspace}/in.md`);
    symlinkSync(`${outside}/secret.md`, `${workspace}/out.md`);
    symlinkSync(`${outside}/folder`, `${workspace}/way`);
    const { sources, findings } = ask(
      file('in.md'),
      file('out.md'),
      file('way/deep.md'),
      file(`${workspace}/out.md`, 'absolute'),
      { kind: 'ancestors', as: 'it', from: workspace, names: ['out.md'] },
      glob('*.md'),
      glob('way/*.md'),
    );
    expect(new Set(sources.files.map((each) => each.id))).toEqual(new Set(['in.md', 'real.md']));
    expect(JSON.stringify(sources)).not.toContain('"secret"');
    expect(new Set(rules(findings).filter((rule) => rule !== 'untrusted'))).toEqual(new Set(['symlink-outside']));
    expect(findings[0]).toMatchObject({ severity: 'warning', place: { source: 'out.md' } });
  });

  it('of a workspace that is itself behind a link are inside it', () => {
    const { workspace, outside } = open({ 'a.md': 'a' });
    symlinkSync(workspace, `${outside}/link`);
    const reader = new Reader({
      boundary: nodeFiles,
      workspace: `${outside}/link`,
      overlays: new Overlays(`${outside}/link`),
    });
    expect(texts(reader.begin().answer([file('a.md'), glob('*.md')], outside))).toEqual({ 'a.md': 'a' });
  });

  it('over 16 MB are not read', () => {
    const { ask, reads, workspace } = open({ 'big.md': '' });
    truncateSync(`${workspace}/big.md`, 50 * 1024 * 1024);
    const { sources, findings } = ask(file('big.md'));
    expect(sources.missing.map((each) => each.why)).toEqual(['too-large']);
    expect(rules(findings)).toEqual(['too-large']);
    expect(findings[0]?.message).toContain('50.0 MB');
    expect(reads).toEqual([]);
  });

  it('that are folders or loops are findings, and the rest is read', () => {
    const { ask, workspace } = open({ 'a.md': 'a' });
    mkdirSync(`${workspace}/folder.md`);
    symlinkSync('loop.md', `${workspace}/loop.md`);
    const { sources, findings } = ask(file('folder.md'), file('loop.md'), file('a.md'));
    expect(texts(sources)).toEqual({ 'a.md': 'a' });
    expect(sources.missing.map((each) => each.why)).toEqual(['not-a-file', 'unreadable']);
    expect(rules(findings)).toEqual(['not-a-file', 'unreadable']);
  });

  it('as blobs are base64', () => {
    const { ask } = open({ 'i.png': Buffer.from([0, 1, 255]) });
    const { sources, findings } = ask({ kind: 'blob', as: 'image', root: 'workspace', path: 'i.png' });
    expect(sources.blobs).toEqual([expect.objectContaining({ id: 'i.png', as: 'image', base64: 'AAH/', bytes: 3 })]);
    expect(findings).toEqual([]);
  });

  it('with a byte order mark or broken bytes say so once, however often they are asked for', () => {
    const { ask } = open({ 'a.md': '\uFEFFa', 'b.md': Buffer.from([0x61, 0xff]) });
    const { sources, findings } = ask(file('a.md'), glob('*.md'));
    expect(texts(sources)).toEqual({ 'a.md': 'a', 'b.md': 'a\uFFFD' });
    expect(rules(findings)).toEqual(['bom', 'invalid-utf8']);
  });
});

describe('globs', () => {
  it('are answered in code-unit order, hidden names included', () => {
    const { ask } = open({
      's/b/SKILL.md': '1',
      's/B/SKILL.md': '2',
      's/a/SKILL.md': '3',
      's/.h/SKILL.md': '4',
      's/a/other.md': 'x',
      's/SKILL.md': 'x',
    });
    expect(ask(glob('s/*/SKILL.md')).sources.files.map((each) => each.id)).toEqual([
      's/.h/SKILL.md',
      's/B/SKILL.md',
      's/a/SKILL.md',
      's/b/SKILL.md',
    ]);
  });

  it('reach into sub-folders and take names with special letters as they are', () => {
    const { ask } = open({ 'm/a.jsonl': '1', 'm/x [y]/(z)/b.jsonl': '2', 'm/n\u0303.jsonl': '3' });
    expect(texts(ask(glob('m/**/*.jsonl')).sources)).toEqual({
      'm/a.jsonl': '1',
      'm/x [y]/(z)/b.jsonl': '2',
      'm/n\u0303.jsonl': '3',
    });
  });

  it('work in a workspace whose own path looks like a pattern', () => {
    const { outside } = open({});
    const workspace = `${outside}/a [b] {c,d} *`;
    writeFiles(workspace, { 'x/1.md': '1' });
    const reader = new Reader({ boundary: nodeFiles, workspace, overlays: new Overlays(workspace) });
    expect(texts(reader.begin().answer([glob('x/*.md')], outside))).toEqual({ 'x/1.md': '1' });
  });

  it('of home and absolute ones leave the workspace only by more than the folder’s own request', () => {
    const { ask, outside } = open({});
    writeFiles(outside, { 'home/.c/a.md': '1', 'other/b.md': '2' });
    const requests = [glob('.c/*.md', 'home'), glob(`${outside}/other/*.md`, 'absolute')];
    expect(ask(...requests)).toMatchObject({
      sources: { files: [] },
      asks: [
        { path: `${outside}/home/.c/*.md`, pattern: true },
        { path: `${outside}/other/*.md`, pattern: true },
      ],
    });
    expect(
      Object.values(
        texts(ask(...requests.map((request) => ({ ...request, namedBy: { of: 'design' } as const }))).sources),
      ),
    ).toEqual(['1', '2']);
  });

  it('survive links that lead back up', () => {
    const { ask, workspace } = open({ 'm/a.md': 'a', 'n/b.md': 'b' });
    symlinkSync(`${workspace}/m`, `${workspace}/m/self`);
    symlinkSync(`${workspace}/n`, `${workspace}/m/n`);
    symlinkSync(`${workspace}/m`, `${workspace}/n/m`);
    const { sources, findings } = ask(glob('m/**/*.md'));
    expect(sources.files.map((each) => each.id)).toEqual(['m/a.md', 'm/n/b.md']);
    expect(new Set(rules(findings))).toEqual(new Set(['symlink-loop']));
  });

  it('follow no more than ten thousand links, and say so', () => {
    const { ask, workspace } = open({ 'm/a.md': 'a' });
    for (let link = 0; link < 10_050; link += 1) symlinkSync('a.md', `${workspace}/m/${link}.txt`);
    const { findings } = ask(glob('m/*/x.none'));
    expect(findings.map(({ message }) => message)).toEqual([
      'The pattern m/*/x.none is cut short: there are more than 10,000 links to follow',
    ]);
  });

  it('follow no link whose name nothing asks for', () => {
    const { ask, workspace } = open({ 'm/a.md': 'a' });
    symlinkSync('/elsewhere', `${workspace}/m/out.txt`);
    const { sources, findings } = ask(glob('m/*.md'));
    expect(sources.files.map((each) => each.id)).toEqual(['m/a.md']);
    expect(findings).toEqual([]);
  });

  it('of a folder that is a file find nothing', () => {
    const { ask } = open({ rules: 'a file' });
    expect(ask(glob('rules/*.md')).sources.files).toEqual([]);
  });

  it('that lead out of the workspace are not searched', () => {
    const { ask, outside } = open({});
    writeFiles(outside, { 'x/y.md': 'beside' });
    const { sources, findings } = ask(glob('../x/*.md'));
    expect(sources.files).toEqual([]);
    expect(rules(findings)).toEqual(['untrusted']);
  });
});

describe('what does not change', () => {
  it('is the same object and is not read again', () => {
    const { again, workspace, reads } = open({ 'a.md': 'a', 'b.md': 'b' });
    for (const name of ['a.md', 'b.md']) utimesSync(`${workspace}/${name}`, long, long);
    const first = again(glob('*.md'), file('a.md')).sources;
    const second = again(glob('*.md'), file('a.md')).sources;
    expect(second).toBe(first);
    expect(reads).toEqual(['ws/a.md', 'ws/b.md']);
    writeFileSync(`${workspace}/b.md`, 'B');
    const third = again(glob('*.md'), file('a.md')).sources;
    expect(third.files[0]).toBe(first.files[0]);
    expect(texts(third)).toEqual({ 'a.md': 'a', 'b.md': 'B' });
  });

  it('is distinguished from a second write with the same size and time stamp', () => {
    const { again, workspace } = open({ 'a.md': 'one' });
    const now = new Date();
    utimesSync(`${workspace}/a.md`, now, now);
    expect(texts(again(file('a.md')).sources)).toEqual({ 'a.md': 'one' });
    writeFileSync(`${workspace}/a.md`, 'two');
    utimesSync(`${workspace}/a.md`, now, now);
    expect(texts(again(file('a.md')).sources)).toEqual({ 'a.md': 'two' });
  });

  it('is not even checked while no change is reported', () => {
    const { ask, reader, workspace } = open({ 'm/a.md': 'a', 'n/b.md': 'b' });
    ask(glob('m/*.md'), glob('n/*.md'));
    writeFiles(workspace, { 'm/a.md': 'A', 'm/new.md': 'x', 'n/b.md': 'B' });
    reader.kept.changed([{ folder: `${workspace}/m`, name: 'new.md' }]);
    expect(texts(ask(glob('m/*.md'), glob('n/*.md')).sources)).toEqual({
      'm/a.md': 'a',
      'm/new.md': 'x',
      'n/b.md': 'b',
    });
    reader.kept.changed([{ folder: `${workspace}/m`, name: 'A.md' }]);
    reader.kept.changed([{ folder: workspace, name: 'n' }]);
    expect(texts(ask(glob('m/*.md'), glob('n/*.md')).sources)).toEqual({
      'm/a.md': 'A',
      'm/new.md': 'x',
      'n/b.md': 'B',
    });
  });
});

describe('unsaved edits', () => {
  it('win over the disk, for every request', () => {
    const { ask, overlays, workspace } = open({ 'a.md': 'a' });
    overlays.edit(`${workspace}/a.md`, 'edited', { text: 'a' }, 'a');
    const { sources } = ask(file('a.md'), glob('*.md'), { kind: 'ancestors', as: 'up', from: '', names: ['a.md'] });
    expect(sources.files.map((each) => each.text)).toEqual(['edited', 'edited', 'edited']);
  });

  it('of files that are not there are found by globs too', () => {
    const { ask, overlays, workspace } = open({ 's/a/SKILL.md': 'a' });
    expect(ask(glob('s/*/SKILL.md')).sources.files).toHaveLength(1);
    overlays.edit(`${workspace}/s/new/SKILL.md`, 'new', { text: undefined }, undefined);
    expect(texts(ask(glob('s/*/SKILL.md')).sources)).toEqual({ 's/a/SKILL.md': 'a', 's/new/SKILL.md': 'new' });
    overlays.drop(`${workspace}/s/new/SKILL.md`);
    expect(ask(glob('s/*/SKILL.md')).sources.files).toHaveLength(1);
  });

  it('stay when the file and its folder are deleted', () => {
    const { ask, again, overlays, workspace } = open({ 's/a/SKILL.md': 'a' });
    overlays.edit(`${workspace}/s/a/SKILL.md`, 'edited', { text: 'a' }, 'a');
    ask(glob('s/*/SKILL.md'));
    rmSync(`${workspace}/s`, { recursive: true });
    expect(texts(again(glob('s/*/SKILL.md')).sources)).toEqual({ 's/a/SKILL.md': 'edited' });
  });

  it('report what is on disk now', () => {
    const { again, overlays, workspace } = open({ 'a.md': 'a' });
    overlays.edit(`${workspace}/a.md`, 'edited', { text: 'a' }, 'a');
    writeFiles(workspace, { 'a.md': 'other' });
    again(file('a.md'));
    expect(overlays.get(`${workspace}/a.md`)).toMatchObject({ base: 'a', disk: 'other', text: 'edited' });
  });
});
