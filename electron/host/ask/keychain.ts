/** Reads a key from the system's keychain. Writes nothing and never logs what it reads. */
import { execFile } from 'node:child_process';

export type KeychainAnswer =
  | { readonly found: true; readonly key: string }
  /** `why` continues the sentence "it is not in the environment, and …". */
  | { readonly found: false; readonly why: string };

/** Looks a key up by the name of its environment variable. */
export type Keychain = (name: string, signal?: AbortSignal) => Promise<KeychainAnswer>;

export const keychainService = 'strata';

/** Long, because a locked keychain first asks the user for a password. */
const timeoutMs = 60_000;
const longestAnswer = 16 * 1024;

interface Program {
  readonly file: string;
  args(name: string): readonly string[];
  /** Exit code that means there is no such entry. */
  readonly none: number;
}

const programs: Readonly<Partial<Record<NodeJS.Platform, Program>>> = {
  darwin: {
    file: 'security',
    args: (name) => ['find-generic-password', '-s', keychainService, '-a', name, '-w'],
    none: 44,
  },
  linux: { file: 'secret-tool', args: (name) => ['lookup', 'service', keychainService, 'account', name], none: 1 },
};

export function systemKeychain(platform: NodeJS.Platform = process.platform, limitMs = timeoutMs): Keychain {
  const program = programs[platform];
  if (program === undefined) return async () => ({ found: false, why: 'a keychain is read only on macOS and Linux' });
  return (name, signal) =>
    new Promise((resolve) => {
      const { file, args, none } = program;
      execFile(
        file,
        args(name),
        { timeout: limitMs, maxBuffer: longestAnswer, windowsHide: true, ...(signal === undefined ? {} : { signal }) },
        (error, stdout, stderr) => {
          // The error may contain the output, so only its code is read.
          const key = stdout.trim();
          // secret-tool exits with the same code when nothing answers it, but then it prints an error.
          const isNone = error === null || (error.code === none && (platform === 'darwin' || stderr.trim() === ''));
          if (error === null && key !== '') resolve({ found: true, key });
          else if (isNone)
            resolve({ found: false, why: `the system keychain has no ${name} of the service ${keychainService}` });
          else if (error.code === 'ENOENT')
            resolve({ found: false, why: `the system keychain cannot be read without the program ${file}` });
          else if (error.killed === true)
            resolve({ found: false, why: `the system keychain did not answer within ${limitMs / 1000} s` });
          else resolve({ found: false, why: 'the system keychain could not be read: it is locked or not running' });
        },
      );
    });
}
