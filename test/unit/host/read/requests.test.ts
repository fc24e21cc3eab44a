import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { maxFileBytes } from '../../../../electron/host/disk/decode';
import { FileCache } from '../../../../electron/host/read/file-cache';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { writePasted } from '../../../../electron/host/disk/pasted';
import { createSession, type Session } from '../../../../electron/host/session';
import { looksLikeRequest, pastedName } from '../../../../shared/requests/pasted-name';
import { nodeText } from '../../../../shared/document/walk';
import { temporaryWorkspace } from '../../../support/host/temporary';

const key = 'sk-ant-api03-NOT-A-REAL-KEY';
const body = { model: 'claude-sonnet-4-5', system: 'Be kind.', messages: [{ role: 'user', content: 'Hi' }] };
const curl =
  `curl https://api.example.com/v1/messages \\\n  -H 'x-api-key: ${key}' \\\n  -d ` + `'${JSON.stringify(body)}'\n`;
const sessions: Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

function newSession(): Session {
  const session = createSession({ watch: false });
  sessions.push(session);
  return session;
}

describe('a request file', () => {
  it('of one endless line is read whole, also above the limit of other files', async () => {
    const { workspace } = temporaryWorkspace({});
    const long = JSON.stringify({
      model: 'claude-sonnet-4-5',
      system: 'Be kind.',
      messages: Array.from({ length: 40 }, () => ({ role: 'user', content: 'ä'.repeat(256 * 1024) })),
    });
    expect(Buffer.byteLength(long)).toBeGreaterThan(maxFileBytes);
    writeFileSync(`${workspace}/long.request.json`, long);
    const inspection = await newSession().open(workspace);
    const rules = inspection.findings.map(({ ruleId }) => ruleId);
    expect(rules).toContain('long-log');
    for (const lossy of ['cut-off', 'request-syntax', 'invalid-utf8']) expect(rules).not.toContain(lossy);
    const texts = inspection.document.messages.map(nodeText);
    expect(texts[0]).toBe('Be kind.');
    expect(texts.slice(1).map((text) => text.length)).toEqual(Array.from({ length: 40 }, () => 256 * 1024));
  });

  it('that is read with and without its secrets is read once each', () => {
    const { workspace } = temporaryWorkspace({ 'call.curl': curl });
    const files = new FileCache(nodeFiles, workspace, () => false);
    const look = (redact: boolean) => {
      const loaded = files.load(`${workspace}/call.curl`, redact);
      return loaded.ok ? loaded.file : undefined;
    };
    const [clean, plain] = [look(true), look(false)];
    expect([clean?.text.includes(key), plain?.text.includes(key)]).toEqual([false, true]);
    expect(look(true)).toBe(clean);
    expect(look(false)).toBe(plain);
  });

  it('is opened by its own path, in its folder', async () => {
    const { workspace } = temporaryWorkspace({
      'a.request.json': JSON.stringify({ ...body, system: 'Other.' }),
      'plain.json': JSON.stringify(body),
    });
    const inspection = await newSession().open(`${workspace}/plain.json`);
    expect(inspection).toMatchObject({
      workspace,
      architecture: 'request',
      usable: true,
      settings: { file: 'plain.json' },
    });
    expect(inspection.document.messages.map(nodeText)).toEqual(['Be kind.', 'Hi']);
  });

  it('never shows the secrets of its headers, in the build or in the editor', async () => {
    const { workspace } = temporaryWorkspace({ 'call.curl': curl });
    const session = newSession();
    const inspection = await session.open(`${workspace}/call.curl`);
    expect(inspection.document.messages.map(nodeText)).toEqual(['Be kind.', 'Hi']);
    expect(JSON.stringify(inspection)).not.toContain(key);
    const { text } = await session.read('call.curl');
    expect(text).not.toContain(key);
    expect(text).toHaveLength(curl.length);
  });

  it('cannot be edited or saved over its secrets', async () => {
    const { workspace } = temporaryWorkspace({ 'call.curl': curl });
    const session = newSession();
    await session.open(workspace);
    await expect(session.edit('call.curl', 'x')).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('without its secrets'),
    });
    await session.save('call.curl');
    expect(readFileSync(`${workspace}/call.curl`, 'utf8')).toBe(curl);
  });

  it('without secrets is edited like any other', async () => {
    const { workspace } = temporaryWorkspace({ 'a.request.json': JSON.stringify(body) });
    const session = newSession();
    await session.open(workspace);
    await session.edit('a.request.json', JSON.stringify({ ...body, system: 'New.' }));
    expect(session.inspection?.document.messages.map(nodeText)).toEqual(['New.', 'Hi']);
    await session.save('a.request.json');
    expect(readFileSync(`${workspace}/a.request.json`, 'utf8')).toContain('New.');
  });

  it('over the limit is read up to a line end, and says so', async () => {
    const { workspace } = temporaryWorkspace({});
    const line = `${JSON.stringify({ ...body, system: 'x'.repeat(1024 * 1024) })}\n`;
    writeFileSync(`${workspace}/log.requests.jsonl`, line.repeat(Math.ceil((maxFileBytes * 1.2) / line.length)));
    const inspection = await newSession().open(`${workspace}/log.requests.jsonl`);
    expect(inspection.usable).toBe(true);
    expect(inspection.findings.map(({ ruleId }) => ruleId)).toContain('cut-off');
    expect(inspection.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(inspection.controls.find(({ name }) => name === 'index')?.choices).toHaveLength(
      Math.floor(maxFileBytes / line.length),
    );
  });
});

it('keeps a pasted request without its secrets, as what it is', async () => {
  const { workspace } = temporaryWorkspace({});
  const path = await writePasted(nodeFiles, `${workspace}/pasted`, curl);
  expect(path).toBe(`${workspace}/pasted/pasted.curl`);
  expect(readFileSync(path, 'utf8')).not.toContain(key);
  expect((await newSession().open(path)).document.messages.map(nodeText)).toEqual(['Be kind.', 'Hi']);
  const names = [
    JSON.stringify(body, null, 2),
    JSON.stringify(body),
    `${JSON.stringify(body)}\n${JSON.stringify(body)}`,
    '{"log": {"entries": []}}',
  ].map(pastedName);
  expect(names).toEqual(['pasted.request.json', 'pasted.request.json', 'pasted.requests.jsonl', 'pasted.har']);
});

it('opens the folder of a manifest', async () => {
  const { workspace } = temporaryWorkspace({
    'strata.json': '{"declared":{"messages":[{"role":"system","sections":[{"id":"a","template":"Hi"}]}]}}',
  });
  expect(await newSession().open(`${workspace}/strata.json`)).toMatchObject({ workspace, architecture: 'declared' });
});

it('takes what begins like a request as a request, however it ends', () => {
  expect(['{"model":', ' [1]', '$ curl https://x', 'curl.exe -d 1'].map(looksLikeRequest)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['', 'curly', 'Dear all, {', '<html>'].map(looksLikeRequest)).toEqual([false, false, false, false]);
});

it('names a folder that matches no design, and no folder if there is none', async () => {
  const { workspace } = temporaryWorkspace({ 'notes.txt': 'x' });
  await expect(newSession().open(workspace)).rejects.toMatchObject({ code: 'not-found', folder: workspace });
  await expect(newSession().open(`${workspace}/gone`)).rejects.not.toHaveProperty('folder');
});
