import { expect, it } from 'vitest';
import { createSession } from '../../../../electron/host/session';
import type { RepositoryService } from '../../../../electron/host/services';
import type { Architecture } from '../../../../shared/assemblers/types';
import type { RepositoryFile } from '../../../../shared/sources/types';
import { analyzeNothing } from '../../../support/host/notes';
import { temporaryFolder } from '../../../support/host/temporary';

const document = {
  irVersion: 2,
  architecture: 'lister',
  variant: '',
  parameters: [],
  tools: [],
  messages: [],
  breakpoints: [],
  aside: [],
} as const;

/** A design that shows the files of the repository. */
const lister: Architecture = {
  id: 'lister',
  title: 'Lister',
  variants: [''],
  detect: { anyOf: [] },
  settings: [],
  requests: () => [{ kind: 'repository', as: 'files' }],
  assemble: () => ({ document, findings: [], controls: [], usable: true }),
};

/** `list`: the files by how often they were waited for. */
function repository(list: (waits: number) => readonly RepositoryFile[]) {
  let waits = 0;
  const service: RepositoryService = {
    repository: () => ({ files: list(waits), findings: [], folders: [] }),
    symbols: () => ({ table: { files: [], complete: true }, findings: [] }),
    touched: () => undefined,
    onChanged: () => () => undefined,
    settled: () => {
      waits += 1;
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  return { service, waits: () => waits };
}

async function open(service: RepositoryService): Promise<void> {
  const session = createSession({
    watch: false,
    analyze: analyzeNothing,
    architectures: [lister],
    repository: () => service,
  });
  try {
    await session.open(temporaryFolder(), { architecture: 'lister' });
  } finally {
    await session.close();
  }
}

it('a build without a watch ends though the repository lists other files each time', async () => {
  const { service, waits } = repository((round) => [{ path: `file-${round}`, bytes: 1 }]);
  await open(service);
  expect(waits()).toBe(8);
});

it('a build without a watch waits once for a repository that lists the same files', async () => {
  const files: readonly RepositoryFile[] = [{ path: 'a', bytes: 1 }];
  const { service, waits } = repository(() => files);
  await open(service);
  expect(waits()).toBe(1);
});
