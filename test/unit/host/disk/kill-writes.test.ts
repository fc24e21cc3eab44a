import { describe, expect, it } from 'vitest';
import { killWrites, writeKinds } from '../../../support/host/kill-writes';
import atomicWriter from '../../../support/host/atomic-writer?modulePath';
import { temporaryFolder } from '../../../support/host/temporary';

describe('a write that the process does not survive', () => {
  it.each(writeKinds)('leaves the old content or the new, never half: %s', { timeout: 240_000 }, async (kind) => {
    // A command takes a second to start, but the kill comes in the middle of nearly every write.
    const kills = kind === 'lock' || kind === 'turn' ? 4 : 16;
    expect(await killWrites(atomicWriter, kind, temporaryFolder(), kills)).toBeGreaterThan(0);
  });
});
