import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSessionAt } from '../../../../electron/host/capture/store';
import { openFrames } from '../../../../electron/host/frames/service';
import type { FrameService } from '../../../../electron/host/services';
import { beginCapture, capture as captureBody, sendCaptured, type MadeCapture } from '../../../support/agents/captured';
import { claudeBody, codexBody } from '../../../support/agents/made-up';
import { temporaryFolder } from '../../../support/host/temporary';

interface Made extends Omit<MadeCapture, 'body'> {
  readonly words?: string;
  readonly body?: string;
}

function withBody({ words, body, ...made }: Made): MadeCapture {
  return { ...made, body: body ?? codexBody(words === undefined ? {} : { words }) };
}

const capture = (captures: string, made: Made): Promise<string> => captureBody(captures, withBody(made));

function open(captures: string, frames: string | undefined, watch = false): FrameService {
  return openFrames({
    captures,
    frames,
    workspace: '/repo/app',
    watch,
    report: (problem) => {
      throw problem;
    },
  });
}

it('learns the agent’s own prompt once, for the owner alone, and keeps it when the capture is gone', async () => {
  const [captures, frames] = [temporaryFolder(), join(temporaryFolder(), 'frames')];
  const id = await capture(captures, { day: 1 });
  const { frames: learned } = open(captures, frames).learned('codex');
  expect(learned.map(({ session, version, folder }) => [session, version, folder])).toEqual([
    [id, '0.169.0', '/repo/app'],
  ]);
  expect(statSync(frames).mode & 0o777).toBe(0o700);
  expect(statSync(join(frames, 'codex.json')).mode & 0o777).toBe(0o600);
  expect(open(join(captures, 'gone'), frames).learned('codex').frames).toEqual(learned);
  expect(open(captures, frames).learned('nobody')).toEqual({ agent: 'nobody', frames: [], problems: [] });
});

it('takes the newest version, of its captures the one in this folder, and keeps the version before', async () => {
  const captures = temporaryFolder();
  const old = await capture(captures, { day: 1, version: '0.168.0', words: 'Older words.' });
  const here = await capture(captures, { day: 2 });
  const elsewhere = await capture(captures, { day: 3, folder: '/other' });
  const again = await capture(captures, { day: 4, folder: '/other' });
  const { frames } = open(captures, undefined).learned('codex');
  expect(frames.map(({ session }) => session)).toEqual([here, again, old]);
  expect(frames.map(({ session }) => session)).not.toContain(elsewhere);
});

it('says why a newer capture taught nothing, and goes on with what is known', async () => {
  const captures = temporaryFolder();
  const good = await capture(captures, { day: 1 });
  const moved = await capture(captures, { day: 2, body: '{"input":[]}' });
  const { frames, problems } = open(captures, undefined).learned('codex');
  expect(frames.map(({ session }) => session)).toEqual([good]);
  expect(problems).toEqual([expect.stringContaining(`The session ${moved} of Codex taught nothing: no message`)]);
});

it('does not learn from requests that were put together from a log', async () => {
  const captures = temporaryFolder();
  await capture(captures, { day: 1, fidelity: 'rebuilt' });
  expect(open(captures, undefined).learned('codex')).toMatchObject({
    frames: [],
    problems: [expect.stringContaining('not kept as they were sent')],
  });
});

it('learns anew if its file is broken', async () => {
  const [captures, frames] = [temporaryFolder(), temporaryFolder()];
  await capture(captures, { day: 1 });
  open(captures, frames).learned('codex');
  appendFileSync(join(frames, 'codex.json'), 'x');
  expect(open(captures, frames).learned('codex').frames).toHaveLength(1);
  writeFileSync(join(frames, 'codex.json'), '{"version":1,"frames":[{}],"seen":[]}');
  expect(open(captures, frames).learned('codex').frames).toHaveLength(1);
});

it('tells when a capture arrives, and answers with the same value until it taught something', async () => {
  const captures = temporaryFolder();
  const service = open(captures, undefined, true);
  expect(service.learned('codex').frames).toEqual([]);
  const empty = service.learned('codex');
  let tell = (): void => undefined;
  const heard = (): Promise<void> => new Promise((resolve) => (tell = resolve));
  service.onChanged(() => tell());
  const started = heard();
  const writer = await beginCapture(captures, { day: 1 });
  await started;
  expect(service.learned('codex')).toBe(empty);
  const sent = heard();
  await sendCaptured(writer, withBody({ day: 1 }));
  await sent;
  expect(service.learned('codex').frames).toHaveLength(1);
  service.close();
  await writer.end(new Date().toISOString());
});

it('learns from a session that was looked at before its first request and ended since', async () => {
  const [captures, frames] = [temporaryFolder(), join(temporaryFolder(), 'frames')];
  const writer = await beginCapture(captures, { day: 1 });
  expect(open(captures, frames).learned('codex').frames).toEqual([]);
  await sendCaptured(writer, withBody({ day: 1 }));
  await writer.end(new Date().toISOString());
  expect(open(captures, frames).learned('codex').frames).toHaveLength(1);
});

it('learns from a session of an unknown agent if its request is recognised', async () => {
  const captures = temporaryFolder();
  const writer = await createSessionAt(
    captures,
    { agent: null, folder: '/repo/app', wayIn: 'relay' },
    1e9,
    new Date(Date.UTC(2026, 10, 1)),
  );
  await sendCaptured(writer, withBody({ day: 1 }));
  await writer.end(new Date().toISOString());
  const service = open(captures, undefined);
  expect(service.learned('codex').frames).toHaveLength(1);
  expect(service.learned('pi')).toEqual({ agent: 'pi', frames: [], problems: [] });
});

it('learns Claude Code’s prompt by the texts of this folder’s files, once these stand in it', async () => {
  const [captures, frames] = [temporaryFolder(), join(temporaryFolder(), 'frames')];
  const body = claudeBody({ instructions: 'Of the folder:\n\nRoot rules.\n\n' });
  const address = 'https://api.anthropic.com/v1/messages';
  const claude = { agent: 'claude-code', body, address };
  await captureBody(captures, { ...claude, day: 1, folder: '/elsewhere' });
  const here = await captureBody(captures, { ...claude, day: 2 });
  const pieces = (text: string) => [{ stretch: 'instructions', piece: 'instructions/CLAUDE.md', text }];
  expect(open(captures, frames).learned('claude-code')).toEqual({ agent: 'claude-code', frames: [], problems: [] });
  expect(open(captures, frames).learned('claude-code', pieces('Edited since.\n'))).toMatchObject({
    frames: [],
    problems: [`The session ${here} of Claude Code taught nothing: CLAUDE.md is not in it as it is in the folder now`],
  });
  const service = open(captures, frames);
  expect(service.learned('claude-code', pieces('Root rules.\n')).frames.map(({ session }) => session)).toEqual([here]);
  const again = open(captures, frames).learned('claude-code', pieces('Edited later.\n'));
  expect(again.frames.map(({ session, holes }) => [session, holes[0]?.piece])).toEqual([
    [here, 'instructions/CLAUDE.md'],
  ]);
  expect(again.problems).toEqual([]);
});
