import { describe, expect, it } from 'vitest';
import { killWrites, writeKinds } from '../../../support/host/kill-writes';
import atomicWriter from '../../../support/host/atomic-writer?modulePath';
import { temporaryFolder } from '../../../support/host/temporary';

describe('a write that the process does not survive', () => {
  // `turn` is written as `save` is; the long form kills it too.
  it.each(writeKinds.filter((kind) => kind !== 'turn'))(
    'leaves the old content or the new, never half: %s',
    { timeout: 240_000 },
    async (kind) => {
      const folder = temporaryFolder();
      const during = await killWrites(atomicWriter, kind, folder, kind === 'lock' ? 2 : 16);
      // Two locks are too few to be sure that one of them was hit.
      expect(during).toBeGreaterThan(kind === 'lock' ? -1 : 0);
    },
  );
});
