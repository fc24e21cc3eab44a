import { describe, expect, it } from 'vitest';
import { taggedSections } from '../../../../shared/assemblers/tagged-sections';
import type { OmittedNode } from '../../../../shared/document/types';
import { visit } from '../../../../shared/document/walk';
import type { MissingSource } from '../../../../shared/sources/types';
import { assembleWorkspace } from '../../../support/assemble';
import { testFacts } from '../../../support/memory';

const files = { 'agents/scout/agent.json': '{"name":"S","trust":"sandbox","identity":"I"}' };

describe('requests', () => {
  const threadsOf = (agent: string): readonly string[] => {
    const { sources } = assembleWorkspace(taggedSections, files);
    const asked = taggedSections.requests({ settings: { agent }, manifest: {}, facts: testFacts, sources });
    return asked.flatMap((each) => (each.kind === 'glob' && each.as === 'threads' ? [each.pattern] : []));
  };

  it('asks for the threads of an existing agent', () =>
    expect(threadsOf('scout')).toEqual(['agents/scout/threads/*.jsonl']));
  it.each(['../..', '*', 'nobody'])('a setting of "%s" names no path', (agent) => expect(threadsOf(agent)).toEqual([]));
});

describe('a file that is there and was not read', () => {
  const omissionOf = (name: string, missing: MissingSource): OmittedNode['omission'] | undefined => {
    const { sources } = assembleWorkspace(taggedSections, files);
    const { document } = taggedSections.assemble({
      settings: { task: '1' },
      manifest: {},
      facts: testFacts,
      sources: { ...sources, missing: [missing] },
    });
    let found: OmittedNode['omission'] | undefined;
    visit(document, (node) => {
      if (node.type === 'omitted' && node.name === name) found = node.omission;
    });
    return found;
  };

  it.each([
    ['Memories', 'memories', 'memories.json'],
    ['Task', 'tasks', 'tasks/tasks.json'],
  ])('%s says so', (name, as, path) =>
    expect(omissionOf(name, { as, path: `/home/k/ws/${path}`, why: 'too-large' })).toEqual({
      reason: 'source-broken',
      source: path,
      problem: 'it could not be read',
    }),
  );
  it('a missing file is reported as missing', () =>
    expect(omissionOf('Memories', { as: 'memories', path: '/home/k/ws/memories.json', why: 'missing' })).toEqual({
      reason: 'source-missing',
      looked: ['memories.json'],
    }));
});

it.each([
  [[], 'There is no agents/*/agent.json in this folder'],
  [
    [{ as: 'agents', path: '/home/k/ws/agents/scout/agent.json', why: 'too-large' as const }],
    'No agents/*/agent.json of this folder can be read',
  ],
])('without an agent, what there is of them is told: %#', (missing, message) => {
  const { findings } = taggedSections.assemble({
    settings: {},
    manifest: {},
    facts: testFacts,
    sources: { files: [], blobs: [], missing },
  });
  expect(findings.map((each) => each.message)).toEqual([message]);
});

describe('directories', () => {
  const listed = (directories: readonly string[]): readonly string[] => {
    const { text } = assembleWorkspace(taggedSections, {
      'agents/scout/agent.json': JSON.stringify({ name: 'S', trust: 'controlled', identity: 'I', directories }),
    });
    return text
      .slice(text.indexOf('<Directories>'), text.indexOf('</Directories>'))
      .split('\n')
      .flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
  };

  it.each([
    ['~bob/x', '/home/k/bob/x'],
    ['~', '/home/k'],
    ['~/', '/home/k/'],
    ['~//a/', '/home/k/a/'],
    ['out/', '/home/k/ws/out/'],
    ['./out//.', '/home/k/ws/out'],
    ['..', '/home/k'],
    ['', '/home/k/ws'],
    ['/srv/', '/srv/'],
    ['/srv//a/../b', '/srv//a/../b'],
    ['../../../../..', '/'],
    ['agents/scout/', '/home/k/ws/agents/scout/'],
  ])('%j is %s', (written, shown) => expect(listed([written])).toEqual([shown]));

  it.each(['agents/scout', './agents/x/../scout', '/home/k/ws/agents/scout', '~/ws/agents/scout'])(
    '%j is the working directory and not listed again',
    (written) => expect(listed([written, 'a'])).toEqual(['/home/k/ws/a']),
  );
});

describe('a task of the history', () => {
  const open = '{"tasks":[{"id":"1","title":"Open","description":"D","status":"active","steps":[]}],"nextId":9}';
  const past = (id: string, title: string): string =>
    JSON.stringify({
      id,
      title,
      description: 'D',
      status: 'done',
      steps: [{ title: 'one', done: true }],
      archivedAt: '2026-01-01',
    });
  const build = (history: string, task: string, tasks = open) =>
    assembleWorkspace(
      taggedSections,
      { ...files, 'tasks/tasks.json': tasks, 'tasks/history.jsonl': history },
      { task },
    );

  it('is emitted like an open one', () => {
    const { text, findings } = build(`${past('2', 'Done')}\n`, '2');
    expect(text).toContain(
      '<Task>\nYou are working on task #2. Focus solely on progressing this task.\n\nTitle: ' +
        'Done\nDescription: D\nStatus: done\nSteps:\n1. ✓ one\n</Task>',
    );
    expect(findings).toEqual([]);
  });

  it('is overridden by an open one, and of two the later counts', () => {
    expect(build(`${past('1', 'Old')}\n`, '1').text).toContain('Title: Open');
    expect(build(`${past('2', 'First')}\r\n\n${past('2', 'Second')}`, '2').text).toContain('Title: Second');
  });

  it('is found beside broken lines and a broken tasks.json', () => {
    const built = build(`{"id"\n0\nnull\n${past('2', 'Done')}\n`, '2', '{');
    expect(built.text).toContain('Title: Done');
    expect(built.findings.map(({ severity, ruleId }) => `${severity} ${ruleId}`)).toEqual([
      'error tasks-syntax',
      'error tasks-shape',
      'warning task-history',
    ]);
  });

  it('is one of the latest fifty', () => {
    const lines = Array.from({ length: 51 }, (_, index) => past(String(100 + index), 'T'));
    expect(build(lines.join('\n'), '100').text).not.toContain('<Task>');
    expect(build(lines.join('\n'), '101').text).toContain('<Task>');
  });
});
