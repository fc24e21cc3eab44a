/** Project context on a real disk: what only real folders, links and permissions can show. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FileBoundary } from '../../../../electron/host/disk/files';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { Overlays } from '../../../../electron/host/edit/overlays';
import { Reader } from '../../../../electron/host/read/reader';
import { userChoices } from '../../../../electron/host/disk/access/trust';
import { gather } from '../../../../shared/assemblers/gather';
import { personaFiles } from '../../../../shared/assemblers/persona-files';
import type { Settings } from '../../../../shared/assemblers/types';
import { nodeText } from '../../../../shared/document/walk';
import { testFacts } from '../../../support/memory';
import { temporaryWorkspace, writeFiles } from '../../../support/host/temporary';

function build(workspace: string, home: string, settings: Settings, boundary: FileBoundary = nodeFiles) {
  const pass = new Reader({ boundary, workspace, overlays: new Overlays(workspace) }).begin();
  const input = { settings, manifest: {}, facts: { ...testFacts, workspace, home } };
  const { sources } = gather(personaFiles, input, (requests) =>
    pass.answer(requests, home, userChoices(settings, { workspace, home })),
  );
  const { document, findings } = personaFiles.assemble({ ...input, sources });
  return {
    text: document.messages.map(nodeText).join(''),
    rules: [...pass.finish().findings, ...findings].map((each) => each.ruleId),
  };
}

describe('project context on disk', () => {
  it('is read from a folder whose name looks like a pattern', () => {
    const { workspace, outside } = temporaryWorkspace({ 'IDENTITY.md': '---\nname: A\n---\n' });
    writeFiles(outside, {
      'p (x)[y]/.claude/rules/b.md': 'second',
      'p (x)[y]/.claude/rules/a.md': 'first',
      'p (x)[y]/CLAUDE.md': 'own',
    });
    const { text, rules } = build(workspace, outside, { project: '~/p (x)[y]' });
    expect(text).toContain('## CLAUDE.md\n\nown\n\n## a.md\n\nfirst\n\n## b.md\n\nsecond\n\n\n');
    expect(rules).toEqual([]);
  });

  it('tells a missing project folder from an empty one', () => {
    const { workspace, outside } = temporaryWorkspace({});
    mkdirSync(`${outside}/empty`);
    expect(build(workspace, outside, { project: '~/empty' }).rules).toEqual([]);
    expect(build(workspace, outside, { project: '~/gone' }).rules).toEqual(['project-missing']);
  });

  it('says that the rules folder is a file', () => {
    const { workspace, outside } = temporaryWorkspace({ 'p/.claude/rules': 'a file', 'p/CLAUDE.md': 'own' });
    const { text, rules } = build(workspace, outside, { project: 'p' });
    expect(text).toContain('## CLAUDE.md\n\nown\n\n\n');
    expect(rules).toEqual(['rules-not-folder']);
  });

  it('survives a link that leads back up, and asks each folder once', () => {
    const { workspace, outside } = temporaryWorkspace({ 'p/CLAUDE.md': 'own' });
    symlinkSync(workspace, `${workspace}/p/up`, 'dir');
    const { text } = build(workspace, outside, { project: 'p/up/p' });
    expect(text.split('own')).toHaveLength(2);
  });

  it('names a parent that cannot be read, and sends the rest', () => {
    const { workspace, outside } = temporaryWorkspace({ 'p/CLAUDE.md': 'own' });
    writeFiles(outside, { 'CLAUDE.md': 'secret' });
    const denied: FileBoundary = {
      ...nodeFiles,
      read(path, options) {
        if (path === `${outside}/CLAUDE.md`)
          throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
        return nodeFiles.read(path, options);
      },
    };
    const { text, rules } = build(workspace, outside, { project: 'p' }, denied);
    expect(text).toContain('## CLAUDE.md\n\nown\n\n\n');
    expect(text).not.toContain('secret');
    expect(rules).toEqual(['unreadable']);
  });
});
