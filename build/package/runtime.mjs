import { SetUpError } from '../setup/log.mjs';
import { officialVersion } from '../setup/runtime-official.mjs';

/** @typedef {import('../setup/runtime.mjs').Runtime} Runtime */

/**
 * Release packages contain Electron as its project published it, in the tested version, and no other.
 * @param {Runtime | undefined} runtime
 * @param {string} wanted
 * @returns {Runtime}
 */
export function requireReleasable(runtime, wanted = officialVersion()) {
  if (runtime?.source === 'official' || (runtime?.source === 'given' && runtime.version === wanted)) return runtime;
  const found =
    runtime === undefined
      ? 'none was found'
      : `this is Electron ${runtime.version}, ${runtime.source} (${runtime.why})`;
  throw new SetUpError(
    `Packages for release need Electron ${wanted} from its own project; ${found}. ` +
      'Connect to the network, or set ELECTRON_OVERRIDE_DIST_PATH to a folder that holds it. ' +
      'To try the packaging itself, run npm run package -- --test-build: what it makes is marked and not for release.',
  );
}
