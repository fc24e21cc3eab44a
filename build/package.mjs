#!/usr/bin/env node
// npm run package: builds the packages of this platform in dist/. A target whose helper cannot be downloaded is skipped
// and named at the end. --test-build takes any Electron, writes to dist/test and marks the packages; --dir stops at the
// unpacked app.
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './bundle/bundle.mjs';
import { writeNotices } from './package/notices.mjs';
import { requireReleasable } from './package/runtime.mjs';
import { situationOf } from './setup/consent.mjs';
import { run, say } from './setup/log.mjs';
import { root } from './setup/paths.mjs';
import { findRuntime, tryOfficialRuntime } from './setup/runtime.mjs';
import { setUp, setUpDependencies } from './setup.mjs';

/** @typedef {import('electron-builder').Configuration} Configuration */

/**
 * The targets of a platform; those that need no download come first.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const platforms = { linux: ['tar.gz', 'deb', 'AppImage'], darwin: ['dmg'], win32: ['nsis'] };

const output = (/** @type {boolean} */ test) => (test ? 'dist/test' : 'dist');

/** The folder of this machine's unpacked app after `--dir`. */
export function unpackedApp(test = false, platform = process.platform, arch = process.arch) {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  if (platform === 'darwin') {
    const contents = join(root, output(test), `mac${suffix}`, 'Strata.app', 'Contents');
    return { executable: join(contents, 'MacOS', 'strata-app'), resources: join(contents, 'Resources') };
  }
  const folder = join(root, output(test), platform === 'win32' ? `win${suffix}-unpacked` : `linux${suffix}-unpacked`);
  return {
    executable: join(folder, platform === 'win32' ? 'strata-app.exe' : 'strata-app'),
    resources: join(folder, 'resources'),
  };
}

/** @param {boolean} test */
async function chooseRuntime(test) {
  if (test) return setUp(situationOf(), []);
  await setUpDependencies();
  const found = await findRuntime();
  return requireReleasable(
    found?.source === 'unofficial' ? await tryOfficialRuntime() : (found ?? (await tryOfficialRuntime())),
  );
}

/**
 * @param {import('./setup/runtime.mjs').Runtime} runtime
 * @param {boolean} test
 * @returns {Configuration}
 */
function configuration(runtime, test) {
  return {
    extends: 'build/electron-builder.yml',
    electronVersion: runtime.version,
    electronDist: dirname(runtime.executable),
    directories: { output: output(test) },
    ...(test
      ? {
          artifactName: 'strata-${version}-test-build-${os}-${arch}.${ext}',
          extraMetadata: { testBuild: `Electron ${runtime.version}, ${runtime.source}: not for release` },
        }
      : {}),
    // Removes Electron's demo app, which would start if the archive were missing.
    afterPack: ({ appOutDir, packager }) =>
      rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true }),
  };
}

/** @param {readonly string[]} args */
async function makePackages(args) {
  const test = args.includes('--test-build');
  const platform = platforms[process.platform];
  if (platform === undefined) throw new Error(`there is no package for ${process.platform}`);
  const runtime = await chooseRuntime(test);
  await ensureBuilt('app');
  await writeNotices(runtime.version);
  const { build, Platform } = await import('electron-builder');
  const here = Platform.current();
  if (process.platform === 'linux')
    process.env['ELECTRON_BUILDER_7ZIP_PATH'] ??= join(root, 'build', 'package', 'gzip.mjs');
  await rm(join(root, output(test)), { recursive: true, force: true });
  // electron-builder changes the configuration it is given, so each target gets its own.
  const make = (/** @type {string} */ target) =>
    build({
      projectDir: root,
      config: configuration(runtime, test),
      targets: here.createTarget(target),
      publish: 'never',
    });
  if (args.includes('--dir')) {
    await make('dir');
    return 0;
  }
  /** @type {string[]} */
  const made = [];
  /** @type {string[]} */
  const failed = [];
  for (const target of platform) {
    try {
      made.push(...(await make(target)).filter((file) => !file.endsWith('.blockmap')));
    } catch (problem) {
      failed.push(`${target}: ${problem instanceof Error ? (problem.message.split('\n')[0] ?? '') : String(problem)}`);
    }
  }
  say(`\nMade with Electron ${runtime.version}, ${runtime.source}:`);
  for (const file of made) say(`  ${file}`);
  for (const each of failed) say(`  not made: ${each}`);
  return made.length > 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(() => makePackages(process.argv.slice(2)));
