// Swaps entries of a folder as fast as it can, until killed: `node swapper.mjs <folder> <outside>`. `notes/a.md` is in
// turn a file, a link to a file outside and a pipe; `deep` is in turn a folder and a link to one outside.
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, outside] = process.argv.slice(2);
const spare = join(outside, 'spare');
mkdirSync(spare, { recursive: true });
const file = join(folder, 'notes', 'a.md');
const deep = join(folder, 'deep');

const fresh = {
  file: (path) => writeFileSync(path, 'own text'),
  link: (path) => symlinkSync(join(outside, 'secret', 'b.md'), path),
  pipe: (path) => execFileSync('mkfifo', [path]),
};
// Many of each are made before the race, because making one takes longer than swapping it.
const kinds = ['file', 'link', 'file', 'pipe'];
const ready = Array.from({ length: 400 }, (_, at) => {
  const kind = kinds[at % kinds.length];
  const path = join(spare, `${at}`);
  rmSync(path, { force: true });
  fresh[kind](path);
  return path;
});
const linked = join(spare, 'linked');
rmSync(linked, { force: true });
symlinkSync(join(outside, 'secret'), linked);
process.stdout.write('ready\n');

const aside = join(spare, 'aside');
for (let at = 0; ; at += 1) {
  const path = ready[at % ready.length];
  // The old entry goes back to where the new one came from, in order.
  const back = ready[(at + ready.length - 1) % ready.length];
  if (at === 0) rmSync(file, { force: true });
  else renameSync(file, back);
  renameSync(path, file);
  renameSync(deep, aside);
  renameSync(linked, deep);
  renameSync(deep, linked);
  renameSync(aside, deep);
}
