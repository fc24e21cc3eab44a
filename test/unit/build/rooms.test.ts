import { describe, expect, test } from 'vitest';
import {
  importsOf,
  readMap,
  readmeOf,
  roomOf,
  roomProblems,
  unnamedFolders,
  wrongImports,
} from '../../../build/checks/rooms.mjs';

const map = readMap(`# A

## Map

| folder | what it is | may import |
|---|---|---|
| \`shared/document\` | the document | nothing |
| \`shared/analysis\` | counts. Rooms: \`count\` | \`shared/document\` |
| \`electron/host\` | the session | \`shared\`, \`electron/host\` |
| \`electron/host/disk\` | files | \`shared\`, \`electron/host/errors\` |

## After
`);

describe('the map of rooms', () => {
  test('puts a file into the room that names it most exactly', () => {
    expect(roomOf(map, 'electron/host/disk/paths.ts')?.folder).toBe('electron/host/disk');
    expect(roomOf(map, 'electron/host/session.ts')?.folder).toBe('electron/host');
    expect(roomOf(map, 'renderer/main.tsx')).toBeUndefined();
  });

  test('finds a folder that no row names', () => {
    const folders = ['shared/analysis', 'shared/analysis/count', 'shared/analysis/rules', 'renderer'];
    expect(unnamedFolders(map, folders)).toEqual(['shared/analysis/rules', 'renderer']);
  });

  test('finds imports of types, re-exports, late imports and workers', () => {
    const text = [
      "import type { A } from './a';",
      "export { b } from '../b';",
      "const c = await import('./c');",
      "import start from './d?nodeWorker';",
      "import './e.css';",
      "import { join } from 'node:path';",
    ].join('\n');
    expect(importsOf('x/y/z.ts', text)).toEqual(['x/y/a', 'x/b', 'x/y/c', 'x/y/d', 'x/y/e.css']);
  });

  test.each([
    ['shared/analysis/count/a.ts', '../../document/types', true],
    ['shared/analysis/count/a.ts', '../types', true],
    ['shared/document/a.ts', '../analysis/types', false],
    ['electron/host/disk/a.ts', '../errors', true],
    ['electron/host/disk/a.ts', '../session', false],
    ['electron/host/session.ts', './disk/paths', true],
    ['renderer/main.tsx', './app', false],
  ])('%s and %s: %s', (path, module, allowed) => {
    expect(wrongImports(map, [[path, `import { a } from '${module}';`]])).toHaveLength(allowed ? 0 : 1);
  });

  test('is what the README.md of a room says', () => {
    const found = roomOf(map, 'electron/host/disk');
    if (found === undefined) throw new Error('no room');
    expect(readmeOf(found.room, found.folder)).toBe(
      '# electron/host/disk\n\nFiles.\n\n' +
        'May import: `shared`, `electron/host/errors`. The map is in ARCHITECTURE.md.\n',
    );
  });

  test('is kept by the tree: every folder is in it, and every import is allowed', async () => {
    expect(await roomProblems()).toEqual([]);
  });
});
