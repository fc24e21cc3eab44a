/**
 * Another editor on the same file, in its own process: `node outside-process.mjs <file> <seed> [longest pause in ms]`.
 * It adds a line now and then, in place or by replacing the file, and checks that its line is there. If it lost a race
 * by its own fault, it tries again. Prints each written word on a line.
 */
import {
  appendFileSync,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { random } from './random.mjs';

const [file = '', seed = '1', pause = '150'] = process.argv.slice(2);
const pick = random(Number(seed));

/** @param {string} line */
function append(line) {
  const handle = openSync(file, 'a');
  try {
    // On a full disk only the start of the line may fit; that is no error, but the line is not written.
    if (writeSync(handle, line) < line.length) return false;
    return fstatSync(handle).ino === statSync(file).ino;
  } finally {
    closeSync(handle);
  }
}

/** @param {string} line */
function replace(line) {
  const before = readFileSync(file, 'utf8');
  writeFileSync(`${file}.theirs`, before + line);
  if (readFileSync(file, 'utf8') !== before) return false;
  renameSync(`${file}.theirs`, file);
  return true;
}

for (let count = 1; ; count += 1) {
  await new Promise((done) => setTimeout(done, 5 + pick(Number(pause))));
  const word = `theirs-${seed}-${count};`;
  try {
    while (!(pick(3) === 0 ? replace : append)(`${word}\n`));
    process.stdout.write(`wrote ${word}\n`);
  } catch (problem) {
    const code = problem instanceof Error && 'code' in problem ? String(problem.code) : '';
    if (code !== 'ENOSPC') throw problem;
    // A half-written line does not count.
    appendFileSync(file, '');
  }
}
