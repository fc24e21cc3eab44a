import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../build/setup/paths.mjs';
import { channels } from '../../../shared/ipc/contract';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : []));
const pages = ['.', 'docs', 'docs/designs'].flatMap(pagesIn);

/** As GitHub makes them from headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

function isThere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  return existsSync(join(root, target)) && (anchor === undefined || anchorsOf(read(target)).includes(anchor));
}

const code = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'shared', 'electron', 'renderer', 'build', 'test'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && existsSync(join(root, path)));
const words = new Set(code.flatMap((path) => read(path).match(/[\w$]+/g) ?? []));
const isChannel = (name: string): boolean =>
  Object.hasOwn(channels, name) || read('shared/ipc/contract.ts').includes(`'${name}'`);

/** Names that the how-tos of CONTRIBUTING.md let their reader make up. */
const ofHowTos = new Set(['sources:size', 'area:verb', 'PROMPT.md', 'OAR.md']);

/** True for what is no name of a module, a channel or a function, too. */
function isNamedInCode(name: string): boolean {
  if (/^[\w/-]+\.(?:tsx?|mjs)$/.test(name))
    return isHowTo(name) || code.some((path) => `/${path}`.endsWith(`/${name}`));
  if (/^[a-z]+:[a-z-]+$/.test(name)) return isChannel(name);
  if (!/^[A-Za-z]+[a-z][A-Z]\w*$|^[A-Z]\w*\.#?\w+$/.test(name)) return true;
  return name.split(/\.#?/).every((part) => words.has(part));
}

function isHowTo(path: string): boolean {
  return /\b(?:prompt-file|oar|all-capitals|longest(?:-panel)?(?:\.test)?)[./]/.test(path);
}

describe('the documents', () => {
  it.each(pages)('%s links only to what is there', (page) => {
    const text = read(page).replaceAll(/^ *```.*?^ *```/gms, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !/^https?:/.test(link) && !isThere(page, link))).toEqual([]);
  });

  /** CONTRIBUTING.md names files that its reader is about to write. */
  it.each(pages.filter((page) => page !== 'CONTRIBUTING.md'))('%s names only files that are there', (page) => {
    const named = [...read(page).matchAll(/`((?:shared|electron|renderer|test|build|docs)\/[\w./-]+\.\w+)`/g)];
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('begin with a README of at most 110 lines that leads to every page of docs', () => {
    const readme = read('README.md');
    expect(readme.split('\n').length).toBeLessThanOrEqual(110);
    expect(pagesIn('docs').filter((page) => !readme.includes(`](${page})`))).toEqual([]);
  });

  it('follow a save to the screen in at most twenty hops', () => {
    const hops = [...read('docs/how-a-build-works.md').matchAll(/^(\d+)\. \*\*`([^`]+\.tsx?)`: `([^`]+)`(.*)/gm)];
    expect(hops.map(([, number]) => Number(number))).toEqual(hops.map((_, index) => index + 1));
    expect(hops.length).toBeGreaterThan(10);
    expect(hops.length).toBeLessThanOrEqual(20);
    const gone = hops.filter(([, , file = '', name = '']) => {
      // Every design has one: any of them will do.
      const text = read(file.replace('<design>', 'tagged-sections'));
      return !new RegExp(`(?<![\\w.])${name.split('.').at(-1) ?? ''}\\(|function ${name}\\b`).test(text);
    });
    const unnamed = hops.flatMap(([, number = '', file = '', , about = '']) => {
      const text = read(file.replace('<design>', 'tagged-sections'));
      const names = [...about.matchAll(/`([a-z]+)(?:\([^`]*\))?`/g)].map(([, name = '']) => name);
      return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${number}: ${name}`);
    });
    expect(unnamed).toEqual([]);
    expect(gone.map(([hop]) => hop)).toEqual([]);
  });

  /** In prose: what stands in a block of code is for its reader to write. */
  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/how-a-build-works.md', 'docs/debugging.md'])(
    '%s names only functions, channels and modules that are there',
    (page) => {
      const prose = read(page).replaceAll(/^ *```.*?^ *```/gms, '');
      const names = new Set([...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name.replace(/\(.*\)$/, '')));
      expect([...names].filter((name) => !isNamedInCode(name) && !ofHowTos.has(name))).toEqual([]);
    },
  );

  it('name one version everywhere', () => {
    const { version } = JSON.parse(read('package.json'));
    const lock = JSON.parse(read('package-lock.json'));
    expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
    expect(read('CHANGELOG.md')).toContain(`\n## ${version}`);
  });
});
