import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { root } from '../../../../../build/setup/paths.mjs';
import { createCacheReferences } from '../../../../../electron/host/analyses/cache/cache-references';
import { createSession, type Session } from '../../../../../electron/host/session';
import { temporaryFolder } from '../../../../support/host/temporary';

const sessions: Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

const agent = 'agents/harbor/agent.json';

async function open() {
  const folder = temporaryFolder();
  cpSync(join(root, 'build/examples/tagged-sections'), folder, { recursive: true });
  const session = createSession({ watch: false, facts: { now: '2026-10-20T09:00:00.000Z', timeZone: 'UTC' } });
  sessions.push(session);
  const references = createCacheReferences(session, () => 1000);
  await session.open(folder);
  return { session, references };
}

async function edit(session: Session, from: string, to: string): Promise<void> {
  const { text } = await session.read(agent);
  await session.edit(agent, text.replace(from, to));
}

it('is cold as long as nothing is taken to have been sent', async () => {
  const { session, references } = await open();
  await edit(session, 'short sentences', 'long sentences');
  const { against, cost } = await references.editCost('nothing', null);
  expect(against).toBeNull();
  expect(cost).toMatchObject({
    first: null,
    survived: 0,
    lost: { low: 0, high: 0 },
    outcome: { worst: { read: 0 }, best: { read: 0 } },
  });
  expect(cost?.outcome.markers.map(({ state }) => state)).not.toContain('kept');
  expect(
    (await references.explainUsage('{"input_tokens":700}', 'nothing')).rows.find(({ what }) => what === 'read')
      ?.predicted,
  ).toEqual({ low: 0, high: 0 });
});

it('does not take a step to another request of a file as an edit', async () => {
  const session = createSession({ watch: false, facts: { now: '2026-10-20T09:00:00.000Z', timeZone: 'UTC' } });
  sessions.push(session);
  const references = createCacheReferences(session, () => 1000);
  await session.open(join(root, 'build/examples/requests/morning.requests.jsonl'));
  await session.configure({ settings: { index: 2 } });
  const { against, cost } = await references.editCost('sent', null);
  expect(against?.revision).toBe(session.inspection?.revision);
  expect(cost?.first).toBeNull();
});

it('compares with the build as opened, until another is marked as sent', async () => {
  const { session, references } = await open();
  expect(await references.editCost('sent', null)).toMatchObject({
    against: { name: 'opened', revision: 1, at: 1000 },
    cost: { first: null },
  });
  await edit(session, 'short sentences', 'long sentences');
  const { cost } = await references.editCost('sent', null);
  const line = (await session.read(agent)).text.split('\n').findIndex((each) => each.includes('long sentences')) + 1;
  expect(cost?.first).toMatchObject({ node: 'system/Identity', origin: { kind: 'file', source: agent }, at: { line } });
  references.mark('sent');
  expect(await references.editCost('sent', null)).toMatchObject({
    against: { name: 'sent', revision: 2 },
    cost: { first: null },
  });
  expect(await references.editCost('opened', null)).toMatchObject({
    against: { name: 'opened' },
    cost: { first: { node: 'system/Identity' } },
  });
});

it('can be compared with any earlier build that is still kept', async () => {
  const { session, references } = await open();
  await edit(session, 'short sentences', 'long sentences');
  await edit(session, 'long sentences', 'very long sentences');
  references.mark('pinned', 2);
  const reply = await references.editCost('pinned', null);
  expect(reply).toMatchObject({
    against: { name: 'pinned', revision: 2 },
    cost: { first: { node: 'system/Identity' } },
  });
  expect(reply.references.map(({ name }) => name)).toEqual(['pinned', 'opened']);
  expect(() => references.mark('pinned', 0)).toThrow('Revision 0 is no longer kept');
});

