import { expect, it } from 'vitest';
import swappedReader from '../support/host/swapped-reader?modulePath';
import { racedFiles, racedRepository, whileSwapping } from '../support/host/race';
import { temporaryFolder, writeFiles } from '../support/host/temporary';

const some: unknown = expect.toSatisfy((count: number) => count > 0);

for (const [name, files] of Object.entries({ 'a declared layout': racedFiles, 'a repository': racedRepository })) {
  it(
    `no byte from outside in thousands of builds of ${name} while its files are swapped for links and pipes`,
    { timeout: 1_800_000 },
    async () => {
      const folder = temporaryFolder();
      writeFiles(folder, files);
      expect(await whileSwapping(folder, swappedReader, 2000)).toEqual({ own: some, outside: 0, said: some });
    },
  );
}
