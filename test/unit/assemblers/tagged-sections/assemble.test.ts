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

  it('asks for the threads of an agent that was found', () => expect(threadsOf('scout')).toEqual(['agents/scout/threads/*.jsonl']));
  it.each(['../..', '*', 'nobody'])('a setting of "%s" names no path', (agent) => expect(threadsOf(agent)).toEqual([]));
});

describe('a file that is there and was not read', () => {
  const omissionOf = (name: string, missing: MissingSource): OmittedNode['omission'] | undefined => {
    const { sources } = assembleWorkspace(taggedSections, files);
    const { document } = taggedSections.assemble({ settings: { task: '1' }, manifest: {}, facts: testFacts, sources: { ...sources, missing: [missing] } });
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
    expect(omissionOf(name, { as, path: `/home/k/ws/${path}`, why: 'too-large' })).toEqual({ reason: 'source-broken', source: path, problem: 'it could not be read' }),
  );
  it('a missing one is missing', () =>
    expect(omissionOf('Memories', { as: 'memories', path: '/home/k/ws/memories.json', why: 'missing' })).toEqual({ reason: 'source-missing', looked: ['memories.json'] }));
});

it.each([
  [[], 'There is no agents/*/agent.json in this folder'],
  [[{ as: 'agents', path: '/home/k/ws/agents/scout/agent.json', why: 'too-large' as const }], 'No agents/*/agent.json of this folder can be read'],
])('without an agent, what there is of them is told: %#', (missing, message) => {
  const { findings } = taggedSections.assemble({ settings: {}, manifest: {}, facts: testFacts, sources: { files: [], blobs: [], missing } });
  expect(findings.map((each) => each.message)).toEqual([message]);
});
