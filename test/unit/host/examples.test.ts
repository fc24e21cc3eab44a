import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../../electron/host/session';
import { agentRules } from '../../../shared/assemblers/agents';
import { architectures } from '../../../shared/assemblers/registry';
import { checkDocument } from '../../../shared/document/check';
import { analyzeNothing } from '../../support/host/notes';

const folder = join(import.meta.dirname, '../../../build/examples');
const known = readdirSync(folder).filter((name) => architectures.some((architecture) => architecture.id === name));

describe('the bundled examples', () => {
  it.each(known)('%s opens from disk with its own design, sound and without an error', async (name) => {
    const session = createSession({ watch: false, analyze: analyzeNothing });
    const inspection = await session.open(join(folder, name));
    await session.close();
    expect(inspection).toMatchObject({ architecture: name, usable: true, stale: false });
    expect(inspection.findings.filter((each) => each.severity === 'error')).toEqual([]);
    expect(inspection.architectures.find((each) => each.id === name)).toMatchObject({ detected: true });
    expect(checkDocument(inspection.document)).toEqual([]);
  });

  it('agents opens as every agent, sound and without an error', async () => {
    const session = createSession({ watch: false, analyze: analyzeNothing });
    expect(await session.open(join(folder, 'agents'))).toMatchObject({ architecture: 'codex', usable: true });
    for (const { id } of agentRules) {
      const inspection = await session.configure({ architecture: id });
      expect(inspection.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(inspection.architectures.find((each) => each.id === id)).toMatchObject({ kind: 'agent', detected: true });
      expect(checkDocument(inspection.document)).toEqual([]);
    }
    await session.close();
  });
});
