import { chmodSync } from 'node:fs';
import { delimiter } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemKeychain } from '../../../../electron/host/ask/keychain';
import { temporaryFolder, writeFiles } from '../../../support/host/temporary';

afterEach(() => vi.unstubAllEnvs());

/** Puts a program with this name first on the PATH. */
function program(name: string, script: string): void {
  const folder = temporaryFolder();
  writeFiles(folder, { [name]: `#!/bin/sh\n${script}\n` });
  chmodSync(`${folder}/${name}`, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
}

/** As documented: prints the secret without a line end; prints nothing and exits with 1 if there is none. */
const secretTool =
  'if [ "$*" = "lookup service strata account ANTHROPIC_API_KEY" ]; then printf "sk-of-the-keychain"; else exit 1; fi';
/** As documented: prints the password and a line end; exits with 44 if there is none. */
const security =
  'if [ "$*" = "find-generic-password -s strata -a ANTHROPIC_API_KEY -w" ]; then echo ' +
  '"sk-of-the-keychain"; else echo "security: SecKeychainSearchCopyNext: The specified item could ' +
  'not be found in the keychain." >&2; exit 44; fi';

describe.each([
  ['linux', 'secret-tool', secretTool],
  ['darwin', 'security', security],
] as const)('the keychain of %s', (platform, name, script) => {
  it('gives the key that is there, and says when there is none', async () => {
    program(name, script);
    const look = systemKeychain(platform);
    expect(await look('ANTHROPIC_API_KEY')).toEqual({ found: true, key: 'sk-of-the-keychain' });
    expect(await look('OPENAI_API_KEY')).toEqual({
      found: false,
      why: 'the system keychain has no OPENAI_API_KEY of the service strata',
    });
  });

  it('that fails, hangs or is missing gives a sentence without its output', async () => {
    program(name, 'echo half-a-secret; echo "Cannot autolaunch D-Bus" >&2; exit 7');
    expect(await systemKeychain(platform)('ANTHROPIC_API_KEY')).toEqual({
      found: false,
      why: 'the system keychain could not be read: it is locked or not running',
    });
    program(name, 'exec sleep 30');
    expect(await systemKeychain(platform, 200)('ANTHROPIC_API_KEY')).toEqual({
      found: false,
      why: 'the system keychain did not answer within 0.2 s',
    });
    vi.stubEnv('PATH', temporaryFolder());
    expect(await systemKeychain(platform)('ANTHROPIC_API_KEY')).toEqual({
      found: false,
      why: `the system keychain cannot be read without the program ${name}`,
    });
  });

  it('is stopped when the request is cancelled', async () => {
    program(name, 'exec sleep 30');
    const controller = new AbortController();
    const looking = systemKeychain(platform)('ANTHROPIC_API_KEY', controller.signal);
    controller.abort();
    expect(await looking).toMatchObject({ found: false });
  });
});

it('secret-tool without a running service is not taken for an empty keychain', async () => {
  program('secret-tool', 'echo "secret-tool: Cannot autolaunch D-Bus without X11" >&2; exit 1');
  expect(await systemKeychain('linux')('ANTHROPIC_API_KEY')).toEqual({
    found: false,
    why: 'the system keychain could not be read: it is locked or not running',
  });
});

it('the name of a key is not run as a command', async () => {
  program('secret-tool', 'printf "%s" "$5"');
  expect(await systemKeychain('linux')('$(echo owned); x')).toEqual({ found: true, key: '$(echo owned); x' });
});

it('other systems say so', async () => {
  expect(await systemKeychain('win32')('ANTHROPIC_API_KEY')).toEqual({
    found: false,
    why: 'a keychain is read only on macOS and Linux',
  });
});
