import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const outsideSecret = 'OUTSIDE-4f1d';

const swapper = fileURLToPath(new URL('swapper.mjs', import.meta.url));

/** The files that are swapped during reading. */
export const racedFiles = {
  'ws/strata.json': JSON.stringify({
    declared: {
      messages: [
        {
          role: 'system',
          sections: [
            { id: 'a', source: { kind: 'file', path: 'notes/a.md' } },
            { id: 'b', source: { kind: 'file', path: 'deep/b.md' } },
            { id: 'c', each: { kind: 'glob', pattern: '{notes,deep}/*.md' } },
          ],
        },
      ],
    },
  }),
  'ws/notes/a.md': 'own text',
  'ws/deep/b.md': 'own text',
  'secret/a.md': outsideSecret,
  'secret/b.md': outsideSecret,
};

/** Runs `reader` while the entries of `folder`/ws are swapped for links and pipes. Returns the output of `reader`. */
export async function whileSwapping(folder: string, reader: string, rounds: number): Promise<unknown> {
  const swapping = spawn(process.execPath, [swapper, `${folder}/ws`, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(swapping.stdout, 'data');
    // A reader that waits for a pipe waits for ever: it is killed, and the test fails.
    const { stdout } = await promisify(execFile)(process.execPath, [reader, `${folder}/ws`, String(rounds)], {
      timeout: 45_000 + rounds * 1000,
      killSignal: 'SIGKILL',
    });
    if (swapping.exitCode !== null) throw new Error(`The swapping ended with ${swapping.exitCode}`);
    return JSON.parse(stdout) as unknown;
  } finally {
    swapping.kill('SIGKILL');
  }
}

/** The same for a design that reads the repository: file list, symbols, and the files a user works on. */
export const racedRepository = {
  ...racedFiles,
  'ws/strata.json': JSON.stringify({
    tiered: { files: ['notes/a.md', 'deep/b.md'], otherPrompts: { b: 'deep/b.md' } },
  }),
  'ws/system.md': 'You are here.',
  'secret/code.ts': `export const ${'OUTSIDE_4f1d'.toLowerCase()} = '${outsideSecret}';`,
};
