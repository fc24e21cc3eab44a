import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSystemPrompt, taggedSections } from '../../../../shared/assemblers/tagged-sections';
import { leaves } from '../../../../shared/document/walk';
import { assembleWorkspace } from '../../../support/assemble';

const golden = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../fixtures/tagged-sections', name, 'expected.txt'), 'utf8');
const clock = { now: '2026-02-25T12:30:00Z', timeZone: 'Europe/Helsinki' };

describe('buildSystemPrompt, by the published signature', () => {
  const scout = {
    name: 'Scout',
    trust: 'controlled' as const,
    identity: 'You are Scout, a trip planner.',
    instructions: 'Keep plans in plans.md.',
    responsibilities: [{ title: 'Fare watch', content: 'Check fares on Mondays.' }],
    capabilities: ['memory', 'tasks'],
  };

  it('equals the text export of the document', () => {
    const prompt = buildSystemPrompt(scout, 'api', '/home/k/.nova/agents/scout', ['/home/k/trips'], {
      ...clock,
      memories: ['User is Ada'],
      background: true,
    });
    expect(prompt).toBe(golden('worked-example'));
  });

  it('takes `silent` as `background`', () => {
    const prompt = buildSystemPrompt(scout, 'api', '/home/k/.nova/agents/scout', ['/home/k/trips'], {
      ...clock,
      memories: ['User is Ada'],
      silent: true,
    });
    expect(prompt).toBe(golden('worked-example'));
  });

  it('formats a task', () => {
    const task = {
      id: '1',
      title: 'Book flights',
      description: 'Two seats to Oslo.',
      status: 'active',
      steps: [
        { title: 'a', done: false },
        { title: 'b', done: true },
      ],
    };
    expect(buildSystemPrompt({ identity: 'I', trust: 'sandbox' }, 'api', '', [], { ...clock, task })).toBe(
      golden('task-arrow-first'),
    );
  });

  it('has no untagged text and nothing before the first or after the last section', () => {
    expect(buildSystemPrompt({}, 'api', '', [], clock)).toBe(
      '<Context>\nCurrent time: Wednesday, February 25, 2026 at 2:30 PM (Europe/Helsinki)\n</Context>',
    );
  });
});

describe('provenance through JSON strings', () => {
  it('maps each character to its exact place in the file', () => {
    const file = '{"name":"S","trust":"sandbox","identity":"a\\nb \\u00e9"}';
    const { document } = assembleWorkspace(taggedSections, { 'agents/s/agent.json': file });
    const parts = document.messages
      .flatMap(leaves)
      .flatMap(({ value, origin }) =>
        origin.kind === 'file' ? [[value, file.slice(origin.span.start, origin.span.end), origin.change]] : [],
      );
    expect(parts).toEqual([
      ['a', 'a', undefined],
      ['\n', '\\n', 'escaped'],
      ['b ', 'b ', undefined],
      ['é', '\\u00e9', 'escaped'],
    ]);
  });
});
