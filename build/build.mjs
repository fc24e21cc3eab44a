#!/usr/bin/env node
import { ensureBuilt } from './bundle/bundle.mjs';
import { run } from './setup/log.mjs';

await run(async () => {
  await ensureBuilt('app', { force: true });
  return 0;
});
