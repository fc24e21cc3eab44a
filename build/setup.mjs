#!/usr/bin/env node
// Set-up, the first step of `npm start` and `npm test`. The machine may have only Node and npm, so every module here
// uses nothing but node: modules. A second run finds everything in place and changes nothing.
import { pathToFileURL } from 'node:url';
import { obtainConsent, situationOf } from './setup/consent.mjs';
import { needsVirtualDisplay } from './setup/display.mjs';
import { run, say, SetUpError } from './setup/log.mjs';
import { ensureDependencies } from './setup/node-modules.mjs';
import { requireNode } from './setup/node-version.mjs';
import { findRuntime, tryOfficialRuntime, takeUnofficialRuntime } from './setup/runtime.mjs';
import { intention as fetchIntention } from './setup/runtime-unofficial.mjs';
import { installSystemLibraries, missingFromSystem, requireInstaller } from './setup/system-libraries.mjs';

/** Programs that the tests need besides the app: repository listings are compared with git's own. */
export function testPrograms() {
  return ['git', ...(needsVirtualDisplay() ? ['Xvfb'] : [])];
}

/** Checks Node and installs the packages of the lock file. */
export async function setUpDependencies() {
  requireNode();
  await ensureDependencies();
}

/**
 * Installs dependencies, the Electron runtime and the system libraries it needs.
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
