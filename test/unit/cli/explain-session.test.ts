import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sessionReport } from '../../../shared/ipc/written/session-report';
import { conversation, writtenSession } from '../../support/capture/written-session';
import { strata } from '../../support/run-cli';
import { temporaryFolder } from '../../support/host/temporary';

async function captured(): Promise<string> {
  const captures = temporaryFolder();
  await writtenSession(captures, [
    { body: conversation(1), at: 0, stream: true },
    { body: conversation(2), at: 10 },
    { body: conversation(3, 'Keep every answer long and plain.'), at: 20 },
    { body: conversation(4, 'Keep every answer long and plain.'), at: 30, forget: true },
  ]);
  return captures;
}

it('publishes the schema of what explain --json prints about a session', () => {
  const path = join(import.meta.dirname, '../../../build/schemas/session-report.schema.json');
  const current = `${JSON.stringify(z.toJSONSchema(sessionReport), null, 2)}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(path, current);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
});

it('prints the bill of a session by name: lost by cause, waste and counts', async () => {
  const captures = await captured();
  const { out, code } = await strata('explain', 'last', '--captures', captures);
  expect(code).toBe(0);
  expect(out).toContain('4 requests');
  expect(out).toContain('of all input read from cache');
  expect(out).toMatch(/changed text: [\d,]+ tokens, \$0\.0\d+ \(request 3\)/);
  expect(out).toMatch(/provider side: [\d,]+ tokens, \$0\.0\d+ \(request 4\)/);
  expect(out).toContain('tool never called');
  expect(out).toContain('Counts of claude-sonnet-4-5: estimate × ');
});

it('says that no session is kept yet, not that a folder is missing', async () => {
  const answer = await strata('explain', 'last', '--captures', temporaryFolder());
  expect(answer).toMatchObject({ code: 2, err: expect.stringContaining('There is no captured session yet') });
});

describe('a session is named', () => {
  const names = {
    'by its id': (_captures: string, id: string) => id,
    'by a start of its id that no other has': (_captures: string, id: string) => id.slice(0, -2),
    'as the last one': () => 'last',
    'by its path': (captures: string, id: string) => join(captures, id),
  };
  it.each(Object.entries(names))('%s', async (_how, nameOf) => {
    const captures = await captured();
    const [id = ''] = readdirSync(captures);
    const named = nameOf(captures, id);
    // A path says where it is; the others are looked up.
    const { code, out, err } = await strata(
      'explain',
      named,
      '3',
      ...(named.includes('/') ? [] : ['--captures', captures]),
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Request 3: Changed text in ');
  });

  it('by a start that two have: both are named, and nothing is explained', async () => {
    const captures = await captured();
    await writtenSession(captures, [{ body: conversation(1), at: 0 }]);
    const { code, out, err } = await strata('explain', '20', '--captures', captures);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('"20" is the start of 2 sessions: ');
    for (const id of readdirSync(captures)) expect(err).toContain(id);
  });

  it('by nothing that is there', async () => {
    const { code, err } = await strata('explain', 'nothing-like-it', '--captures', await captured());
    expect(code).toBe(1);
    expect(err).toContain('nothing-like-it');
  });
});

it('explains one request, with the words that changed and what is ruled out', async () => {
  const captures = await captured();
  const edited = await strata('explain', 'last', '3', '--captures', captures);
  expect(edited.out).toContain('Request 3: Changed text in ');
  expect(edited.out).toContain('- Keep every answer short and plain.');
  expect(edited.out).toContain('+ Keep every answer long and plain.');
  expect(edited.out).toContain('(0003.request.json:1)');
  expect(edited.out).toContain('ruled out: expired: ');
  const lost = await strata('explain', 'last', '4', '--captures', captures);
  expect(lost.out).toContain('Provider side');
  const none = await strata('explain', 'last', '9', '--captures', captures);
  expect(none.code).toBe(2);
  expect(none.err).toContain('There is no request 9');
});

it('prints JSON by the published schema, and finds a text', async () => {
  const captures = await captured();
  const { out } = await strata('explain', 'last', '3', '--json', '--find', 'long and plain', '--captures', captures);
  const report = sessionReport.parse(JSON.parse(out));
  expect(report.requests).toHaveLength(4);
  expect(report.bill.byCause.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['edit', 'provider']));
  expect(report.request?.answer.edit).toMatchObject({ before: 'short', after: 'long' });
  expect(report.found).toMatchObject({ first: 3, requests: [3, 4] });
  const text = await strata('explain', 'last', '--find', 'Answer 3', '--captures', captures);
  expect(text.out).toContain('First in request 3');
});

it('refuses what goes with a session alone', async () => {
  const file = join(import.meta.dirname, '../../../build/examples');
  const { code, err } = await strata('explain', file, '--find', 'x');
  expect(code).toBe(2);
  expect(err).toContain('need a captured session');
});
