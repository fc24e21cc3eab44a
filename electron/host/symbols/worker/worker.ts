import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerRole } from './messages';
import { startEngine } from './engine';
import { startHelper } from './helper';

if (parentPort === null) throw new Error('This module is a worker');

// Electron would treat an `.asar` file of the repository as a folder; nothing here needs a packaged archive.
Object.assign(process, { noAsar: true });

// The thread that starts this worker passes exactly this.
const role = workerData as WorkerRole;
if (role.role === 'engine') startEngine(role, parentPort);
else startHelper(parentPort, role.other);
