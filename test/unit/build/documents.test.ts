import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../build/setup/paths.mjs';

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

describe('the documents', () => {
  it.each(pages)('%s links only to what is there', (page) => {
    const text = read(page).replaceAll(/^ *```.*?^ *```/gms, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !/^https?:/.test(link) && !isThere(page, link))).toEqual([]);
  });

  it('begin with a README of at most 110 lines that leads to every page of docs', () => {
    const readme = read('README.md');
    expect(readme.split('\n').length).toBeLessThanOrEqual(110);
    expect(pagesIn('docs').filter((page) => !readme.includes(`](${page})`))).toEqual([]);
  });

  it('follow a save to the screen in at most twenty hops', () => {
    const hops = [...read('docs/how-a-build-works.md').matchAll(/^(\d+)\. \*\*`[^`]+\.tsx?`: `[^`]+`/gm)];
    expect(hops.map(([, number]) => Number(number))).toEqual(hops.map((_, index) => index + 1));
    expect(hops.length).toBeGreaterThan(10);
    expect(hops.length).toBeLessThanOrEqual(20);
  });

  it('name one version everywhere', () => {
    const { version } = JSON.parse(read('package.json'));
    const lock = JSON.parse(read('package-lock.json'));
    expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
    expect(read('CHANGELOG.md')).toContain(`\n## ${version}`);
  });
});
