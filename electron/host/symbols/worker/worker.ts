import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerRole } from './messages';
import { startEngine } from './engine';
import { startHelper } from './helper';

if (parentPort === null) throw new Error('This module is a worker');

// Electron would show an `.asar` file of the repository as a folder; nothing in a packaged archive is needed here.
Object.assign(process, { noAsar: true });

// The one that starts us passes exactly this.
const role = workerData as WorkerRole;
if (role.role === 'engine') startEngine(role, parentPort);
else startHelper(parentPort, role.other);
