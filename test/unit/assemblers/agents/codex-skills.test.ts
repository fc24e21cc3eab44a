/** Long lists of skills as the real Codex sent them (`test/fixtures/codex/long-skills.json`), byte for byte. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentRules } from '../../../../shared/assemblers/agents';
import { agentArchitecture } from '../../../../shared/assemblers/agents/common/architecture';
import { fitSkills, skillsBudget, windowOf } from '../../../../shared/assemblers/agents/codex/skills-budget';
import { checkDocument } from '../../../../shared/document/check';
import { builtStretches } from '../../../support/agents/built';
import { assembleWorkspace } from '../../../support/assemble';
import { testFacts } from '../../../support/memory';

interface Fixture {
  readonly version: string;
  /** As long as the folder in which they were made: the lengths of paths count. */
  readonly root: string;
  readonly cases: readonly {
    readonly seed: number;
    readonly folder: string;
    readonly files: Readonly<Record<string, string>>;
    readonly skills: string;
  }[];
}

const path = join(import.meta.dirname, '../../../fixtures/codex/long-skills.json');
const { version, root, cases }: Fixture = JSON.parse(readFileSync(path, 'utf8'));
const rules = agentRules.find(({ id }) => id === 'codex');
if (rules === undefined) throw new Error('codex');

describe('a list of skills that is too long', () => {
  it('was sent by the measured version', () => {
    expect(rules.version).toBe(version);
  });

  it.each(cases.map((each) => [each.seed, each] as const))('is shortened as Codex does, case %i', (_seed, made) => {
    const files = Object.fromEntries(Object.entries(made.files).map(([name, text]) => [`${root}/${name}`, text]));
    const built = assembleWorkspace(
      agentArchitecture(rules),
      { ...files, [`${root}/repo/.git/HEAD`]: '' },
      {},
      { ...testFacts, home: `${root}/home`, workspace: `${root}/${made.folder}` },
    );
    expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
    expect(builtStretches(built)['skills']).toBe(made.skills);
    expect(built.findings).toContainEqual(expect.objectContaining({ ruleId: 'skills-shortened' }));
  });

  it('leaves out what does not fit, and goes on with what does', () => {
    const line = (name: string, description = '') => ({ bare: `- ${name}: (file: r0/x)\n`, description });
    expect(fitSkills([line('a', 'Whole.')], 100)).toEqual([6]);
    expect(fitSkills([line('much longer than this', 'x'), line('b', 'y')], 6)).toEqual([undefined, 0]);
  });

  it('has two per cent of the window, which the configuration can lower, or raise up to the model’s largest', () => {
    expect(skillsBudget(windowOf(undefined, undefined))).toBe(5_440);
    expect(windowOf('gpt-5.5', 1_000_000)).toBe(272_000);
    expect(windowOf('gpt-6.1-sol', 600_000)).toBe(600_000);
    expect(windowOf('gpt-6.1-terra', undefined)).toBe(500_000);
    expect(windowOf('gpt-5.5', 100_000)).toBe(100_000);
  });
});
