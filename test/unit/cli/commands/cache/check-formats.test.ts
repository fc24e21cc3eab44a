import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';

const example = join(import.meta.dirname, '../../../../../build/examples/tagged-sections');

/** Locked, then edited: the check fails at one line. */
async function editedFolder(): Promise<string> {
  const folder = temporaryCopy(example);
  expect((await strata('lock', folder, ...pinned)).code).toBe(0);
  const path = join(folder, 'agents/harbor/agent.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('You are', 'You & nobody <else> are'));
  return folder;
}

/** Test names of a JUnit report, those that failed marked. */
function casesOf(xml: string): readonly string[] {
  return [...xml.matchAll(/<testcase classname="([^"]+)" name="([^"]+)"(\/>|><failure)?/g)].map(
    ([, suite, name, rest]) => `${suite}: ${name}${rest === '><failure' ? ' failed' : ''}`,
  );
}

describe('check for machines', () => {
  it('has a JUnit test for each thing it looks at', async () => {
    const folder = await editedFolder();
    const { code, out } = await strata('check', folder, '--format', 'junit', '--home', '/home/k');
    expect(code).toBe(1);
    expect(casesOf(out)).toEqual([
      'strata check: lock-identity',
      'strata check: lock-budget',
      'strata check: lock-prefix failed',
      'strata check: lock-total',
    ]);
    expect(out).toContain('<testsuite name="strata check" tests="4" failures="1" errors="0">');
    expect(out).toMatch(/<failure message="agents\/harbor\/agent\.json:\d+:\d+ error lock-prefix /);
  });

  it('passes as JUnit when nothing changed', async () => {
    const folder = temporaryCopy(example);
    await strata('lock', folder, ...pinned);
    const { code, out } = await strata('check', folder, '--format', 'junit', '--home', '/home/k');
    expect(code).toBe(0);
    expect(out).toContain('failures="0"');
    expect(out).not.toContain('<failure');
  });

  it('has the place of the change in SARIF', async () => {
    const folder = await editedFolder();
    const { out } = await strata('check', folder, '--format', 'sarif', '--home', '/home/k');
    expect(JSON.parse(out)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          results: expect.arrayContaining([
            expect.objectContaining({
              ruleId: 'lock-prefix',
              level: 'error',
              locations: [
                expect.objectContaining({
                  physicalLocation: expect.objectContaining({
                    artifactLocation: { uri: 'agents/harbor/agent.json', uriBaseId: 'SRCROOT' },
                  }),
                }),
              ],
            }),
          ]),
        },
      ],
    });
  });

  it.each(['json', 'sarif', 'junit'])('says in %s that there is no lock', async (format) => {
    const { code, out, err } = await strata('check', temporaryCopy(example), '--format', format, ...pinned);
    expect(code).toBe(1);
    expect(out).toContain('lock-missing');
    expect(err).toContain('strata lock writes it');
  });
});

describe('lint as JUnit', () => {
  it('has a test for each rule, with what was found escaped', async () => {
    const folder = temporaryCopy(example);
    const path = join(folder, 'agents/harbor/agent.json');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('You are', 'It is 2026-11-18T09:30:00Z. </Identity> You are'),
    );
    const { out } = await strata('lint', folder, '--format', 'junit', ...pinned);
    expect(casesOf(out).length).toBeGreaterThan(10);
    expect(out).toMatch(/<system-out>[^<]*&lt;\/Identity&gt;|<failure[^<]*&lt;\/Identity&gt;/);
    expect(out).not.toMatch(/<\/Identity>/);
  });
});
