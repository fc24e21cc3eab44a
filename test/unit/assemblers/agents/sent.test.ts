/** What the real agents sent on 50 generated workspaces each (`test/fixtures/<agent>/sent.json`), byte for byte. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentPackages } from '../../../../build/agents/versions.mjs';
import { agentRules } from '../../../../shared/assemblers/agents';
import { checkDocument } from '../../../../shared/document/check';
import { buildAs, builtStretches } from '../../../support/agents/built';
import { anyRoot, type SentCase, type SentFile } from '../../../support/agents/records';
import { makeSandbox } from '../../../support/agents/sandbox';

const folder = join(import.meta.dirname, '../../../fixtures');

async function builtOf(agent: string, { folder, entries }: SentCase): Promise<unknown> {
  const sandbox = makeSandbox({ folder, entries });
  try {
    const inspection = await buildAs(agent, sandbox.folder, sandbox.home);
    expect(checkDocument(inspection.document)).toEqual([]);
    return Object.fromEntries(
      Object.entries(builtStretches(inspection)).map(([key, text]) => [key, text.replaceAll(sandbox.root, anyRoot)]),
    );
  } finally {
    sandbox.remove();
  }
}

describe.each(Object.keys(agentPackages))('%s', (agent) => {
  const path = join(folder, agent, 'sent.json');
  const sent: SentFile = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { version: '', cases: [] };

  it('has what 50 runs of the measured version sent', () => {
    expect(sent.version).toBe(agentRules.find(({ id }) => id === agent)?.version);
    expect(sent.cases).toHaveLength(50);
  });

  it.each(sent.cases.map((each) => [each.seed, each] as const))('workspace %i', async (_seed, each) => {
    expect(await builtOf(agent, each)).toEqual(each.stretches);
  });
});
