/** Each report of the bill as it is printed. The figures are worked out in `calculation.md`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runRules } from '../../../../electron/cli/commands/cache/rules';
import { conversation, writtenSession } from '../../../support/capture/written-session';
import { strata, temporaryCopy } from '../../../support/run-cli';
import { madeUp, turns, writeRules } from './made-up';

const pinned = ['--now', '2026-11-18T12:00:00Z', '--tz', 'UTC', '--home', '/home/k'];

/** What a command prints, both streams, with the folder's path left out. */
async function printed(folder: string, ...args: readonly string[]): Promise<string> {
  const [command = '', ...more] = args;
  const { out, err } = await strata(command, folder, ...more, ...pinned);
  return `${out}${err}`.replaceAll(folder, 'reading-room');
}

describe('printed as calculated by hand', () => {
  it('cache', async () => {
    const script = turns('send\nwait 1m\nsend\nwait 6m\nsend\n');
    expect(await printed(madeUp(), 'cache', '--turns', script)).toBe(`\
claude-sonnet-5-5 by the rules of Anthropic Messages API, 2026-10-08
Cold: as if nothing was sent before the first turn.
Breakpoints: those of the request.

turn  at     since     read  written  uncached        cost  why
   1  0s                  0    1,732        57   $0.004444  A cold cache is assumed
   2  1m10s  wait 1m  1,732        0        57  $0.0002872
   3  7m20s  wait 6m      0    1,732        57   $0.004444  1,732 ≈ tokens expired 1m10s ago

hit rate 32.3 %, cost $0.009175, without a cache $0.01073
`);
  });

  it('cache --optimize', async () => {
    const shown = await printed(madeUp(), 'cache', '--turns', turns('send\nsend\nsend\n'), '--optimize');
    expect(shown).toBe(`\
claude-sonnet-5-5 by the rules of Anthropic Messages API, 2026-10-08
Cold: as if nothing was sent before the first turn.
Breakpoints: those of the request.

turn  at   since   read  written  uncached        cost  why
   1  0s              0    1,732        57   $0.004444  A cold cache is assumed
   2  10s         1,732        0        57  $0.0002872
   3  20s         1,732        0        57  $0.0002872

hit rate 64.5 %, cost $0.005018, without a cache $0.01073

suggested: the best breakpoints for this script:
  moving with the end of the request, for 5m
  hit rate 66.7 %, cost $0.00483, without a cache $0.01073; saves 3.7 % ($0.0001881)
`);
  });

  it('matrix', async () => {
    const shown = (await printed(madeUp(), 'matrix', '--over', 'brief')).replaceAll(/[0-9a-z]{8}$/gm, 'HASH');
    expect(shown).toBe(`\
   brief   tokens  findings  shared characters  hash
*  false  ≈ 1,789                        5,023  HASH
   true   ≈ 1,794                        5,023  HASH

* is what \`strata build\` prints with these options
2 variants, all with the same 5,023 characters at the start
`);
  });

  it('volatile', async () => {
    expect(await printed(madeUp(), 'volatile')).toBe(`\
cause    what                            changes               characters  tokens after it  of them stable
clock    every day                       system/day                     1               39              37
machine  a machine in another time zone  system/day                     1               39              37
setting  brief = true                    system/brief, system  some added               39              37

changes nothing: a machine with another home folder; a machine with another name; another operating system; \
another version of the operating system; a machine with another shell; the order of keys in its JSON files; \
the folder at another path; a machine with another locale, which no build reads

[system/day] warning volatile-clock "2026-11-18" in system/day changes every day; 37 ≈ tokens after it stay the same, \
and are processed again with it
  Move it after letter/text.
[system/day] info volatile-environment "2026-11-18" in system/day differs with a machine in another time zone; \
37 ≈ tokens after it stay the same, and are processed again with it
  Move it after letter/text.
`);
  });

  it('lock, and a check that fails', async () => {
    const folder = madeUp();
    expect(await printed(folder, 'lock')).toBe(
      'strata: wrote reading-room/strata.lock.json: 4 sections, 1,732 tokens up to system/rules can be cached\n',
    );
    const { total, minimum, rules, prefixes, sections } = JSON.parse(
      readFileSync(join(folder, 'strata.lock.json'), 'utf8'),
    );
    expect({ total, minimum, rules }).toEqual({
      total: 1789,
      minimum: 512,
      rules: { provider: 'anthropic', asOf: '2026-10-08' },
    });
    expect(prefixes).toMatchObject([{ after: 'system/rules', ttl: '5m', tokens: 1732, cached: 'yes' }]);
    expect(sections.map(({ id, tokens, bytes }: Record<string, unknown>) => [id, tokens, bytes])).toEqual([
      ['system/rules', 1725, 4999],
      ['system/day', 14, 20],
      ['system/more', 31, 99],
      ['letter/text', 6, 11],
    ]);
    expect(await printed(folder, 'check')).not.toContain('error');
    writeRules(folder, 60);
    expect(await printed(folder, 'check')).toBe(
      '- info lock-total 1,867 tokens in all; the lock was made at 1,789\n' +
        'rules.md:61:1 error lock-prefix The locked prefix changed in system/rules, from byte 3,000 on; 1,732 tokens ' +
        'up to system/rules were locked, now they are 1,810; 1,810 tokens are written again, $0.004525 in place of ' +
        '$0.0001732; strata lock reading-room accepts it\n',
    );
  });

  it('diff --markdown', async () => {
    expect(await printed(madeUp(), 'diff', madeUp(60), '--markdown')).toBe(`\
<!-- strata -->
### Prompt: 1,789 → 1,867 tokens (+78), claude&#45;sonnet&#45;5&#45;5

First difference: <code>system/rules</code>, <code>rules.md&#58;61</code>, at byte 3,049.
If the prompt was sent as it was just before, **1,732 cached tokens are lost**, 1,810 are written: 0 of 1 breakpoints \
kept; the first request costs $0.004639 in place of $0.0002872.

| section |  | tokens before | after | change | cache | cost |
|---|---|---:|---:|---:|---|---:|
| <code>system/rules</code> | changed | 1,725 | 1,803 | +78 | written | $0.004508 |

Cache and cost are those of the first request after this change, if the prompt was sent as it was just before.
`);
  });

  it('the bill of a captured session', async () => {
    const captures = temporaryCopy();
    await writtenSession(captures, [
      { body: conversation(1), at: 0 },
      { body: conversation(2), at: 10 },
      { body: conversation(3, 'Keep every answer long and plain.'), at: 20 },
    ]);
    const { out } = await strata('explain', 'last', '--captures', captures);
    expect(out).toBe(`\
3 requests, 26.0 % of all input read from cache, $0.03353 for input and $0.00225 for output, $0.01351 of it lost to \
misses.

#  kind  model               tokens  reported read / written / uncached  predicted read   in + out  cache
1        claude-sonnet-4-5  ✓ 3,066                       0 / 3,062 / 4               0   $0.01224  first
2        claude-sonnet-4-5  ✓ 3,920                     3,062 / 854 / 4           3,062  $0.004883  hit
3        claude-sonnet-4-5  ✓ 4,776                       0 / 4,772 / 4               0   $0.01866  miss +$0.01351: \
Changed text in system

Lost, by cause:
  changed text: 3,916 tokens, $0.01351 (request 3)
Lost, by the section that changed:
  system: 3,916 tokens, $0.01351 (request 3)

Waste:
  tool never called  grep  ≈ 622  in 3  ≈ $0.001618  from request 1
  tool never called  read  ≈ 622  in 3  ≈ $0.001617  from request 1

Counts of claude-sonnet-4-5: estimate × 0.902 (0.884–0.920), from 8,688 reported tokens in 3 measurements; \
--learn keeps that for the agent
`);
  });

  it('rules, and the ages of their figures', async () => {
    let [out, err] = ['', ''];
    const output = {
      out: async (text: string) => void (out += text),
      err: (line: string) => void (err += `${line}\n`),
    };
    expect(await runRules({ json: false }, output, '2026-11-18')).toBe(0);
    for (const line of [
      'provider   model                                      minimum   $/Mtok    read ×  as of       source',
      'anthropic  claude-opus-5-5                                512        4      0.05  2026-10-08  https://platform',
      'anthropic  claude-sonnet-5-5                              512        2      0.05  2026-10-08  https://platform',
      'anthropic  claude-haiku-5-5                               512      0.1       0.1  2026-10-08  https://platform',
      'openai     gpt-6.1-sol                                   1024        2      0.05  2026-10-01  https://d',
      'google     gemini-4-argon                                4096        2      0.05  2026-10-13  https://ai.google',
    ])
      expect(out).toContain(`\n${line}`);
    expect(err).toContain(
      'The rules of Moonshot AI are 117 days old (2026-07-24): prices and minimums may have changed\n',
    );
    out = '';
    expect(await runRules({ json: false, check: true, olderThan: 110 }, output, '2026-11-18')).toBe(1);
    expect(out).toMatch(/^moonshot, 2026-07-24, 117 days old: https:\S+\n  kimi-k3,/m);
    expect(out).not.toContain('claude-sonnet-5-5');
  });
});
