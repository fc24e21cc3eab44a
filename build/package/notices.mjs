// Third-party software in the package: its notices as text, and a bill of materials (CycloneDX 1.6). Both are made from
// the bundle, the lock file and the packages themselves. The notices of Electron and Chromium are beside the app.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../setup/paths.mjs';

/**
 * @typedef {{ name: string, version: string, license: string, integrity: string | undefined, notices: readonly string[]
 * }} Component
 */

const noticeFile = /^(?:licen[cs]e|copying|notice|third-?party-?notices?)(?:[._-].*)?$/i;

/** The packages bundled into the window and the command. @returns {Promise<readonly Component[]>} */
export async function bundledComponents(folder = join(root, 'out', 'packages')) {
  /** @type {readonly (readonly string[])[]} */
  const lists = await Promise.all(
    (await readdir(folder)).map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
  );
  /** @type {{ packages: Record<string, { version: string, integrity?: string }> }} */
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const places = [...new Set(lists.flat())].toSorted();
  return Promise.all(places.map((place) => componentAt(place, lock.packages[place]?.integrity)));
}

/** @param {string} place @param {string | undefined} integrity @returns {Promise<Component>} */
async function componentAt(place, integrity) {
  const folder = join(root, place);
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && noticeFile.test(entry.name),
  );
  const notices = await Promise.all(files.map((entry) => readFile(join(folder, entry.name), 'utf8')));
  return { name, version, license: typeof license === 'string' ? license : 'see its notice', integrity, notices };
}

/** @param {readonly Component[]} components */
export function noticesText(components) {
  const head =
    'Strata contains the following software of others, under these licences. The notices of Electron ' +
    'and Chromium are in\nLICENSE.electron.txt and LICENSES.chromium.html beside the app.\n';
  const parts = components.map(({ name, version, license, notices }) => {
    const none = `The package carries no notice of its own; its licence is ${license}.`;
    const texts = notices.length === 0 ? [none] : notices.map((text) => text.trim());
    return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
  });
  return [head, ...parts].join('\n');
}

/** @param {readonly Component[]} components @param {{ version: string, electron: string }} app */
export function billOfMaterials(components, { version, electron }) {
  const component = (/** @type {Component} */ { name, version: own, license, integrity }) => ({
    type: 'library',
    'bom-ref': purl(name, own),
    name,
    version: own,
    licenses: [{ expression: license }],
    purl: purl(name, own),
    ...(integrity === undefined ? {} : { hashes: hashes(integrity) }),
  });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl('strata', version),
        name: 'strata',
        version,
        licenses: [{ expression: 'MIT' }],
      },
    },
    components: [
      ...components.map(component),
      {
        type: 'framework',
        'bom-ref': purl('electron', electron),
        name: 'electron',
        version: electron,
        licenses: [{ expression: 'MIT' }],
        purl: purl('electron', electron),
      },
    ],
  };
}

/** @param {string} name @param {string} version */
function purl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** `sha512-base64`, as in the lock file. @param {string} integrity */
function hashes(integrity) {
  const [algorithm = '', value = ''] = integrity.split('-', 2);
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') }];
}

/** Writes both files where packaging expects them. @param {string} electron */
export async function writeNotices(electron) {
  const components = await bundledComponents();
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const folder = join(root, 'out', 'notices');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'THIRD_PARTY_NOTICES.txt'), noticesText(components));
  await writeFile(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials(components, { version, electron }), null, 2)}\n`,
  );
}
