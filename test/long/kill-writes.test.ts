import { describe, expect, it } from 'vitest';
import { killWrites, writeKinds } from '../support/host/kill-writes';
import atomicWriter from '../support/host/atomic-writer?modulePath';
import { temporaryFolder } from '../support/host/temporary';

describe('two hundred kills at each kind of write', () => {
  it.each(writeKinds)('lose no byte that was ever good: %s', { timeout: 3_600_000 }, async (kind) => {
    const during = await killWrites(atomicWriter, kind, temporaryFolder(), 200);
    console.info(`${kind}: ${during} of 200 kills came in the middle of a write`);
    expect(during).toBeGreaterThan(0);
  });
});
