import { expect, test } from 'vitest';
import {
  exchange,
  exchangeKinds,
  exchangeStem,
  isSideRequest,
  sessionFile,
  type CapturedSession,
  type Fidelity,
  type KeptBody,
  type WayIn,
} from '../../../shared/sessions/types';

const fidelity: Fidelity = 'bytes';
const wayIn: WayIn = 'relay';
const body: KeptBody = { file: null, wireBytes: 0, encoding: null, fidelity, complete: true, headers: {} };

test('a session and an exchange survive their own JSON', () => {
  const session: CapturedSession['file'] = {
    version: 1,
    id: '20261118-0701-ab12',
    agent: 'codex',
    agentVersion: null,
    folder: '/somewhere',
    wayIn,
    startedAt: '2026-11-18T07:01:00.000Z',
    endedAt: null,
    notes: [],
  };
  expect(sessionFile.parse(JSON.parse(JSON.stringify(session)))).toEqual(session);
  const one: CapturedSession['exchanges'][number] = {
    version: 1,
    number: 1,
    at: '2026-11-18T07:01:02.000Z',
    method: 'POST',
    address: 'https://api.example.com/v1/messages?beta=true',
    kind: 'turn',
    thread: { id: 't1', parent: null },
    request: { ...body, file: '0001.request.json', wireBytes: 12 },
    response: { ...body, file: '0001.response.sse', status: 200 },
    times: { requestSent: 1, firstByte: 20, ended: null },
    error: null,
    notes: [],
  };
  expect(exchange.parse(JSON.parse(JSON.stringify(one)))).toEqual(one);
});

test('an id cannot lead out of the folder of captures', () => {
  const { id } = sessionFile.unwrap().shape;
  for (const bad of ['', '..', '../x', 'a/b', 'A-upper', '.hidden', 'x'.repeat(65)])
    expect(id.safeParse(bad).success).toBe(false);
});

test('names sort as numbers up to 9999, and only turns and compactions are the conversation', () => {
  expect([1, 42, 9999, 10_000].map(exchangeStem)).toEqual(['0001', '0042', '9999', '10000']);
  expect(exchangeKinds.filter((kind) => !isSideRequest(kind))).toEqual(['turn', 'compaction']);
});
