import { describe, expect, it } from 'vitest';
import { leaves } from '../../../../shared/document/walk';
import { findingLines } from '../../../support/fixtures';
import { testFacts } from '../../../support/memory';
import { build, omission } from '../../../support/persona-files';

describe('runtime', () => {
  it('is omitted without runtime.json', () => {
    expect(omission(build({}), 'system/Runtime')).toEqual({ reason: 'source-missing', looked: ['runtime.json'] });
  });

  it.each([
    [{}, 'Host: host=testhost | os=linux | arch=x86_64 | shell=bash | timezone=Europe/Helsinki\n'],
    [
      { platform: 'darwin', arch: 'arm64', shell: '/bin/zsh' },
      'Host: host=testhost | os=macos | arch=aarch64 | shell=zsh | timezone=Europe/Helsinki\n',
    ],
    [
      { platform: 'win32', shell: 'C:\\Windows\\System32\\cmd.exe', host: '' },
      'Host: os=windows | arch=x86_64 | shell=cmd | timezone=Europe/Helsinki\n',
    ],
  ])('is this machine when asked for (%j)', (facts, line) => {
    const built = build({}, { useThisMachine: true }, { ...testFacts, ...facts });
    expect(built.text).toContain(`## Runtime\n\n${line}Execution routing:\n`);
    expect(built.document.messages.flatMap(leaves).filter(({ origin }) => origin.kind === 'environment')).not.toEqual(
      [],
    );
  });

  it('prefers runtime.json to this machine, and says so', () => {
    const built = build({ 'runtime.json': '{"host":{"host":"pinned"}}' }, { useThisMachine: true });
    expect(built.text).toContain('Host: host=pinned\n');
    expect(built.findings.map((each) => each.ruleId)).toEqual(['machine-unused']);
  });

  it('prints in the order of the design, whatever the order of the file, and skips what is empty', () => {
    const host =
      '{"host":{"remote_ip":"::1","os":"","accept_language":"fi","sudo_status":"denied",' +
      '"sudo_non_interactive":false,"host":"h","shell":null}}';
    expect(build({ 'runtime.json': host }).text).toContain(
      'Host: host=h | sudo_non_interactive=false | sudo_status=denied | accept_language=fi | remote_ip=::1\n',
    );
  });

  it.each([
    [
      '{"sandbox":{"enabled":true,"network":"enabled","session_override":true}}',
      'Sandbox(exec): enabled=true | network=enabled | session_override=true',
    ],
    ['{"sandbox":{"enabled":true,"network":"maybe"}}', 'Sandbox(exec): enabled=true'],
    ['{"sandbox":{}}', 'Sandbox(exec): enabled=false'],
  ])('prints the sandbox of %s', (file, line) => {
    expect(build({ 'runtime.json': file }).text).toContain(`## Runtime\n\n${line}\nExecution routing:\n`);
  });

  it.each([
    ['{"host":{"host":5}}', 'warning runtime-shape runtime.json:1:17 host.host should be text\n'],
    ['{"host":{"colour":"red"}}', 'info runtime-unknown-key runtime.json:1:10 Unknown key "host.colour" is not sent\n'],
    [
      '{"sandbox":{"enabled":true,"network":"maybe"}}',
      'warning runtime-shape runtime.json:1:38 sandbox.network should be one of enabled, disabled\n',
    ],
    ['{"sandbox":{}}', 'warning runtime-shape runtime.json:1:12 sandbox.enabled should be true or false\n'],
    [
      '{"host":[],"sandbox":{"enabled":true,"session_override":1}}',
      'warning runtime-shape runtime.json:1:9 host should be an object\nwarning runtime-shape ' +
        'runtime.json:1:57 sandbox.session_override should be true, false or text\n',
    ],
    ['[]', 'error runtime-shape runtime.json:1:1 runtime.json should be an object with host and sandbox\n'],
    ['', 'error runtime-syntax runtime.json:1:1 The file is empty, JSON was expected\n'],
  ])('finds what is wrong in %s', (file, lines) => {
    const built = build({ 'runtime.json': file });
    expect(findingLines(built.findings, built)).toBe(lines);
  });

  it('takes what a broken file still says', () => {
    const built = build({ 'runtime.json': '{\n  "host": {"host": "h"},\n  "sandbox": {"enabled": true\n' });
    expect(built.text).toContain('Host: host=h\nSandbox(exec): enabled=true\n');
    expect(built.findings.map((each) => `${each.severity} ${each.ruleId}`)).toEqual(['error runtime-syntax']);
  });
});

describe('location', () => {
  const location = (fields: string): string | undefined =>
    /location=(.*)\n/.exec(
      build({ 'USER.md': `---\n${fields}\n---\n`, 'runtime.json': '{"host":{"host":"h"}}' }).text,
    )?.[1];
  const now = Math.floor(Date.parse(testFacts.now) / 1000);

  it.each([
    [now, 'just now'],
    [now + 500, 'just now'],
    [now - 59, 'just now'],
    [now - 60, '1m ago'],
    [now - 3599, '59m ago'],
    [now - 3600, '1h ago'],
    [now - 86_399, '23h ago'],
    [now - 86_400, '1d ago'],
    [0, `${Math.floor(now / 86_400)}d ago`],
    ['-9223372036854775808', '106751991167300d ago'],
  ])('updated at %s is %s', (at, age) =>
    expect(location(`latitude: 1\nlongitude: 2\nlocation_updated_at: ${at}`)).toBe(`1,2 (updated ${age})`),
  );

  it.each(['1.0', 'soon', '9223372036854775808', '0x10', '1_000', ''])(
    'is without an age when it was updated at %j',
    (at) => expect(location(`latitude: 1\nlongitude: 2\nlocation_updated_at: ${at}`)).toBe('1,2'),
  );

  it.each([
    ['5.', '5'],
    ['.5', '0.5'],
    ['+5', '5'],
    ['-0', '-0'],
    ['1e2', '100'],
    ['1E-7', '0.0000001'],
    ['1e21', '1000000000000000000000'],
    ['1.5e300', `15${'0'.repeat(299)}`],
    ['1e400', 'inf'],
    ['-Infinity', '-inf'],
    ['nan', 'NaN'],
    ['0.1000', '0.1'],
    ['123456789012345678', '123456789012345680'],
  ])('prints %s as %s', (written, printed) =>
    expect(location(`latitude: ${written}\nlongitude: 0`)).toBe(`${printed},0`),
  );

  it.each(['0x10', '1_000', '1,5', '1 2', 'e5', '.', '--1', 'infinite'])('does not read %s', (written) =>
    expect(location(`latitude: ${written}\nlongitude: 0`)).toBeUndefined(),
  );
});
