#!/usr/bin/env node
// What `npm start` and `npm test` run first, on a machine that has only Node and npm: every module here uses nothing
// but node: modules. A second run finds everything in place and changes nothing.
import { pathToFileURL } from 'node:url';
import { obtainConsent, situationOf } from './setup/consent.mjs';
import { needsVirtualDisplay } from './setup/display.mjs';
import { run, say, SetUpError } from './setup/log.mjs';
import { ensureDependencies } from './setup/node-modules.mjs';
import { requireNode } from './setup/node-version.mjs';
import { findRuntime, tryOfficialRuntime, takeUnofficialRuntime } from './setup/runtime.mjs';
import { intention as fetchIntention } from './setup/runtime-unofficial.mjs';
import { installSystemLibraries, missingFromSystem, requireInstaller } from './setup/system-libraries.mjs';

/** What the tests start besides the app: the repository listings are checked against git's own. */
export function testPrograms() {
  return ['git', ...(needsVirtualDisplay() ? ['Xvfb'] : [])];
}

/** Node and the packages of the lock file. */
export async function setUpDependencies() {
  requireNode();
  await ensureDependencies();
}

/**
 * Dependencies, the Electron runtime and the system libraries it needs.
 * @param {import('./setup/consent.mjs').Situation} situation
 * @param {readonly string[]} programs what has to be on the PATH besides
 * @returns {Promise<import('./setup/runtime.mjs').Runtime>}
 */
export async function setUp(situation, programs) {
  await setUpDependencies();
  const present = (await findRuntime()) ?? (await tryOfficialRuntime());
  const missing = missingFromSystem(present?.executable, programs);
  const installer = missing.length > 0 ? requireInstaller(missing) : undefined;
  await obtainConsent(
    [
      ...(installer ? [`install system packages with apt (this system lacks ${missing.join(', ')})`] : []),
      ...(present ? [] : [fetchIntention]),
    ],
    situation,
  );
  if (installer) installSystemLibraries(installer);
  const runtime = present ?? (await takeUnofficialRuntime());
  const still = missingFromSystem(runtime.executable, programs);
  if (still.length > 0) throw new SetUpError(`Electron cannot run: this system still lacks ${still.join(', ')}.`);
  say(`Set-up: Electron ${runtime.version}, ${runtime.source} (${runtime.why})`);
  return runtime;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await run(async () => {
    await setUp(situationOf(), testPrograms());
    return 0;
  });
}
