import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { nameOf, parentOf } from '../../../../electron/host/disk/paths';
import { Overlays } from '../../../../electron/host/edit/overlays';
import { Reader } from '../../../../electron/host/read/reader';
import type { Interests } from '../../../../electron/host/watch/interests';
import type { SourceRequest } from '../../../../shared/sources/types';
import { temporaryWorkspace } from '../../../support/host/temporary';

const paths = ['a.md', 'b.md', 'log.har', 's/x/SKILL.md', 's/y/SKILL.md', 'n/AGENTS.md', 'n/deep/AGENTS.md'] as const;
/** Targets of links. Links are followed; links to links are not. */
const targets = ['real/one.md', 'real/two.md'] as const;
const folders = ['real', 's', 's/x', 'n', 'n/deep'] as const;

const rounds: readonly (readonly SourceRequest[])[] = [
  [
    { kind: 'file', as: 'a', root: 'workspace', path: 'a.md' },
    { kind: 'blob', as: 'b', root: 'workspace', path: 'b.md' },
    { kind: 'file', as: 'log', root: 'workspace', path: 'log.har', redact: true },
  ],
  [
    { kind: 'file', as: 'a', root: 'workspace', path: 'a.md' },
    { kind: 'glob', as: 'skills', root: 'workspace', pattern: 's/*/SKILL.md' },
    { kind: 'ancestors', as: 'agents', from: 'n/deep', names: ['AGENTS.md'] },
    { kind: 'folder', as: 'n', root: 'workspace', path: 'n' },
  ],
];

const step = fc.oneof(
  fc.record({
    do: fc.constant('write' as const),
    path: fc.constantFrom(...paths, ...targets),
    text: fc.constantFrom('', 'one', 'two', 'Authorization: Bearer x', '\ufeffmark'),
  }),
  fc.record({ do: fc.constant('delete' as const), path: fc.constantFrom(...paths, ...targets, ...folders) }),
  fc.record({ do: fc.constant('link' as const), path: fc.constantFrom(...paths), to: fc.constantFrom(...targets) }),
  fc.record({
    do: fc.constant('edit' as const),
    path: fc.constantFrom(...paths, ...targets),
    text: fc.constantFrom('one', 'mine'),
  }),
  fc.record({ do: fc.constant('revert' as const), path: fc.constantFrom(...paths) }),
  /** Which rounds are asked from now on. What a build does not ask for is dropped. */
  fc.record({ do: fc.constant('ask' as const), from: fc.nat(1), to: fc.integer({ min: 1, max: 2 }) }),
);

function look(reader: Reader, workspace: string, asked: typeof rounds) {
  const pass = reader.begin();
  const sources = asked.map((requests) => pass.answer(requests, `${workspace}/home`));
  const matches = ['a.md', 's/', 's/**/SKILL.md'].map((pattern) => pass.matches(pattern));
  const { interests, ...end } = pass.finish();
  return { shown: { sources, matches, ...end }, interests };
}

/** `kept` may watch more: places that mattered one build ago. */
function expectWatched(kept: Interests, clean: Interests): void {
  for (const [folder, names] of clean) {
    const watched = kept.get(folder) ?? new Set();
    const left = watched === 'all' ? [] : names === 'all' ? ['all'] : [...names].filter((name) => !watched.has(name));
    expect([folder, left]).toEqual([folder, []]);
  }
}

it('gives the same with its cache as a new reader, after any change on disk and any edit', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) => {
      const { workspace } = temporaryWorkspace({
        'a.md': 'a',
        's/x/SKILL.md': 'x',
        'n/deep/AGENTS.md': 'n',
        'real/one.md': '1',
      });
      const overlays = new Overlays(workspace);
      const reader = new Reader({ boundary: nodeFiles, workspace, overlays });
      let asked = rounds;
      look(reader, workspace, asked);
      for (const each of steps) {
        if (each.do === 'ask') asked = rounds.slice(each.from, each.to);
        else {
          const path = `${workspace}/${each.path}`;
          const disk = reader.load(path, path.endsWith('.har'));
          const text = disk.ok ? disk.file.text : undefined;
          if (each.do === 'edit') overlays.edit(path, each.text, { text }, text);
          else if (each.do === 'revert') overlays.drop(path);
          else {
            rmSync(path, { recursive: true, force: true });
            if (each.do !== 'delete') mkdirSync(dirname(path), { recursive: true });
            if (each.do === 'write') writeFileSync(path, each.text);
            if (each.do === 'link') symlinkSync(`${workspace}/${each.to}`, path);
            // As a watcher reports it: the entry, and the folders above it that may be new.
            for (let at = path; at !== workspace; at = parentOf(at))
              reader.kept.changed([{ folder: parentOf(at), name: nameOf(at) }]);
          }
        }
        const kept = look(reader, workspace, asked);
        const clean = look(new Reader({ boundary: nodeFiles, workspace, overlays }), workspace, asked);
        expect(kept.shown).toEqual(clean.shown);
        expectWatched(kept.interests, clean.interests);
      }
    }),
    { numRuns: 150 },
  );
});
