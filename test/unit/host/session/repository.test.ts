import { afterEach, describe, expect, it } from 'vitest';
import type { RepositoryService } from '../../../../electron/host/services';
import type { Architecture } from '../../../../shared/assemblers/types';
import type { RepositoryFile, SymbolTable } from '../../../../shared/sources/types';
import { notes } from '../../../support/host/notes';
import { writeFiles } from '../../../support/host/temporary';
import { closeSessions, opened, shows, until } from '../../../support/host/sessions';

afterEach(closeSessions);

describe('the repository', () => {
  /** A design that shows how many files the repository has. */
  const counting: Architecture = {
    ...notes,
    requests: (input) => [
      ...notes.requests(input),
      { kind: 'repository', as: 'repository' },
      { kind: 'symbols', as: 'symbols' },
    ],
    assemble(input) {
      const { repository, symbols } = input.sources;
      const assembled = notes.assemble(input);
      return {
        ...assembled,
        document: {
          ...assembled.document,
          variant: `${repository?.length ?? 'no'} files, ${symbols?.files.length ?? 'no'} symbols`,
        },
      };
    },
  };

  function slowRepository() {
    let files: readonly RepositoryFile[] = [];
    let table: SymbolTable = { files: [], complete: false };
    let tell = (): void => undefined;
    let settle = (): void => undefined;
    const settled = new Promise<void>((resolve) => (settle = resolve));
    const touched: (readonly string[] | 'all')[] = [];
    const service: RepositoryService = {
      repository: () => ({ files, findings: [], folders: [] }),
      symbols: () => ({ table, findings: [] }),
      touched: (paths) => touched.push(paths),
      onChanged: (listener) => {
        tell = listener;
        return () => undefined;
      },
      settled: () => settled,
      close: async () => undefined,
    };
    const know = (): void => {
      files = [{ path: 'a.ts', bytes: 1 }];
      table = { files: [], complete: true };
      settle();
      tell();
    };
    const lookAgain = (): void => {
      table = { ...table, complete: !table.complete };
      tell();
    };
    return { service, know, lookAgain, touched };
  }

  it('is waited for where nothing is watched', async () => {
    const { service, know } = slowRepository();
    setImmediate(know);
    const { inspection } = await opened(
      { 'notes/a.md': 'x' },
      { architectures: [counting], repository: () => service, watch: false },
    );
    expect(inspection.document.variant).toBe('1 files, 0 symbols');
  });

  it('triggers its own build when watched, and none if it found nothing new', async () => {
    const { service, know, lookAgain, touched } = slowRepository();
    const { session, inspection, workspace } = await opened(
      { 'notes/a.md': 'x' },
      { architectures: [counting], repository: () => service },
    );
    expect(inspection.document.variant).toBe('0 files, 0 symbols');
    know();
    const { revision } = await until(session, (each) => each.document.variant === '1 files, 0 symbols');
    lookAgain();
    lookAgain();
    writeFiles(workspace, { 'notes/a.md': 'y' });
    expect(await until(session, shows('# notes/a.md\ny'))).toMatchObject({ revision: revision + 1 });
    expect(touched.flat()).toContain(`${workspace}/notes/a.md`);
  });
});
