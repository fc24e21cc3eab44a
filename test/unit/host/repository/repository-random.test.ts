import { it } from 'vitest';
import { expectGitsList } from '../../../support/host/random-repository';
import { temporaryFolder } from '../../../support/host/temporary';

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
  'the list of a random repository is the one git gives (seed %i)',
  async (seed) => {
    await expectGitsList(temporaryFolder(), seed);
  },
);
