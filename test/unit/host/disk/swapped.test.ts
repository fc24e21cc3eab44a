import { expect, it } from 'vitest';
import swappedReader from '../../../support/host/swapped-reader?modulePath';
import { racedFiles, whileSwapping } from '../../../support/host/race';
import { temporaryFolder, writeFiles } from '../../../support/host/temporary';

it(
  'a file swapped for a link or a pipe between look and read is never shown and never waited for',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    writeFiles(folder, racedFiles);
    expect(await whileSwapping(folder, swappedReader, 200)).toEqual({
      own: expect.toSatisfy((count: number) => count > 0),
      outside: 0,
      said: expect.toSatisfy((count: number) => count > 0),
    });
  },
);
