#!/usr/bin/env node
// node build/icons/render.mjs: draws strata.svg with the installed Electron and writes the PNG, ICO and ICNS files
// beside it. Run it when the drawing changes. The results are committed, so that packaging needs no display.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, SetUpError } from '../setup/log.mjs';
import { runCommand } from '../setup/process.mjs';
import { findRuntime } from '../setup/runtime.mjs';
import { icnsOf, icoOf } from './containers.mjs';

const here = import.meta.dirname;
const linux = [16, 32, 48, 64, 128, 256, 512];
const all = [...linux, 24, 1024];

await run(async () => {
  const runtime = await findRuntime();
  if (runtime === undefined) throw new SetUpError('There is no Electron yet: run npm start or npm test first.');
  const folder = await mkdtemp(join(tmpdir(), 'strata-icons-'));
  try {
    const code = await runCommand(runtime.executable, [
      '--no-sandbox',
      join(here, 'draw.cjs'),
      join(here, 'strata.svg'),
      folder,
      all.join(','),
    ]);
    if (code !== 0) throw new SetUpError('The drawing could not be rendered; it needs a display (xvfb-run).');
    /** @param {number} size */
    const png = async (size) => ({ size, png: await readFile(join(folder, `${size}.png`)) });
    for (const size of linux) await writeFile(join(here, `${size}x${size}.png`), (await png(size)).png);
    await writeFile(join(here, 'icon.ico'), icoOf(await Promise.all([16, 24, 32, 48, 64, 128, 256].map(png))));
    await writeFile(join(here, 'icon.icns'), icnsOf(await Promise.all([16, 32, 64, 128, 256, 512, 1024].map(png))));
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