it('counts the reference as what is shown is corrected', async () => {
  const { session, references } = await open();
  const before = await references.explainUsage('{"input_tokens":700}', 'opened');
  await session.calibrate(Math.round((session.inspection?.analysis.total.tokens ?? 0) * 1.2));
  await edit(session, 'short sentences', 'long sentences');
  const { cost } = await references.editCost('opened', null);
  const after = await references.explainUsage('{"input_tokens":700}', 'opened');
  expect(cost?.first?.node).toBe('system/Identity');
  expect(after.rows.at(-1)?.predicted.high).toBeGreaterThan((before.rows.at(-1)?.predicted.high ?? 0) * 1.15);
});

it('counts the reference for the model on screen', async () => {
  const { session, references } = await open();
  const usage = '{"prompt_tokens":700}';
  const before = await references.explainUsage(usage, 'opened');
  await session.configure({ model: 'gpt-5.6' });
  const after = await references.explainUsage(usage, 'opened');
  expect(after.rows.at(-1)?.predicted.high).toBe(session.inspection?.analysis.total.tokens);
  expect(after.rows.at(-1)?.predicted.high).not.toBe(before.rows.at(-1)?.predicted.high);
  expect(await references.editCost('opened', null)).toMatchObject({
    against: { modelId: 'claude-sonnet-5-5' },
    cost: { rules: { provider: 'openai', model: 'gpt-5.6-sol' }, first: null },
  });
});

it('reads nothing of what was sent for another model', async () => {
  const session = createSession({ watch: false, facts: { now: '2026-10-20T09:00:00.000Z', timeZone: 'UTC' } });
  sessions.push(session);
  const references = createCacheReferences(session, () => 1000);
  await session.open(join(root, 'build/examples/layered'));
  references.mark('sent');
  const same = await references.editCost('sent', null);
  expect(same).toMatchObject({ against: { ofOtherModel: false }, cost: { lifetime: 300 } });
  expect(same.cost?.outcome.worst.read).toBeGreaterThan(0);
  await session.configure({ model: 'claude-opus-5-5' });
  const { against, cost } = await references.editCost('sent', null);
  expect(against).toMatchObject({ modelId: 'claude-sonnet-5-5', ofOtherModel: true });
  expect(cost).toMatchObject({ survived: 0, outcome: { worst: { read: 0 }, best: { read: 0 } } });
  expect(cost?.outcome.cost).toBe(cost?.coldCost);
  expect(cost?.outcome.reasons.map(({ text }) => text)).toContain(
    'Sent before for claude-sonnet-5-5: models do not share a cache',
  );
  await session.configure({ model: 'claude-sonnet-5-5' });
  expect((await references.editCost('sent', null)).cost?.outcome.worst.read).toBe(same.cost?.outcome.worst.read);
});

it('tries breakpoints that the design does not have', async () => {
  const { references } = await open();
  const own = await references.editCost('opened', null);
  expect(own.cost).toMatchObject({ suggested: true });
  const { cost } = await references.editCost('opened', {
    breakpoints: [{ after: 'system/Identity', tier: 'L0', ttl: '1h' }],
    end: 'off',
  });
  expect(cost).toMatchObject({
    suggested: false,
    outcome: { markers: [{ node: 'system/Identity', ttl: '1h', state: 'below-minimum' }] },
  });
});

it('forgets what was sent in another folder', async () => {
  const { session, references } = await open();
  references.mark('sent');
  const other = temporaryFolder();
  cpSync(join(root, 'build/examples/layered'), other, { recursive: true });
  await session.open(other);
  expect((await references.editCost('sent', null)).references.map(({ name }) => name)).toEqual(['opened']);
});

it('shows a pasted usage beside the prediction, cold or warm', async () => {
  const { references } = await open();
  const usage = '{"input_tokens":807,"cache_read_input_tokens":0,"cache_creation_input_tokens":0}';
  const rows = (agrees: boolean) => [
    { what: 'read', agrees },
    { what: 'written' },
    { what: 'uncached' },
    { what: 'total' },
  ];
  expect(await references.explainUsage(usage, 'nothing')).toMatchObject({
    usage: { form: 'anthropic', read: 0, written: 0, context: 807 },
    rows: rows(true),
  });
  expect(await references.explainUsage(usage, 'sent')).toMatchObject({ rows: rows(false) });
});
