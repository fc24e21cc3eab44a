import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { matrixOf } from '../../../../../electron/host/analyses/matrix';
import { createSession } from '../../../../../electron/host/session';
import type { Matrix } from '../../../../../shared/ipc/matrix';
import { pinned, strata } from '../../../../support/run-cli';

const examples = join(import.meta.dirname, '../../../../../build/examples');

async function matrix(folder: string, ...args: readonly string[]): Promise<Matrix> {
  const { out } = await strata('matrix', join(examples, folder), ...pinned, '--json', ...args);
  return JSON.parse(out);
}

describe('strata matrix', () => {
  it('builds every combination of the settings asked for', async () => {
    const { rows, axes } = await matrix('layered', '--over', 'mode', '--over', 'channel=terminal,telegram');
    expect(axes).toEqual([
      { name: 'mode', values: ['full', 'minimal', 'none'] },
      { name: 'channel', values: ['terminal', 'telegram'] },
    ]);
    expect(rows).toHaveLength(6);
    const of = (mode: string, channel: string) =>
      rows.find(({ settings }) => settings['mode'] === mode && settings['channel'] === channel);
    expect(of('full', 'telegram')?.tokens.tokens).toBeGreaterThan(of('minimal', 'telegram')?.tokens.tokens ?? Infinity);
    expect(of('none', 'telegram')?.hash).toBe(of('none', 'terminal')?.hash);
    expect(of('full', 'telegram')?.hash).not.toBe(of('full', 'terminal')?.hash);
  });

  it('agrees with a build of each variant', async () => {
    const { rows } = await matrix('declared', '--over', 'mode', '--over', 'children');
    expect(rows).toHaveLength(4);
    for (const { settings, tokens } of rows) {
      const inspected = await strata(
        'inspect',
        join(examples, 'declared'),
        ...pinned,
        '--json',
        ...Object.entries(settings).flatMap(([name, value]) => [
          '--set',
          `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ]),
      );
      expect(JSON.parse(inspected.out)).toMatchObject({ total: { tokens: tokens.tokens } });
    }
  });

  it('takes every setting with choices when none is named, and prints a table', async () => {
    const { out, code } = await strata('matrix', join(examples, 'declared'), ...pinned);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toMatch(/^ +voice +mode +children +tokens +findings +shared characters +hash$/);
    expect(out.match(/^\* /gm)).toHaveLength(2);
    expect(out).toContain('* is what `strata build` prints with these options\n');
    expect(out).toMatch(/8 variants, all with the same [\d,]+ characters at the start\n$/);
  });

  it('has the build on screen among its variants, also where a setting is not set or there are too many', async () => {
    const inspected = JSON.parse((await strata('inspect', join(examples, 'tagged-sections'), ...pinned, '--json')).out);
    const { rows, axes } = await matrix('tagged-sections', '--over', 'task');
    expect(axes).toEqual([{ name: 'task', values: ['', '1', '2'] }]);
    expect(rows[0]?.tokens).toEqual(inspected.total);
    const stop = new AbortController();
    const session = createSession({ watch: false });
    const shown = await session.open(join(examples, 'part-catalog'));
    await session.configure({ settings: { subagent: 'summary', securityPolicy: 'part', order: 'catalog' } });
    const many = await matrixOf(session, session.inspection ?? shown, {
      over: [],
      progress: () => stop.abort(),
      signal: stop.signal,
    });
    expect(many.combinations).toBeGreaterThan(500);
    expect(many.rows[0]?.settings).toMatchObject({
      subagent: 'summary',
      securityPolicy: 'part',
      order: 'catalog',
      outputStyle: '',
    });
    await session.close();
  });

  it('has the build on screen as a marked row, also if the values asked for leave it out', async () => {
    const inspected = JSON.parse((await strata('inspect', join(examples, 'layered'), ...pinned, '--json')).out);
    const all = await matrix('layered', '--over', 'mode');
    expect(all.rows.map(({ settings, isShown }) => [settings['mode'], isShown])).toEqual([
      ['full', true],
      ['minimal', false],
      ['none', false],
    ]);
    const some = await matrix('layered', '--over', 'mode=minimal,none');
    expect(some.rows.map(({ settings, isShown }) => [settings['mode'], isShown])).toEqual([
      ['full', true],
      ['minimal', false],
      ['none', false],
    ]);
    expect(some.rows[0]?.tokens).toEqual(inspected.total);
  });

  it('is wrong usage with a setting that is not there or has no choices', async () => {
    expect(await strata('matrix', join(examples, 'layered'), ...pinned, '--over', 'colour')).toMatchObject({
      code: 2,
      out: '',
    });
    expect(await strata('matrix', join(examples, 'layered'), ...pinned, '--over', 'message')).toMatchObject({
      code: 2,
      out: '',
    });
  });

  it('counts the findings that the variant lists when it is opened', async () => {
    const session = createSession({ watch: false });
    const inspection = await session.open(join(examples, 'declared'));
    const { rows } = await matrixOf(session, inspection, { over: [{ name: 'mode' }] });
    for (const { settings, findings } of rows) {
      const opened = await session.configure({ settings });
      const count = (severity: string): number => opened.findings.filter((each) => each.severity === severity).length;
      expect(findings).toEqual({ error: count('error'), warning: count('warning'), info: count('info') });
    }
    expect(rows.some(({ findings }) => findings.info > 0)).toBe(true);
    await session.close();
  });

  it('reports its progress, and stops when asked', async () => {
    const session = createSession({ watch: false });
    const inspection = await session.open(join(examples, 'declared'));
    const stop = new AbortController();
    const seen: number[] = [];
    const stopped = await matrixOf(session, inspection, {
      over: [],
      signal: stop.signal,
      progress: (done) => {
        seen.push(done);
        if (done === 3) stop.abort();
      },
    });
    await session.close();
    expect(stopped).toMatchObject({ stopped: true, combinations: 8 });
    expect(stopped.rows).toHaveLength(3);
    expect(seen).toEqual([1, 2, 3]);
  });
});
