import { queryObjects } from 'node:v8';
import { MessagePort } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createRepositoryService } from '../../../../electron/host/repository/repository';
import { temporaryWorkspace } from '../../../support/host/temporary';

/**
 * An open port is a root of its own: what was not closed is still there after the collection that the query begins
 * with.
 */
const openPorts = (): number => queryObjects(MessagePort, { format: 'count' });

async function readOnce(folder: string): Promise<void> {
  const repository = createRepositoryService(folder, { helpFrom: Infinity });
  await repository.symbols();
  await repository.dispose();
}

it('a repository that is closed leaves no port open', async () => {
  const { workspace } = temporaryWorkspace({ 'a.ts': 'export const a = 1;\n' });
  await readOnce(workspace);
  const before = openPorts();
  for (let time = 0; time < 4; time += 1) await readOnce(workspace);
  // A port that is being closed goes in a later turn of the loop; one that was forgotten stays for good.
  await expect.poll(openPorts, { timeout: 20_000 }).toBeLessThanOrEqual(before + 1);
});
