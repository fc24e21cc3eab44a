/** Saves one file over and over, in a process of its own that is killed in the middle: `node atomic-writer.mjs <file> <size>`. */
import { nodeFiles } from '../../../electron/host/node-files';
import { savedContent } from './saved-content';

const [file = '', size = '1000'] = process.argv.slice(2);

for (let at = 1; ; at += 1) {
  try {
    await nodeFiles.writeAtomic(file, savedContent(at, Number(size)));
  } catch (problem) {
    process.stdout.write(`failed ${problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem)}\n`);
    break;
  }
  process.stdout.write(`saved ${at}\n`);
}
