/** Builds a folder over and over while another process swaps its files: `node swapped-reader.mjs <folder> <rounds>`. */
import { runProgram } from '../../../electron/cli/program';

const [folder = '', rounds = '1'] = process.argv.slice(2);
const seen = { own: 0, outside: 0, said: 0 };

for (let round = 0; round < Number(rounds); round += 1) {
  let out = '';
  let err = '';
  const output = {
    out: async (text: string) => {
      out += text;
    },
    err: (line: string) => {
      err += `${line}\n`;
    },
  };
  await runProgram(
    [
      ['build', folder],
      ['inspect', '--json', folder],
    ][round % 2] ?? [],
    '0.0.0-test',
    output,
  );
  if (out.includes('own text')) seen.own += 1;
  if (/left out|cannot be read/.test(err)) seen.said += 1;
  if (`${out}${err}`.includes('OUTSIDE-4f1d')) seen.outside += 1;
}
process.stdout.write(JSON.stringify(seen));
