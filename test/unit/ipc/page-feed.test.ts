import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { root } from '../../../build/setup/paths.mjs';
import { createSession, type Session } from '../../../electron/host/session';
import { createPageFeed } from '../../../electron/ipc/page-feed';
import type { EditCostReply } from '../../../shared/ipc/cache/cache-panel';
import type { Events } from '../../../shared/ipc/contract';
import { temporaryFolder } from '../../support/host/temporary';

const agent = 'agents/harbor/agent.json';
const sessions: Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

async function open() {
  const folder = temporaryFolder();
  cpSync(join(root, 'build/examples/tagged-sections'), folder, { recursive: true });
  const session = createSession({ watch: false, facts: { now: '2026-10-20T09:00:00.000Z', timeZone: 'UTC' } });
  sessions.push(session);
  const sent: [name: string, payload: unknown][] = [];
  const costs: EditCostReply[] = [];
  const tell = <E extends keyof Events>(event: E, payload: Events[E]): void => {
    sent.push([event, payload]);
    if (event === 'cache:edit-cost') costs.push(JSON.parse(JSON.stringify(payload)));
  };
  const problems: unknown[] = [];
  const feed = createPageFeed({ session, emit: tell, report: (problem) => problems.push(problem) });
  await session.open(folder);
  const names = (): readonly string[] => sent.map(([name]) => name);
  return { folder, session, feed, sent, costs, names, problems };
}

describe('what a page is sent', () => {
  it('is nothing before it listens; then the build, the files that changed, and the cost', async () => {
    const { folder, session, feed, names, costs, problems } = await open();
    await new Promise((done) => setImmediate(done));
    expect(names()).toEqual([]);
    feed.follow();
    await vi.waitFor(() => expect(names()).toEqual(['inspection:changed', 'cache:edit-cost']));
    const { text } = await feed.files.read(folder, agent);
    await session.edit(agent, text.replace('short', 'long'));
    await vi.waitFor(() =>
      expect(names().slice(2)).toEqual(['inspection:changed', 'buffers:changed', 'cache:edit-cost']),
    );
    expect(costs.at(-1)).toMatchObject({ revision: session.inspection?.revision, against: null });
    expect(problems).toEqual([]);
  });

  it('includes the cost for its assumption with every build, until another page or folder comes', async () => {
    const { session, feed, costs } = await open();
    feed.follow();
    await feed.assume('sent', null);
    expect(costs.at(-1)?.against?.name).toBe('opened');
    const { text } = await session.read(agent);
    await session.edit(agent, text.replace('short', 'long'));
    const { revision } = session.inspection ?? {};
    await vi.waitFor(() => expect(costs.at(-1)).toMatchObject({ revision, against: { name: 'opened' } }));
    feed.references.mark('sent');
    await feed.sendCost();
    expect(costs.at(-1)?.against).toMatchObject({ name: 'sent', revision });
    const other = temporaryFolder();
    cpSync(join(root, 'build/examples/tagged-sections'), other, { recursive: true });
    await session.open(other);
    await vi.waitFor(() =>
      expect(costs.at(-1)).toMatchObject({ revision: session.inspection?.revision, against: null }),
    );
    await feed.assume('sent', null);
    expect(costs.at(-1)?.against).not.toBeNull();
    feed.stop();
    feed.follow();
    await feed.sendCost();
    expect(costs.at(-1)?.against).toBeNull();
  });

  it('includes its open files only, also those of a folder it returns to', async () => {
    const { folder, session, feed, sent } = await open();
    const other = temporaryFolder();
    cpSync(join(root, 'build/examples/tagged-sections'), other, { recursive: true });
    feed.follow();
    const { text, version } = await feed.files.read(folder, agent);
    await session.open(other);
    writeFileSync(join(folder, agent), text.replace('short', 'long'));
    await session.open(folder);
    await vi.waitFor(() => expect(sent.some(([name]) => name === 'buffers:changed')).toBe(true));
    expect(sent.filter(([name]) => name === 'buffers:changed').map(([, payload]) => payload)).toMatchObject([
      { folder, changes: [{ after: version, buffer: { id: agent, text: text.replace('short', 'long') } }] },
    ]);
  });
});
