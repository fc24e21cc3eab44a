import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../../electron/host/session';
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
});
