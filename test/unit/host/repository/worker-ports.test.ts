import { queryObjects } from 'node:v8';
import { MessagePort } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createRepositoryService } from '../../../../electron/host/repository/repository';
import { temporaryWorkspace } from '../../../support/host/temporary';

/** An open port is a GC root: ports that were not closed survive the collection that the query starts with. */
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
  // A closing port disappears in a later turn of the event loop; a forgotten one stays for good.
  await expect.poll(openPorts, { timeout: 20_000 }).toBeLessThanOrEqual(before + 1);
});
