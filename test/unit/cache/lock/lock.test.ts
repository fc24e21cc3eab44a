import { grouped } from '../../../../shared/basics/grouped';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { marked, part } from '../../../../shared/analysis/rules/example';
import { checkLock } from '../../../../shared/cache/lock/check-lock';
import { formatLock, lockOf, lockSchema } from '../../../../shared/cache/lock/lock';
import { portableName } from '../../../../shared/cache/lock/portable';
import { environment, nodeId, tool } from '../../../../shared/document/builders';
import { writeJson } from '../../../../shared/document/json-text';
import type { PromptDocument } from '../../../../shared/document/types';
import { counted, filePart, prose, system } from '../../../support/cache/documents';
import { rules } from '../../../support/cache/requests';

const sonnet = rules('anthropic', 'claude-sonnet-4-5');
const machine = { workspace: '/srv/bot', home: '/home/k' };
const facts = { now: '2026-02-25T12:30:00Z', timeZone: 'UTC', set: [], budget: null, machine, trusted: [] };
const now = { machine, accept: 'strata lock bot' };
const lines = (...more: readonly string[]) => [prose(800), ...more].join('\n');
const two = (identity: string, notes = lines('last'), task = 'Fix it.') =>
  system(filePart('Identity', 'L0', identity), filePart('Notes', 'L2', notes), filePart('Task', 'active', task));
const locked = (document: PromptDocument, budget: number | null = null) =>
  lockOf(counted(document), sonnet, { ...facts, budget });
const check = (
  before: PromptDocument,
  after: PromptDocument,
  budgets: { readonly locked?: number; readonly now?: number } = {},
) => checkLock(locked(before, budgets.locked ?? null), counted(after), sonnet, { ...now, budget: budgets.now ?? null });
const errors = (...args: Parameters<typeof check>) => check(...args).filter(({ severity }) => severity === 'error');

describe('a lock', () => {
  it('is the same file for the same prompt, holds no text, and reads back', () => {
    const text = formatLock(locked(two(lines('a'))));
    expect(text).toBe(formatLock(locked(two(lines('a')))));
    expect(text).not.toContain('river');
    expect(lockSchema.parse(JSON.parse(text))).toEqual(locked(two(lines('a'))));
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('has a prefix for each breakpoint and a row for each section', () => {
    const lock = locked(two(lines('a')));
    expect(lock.prefixes.map(({ after }) => after)).toEqual(['system/Notes']);
    expect(lock.sections.map(({ id }) => id)).toEqual(['system/Identity', 'system/Notes', 'system/Task']);
    expect(lock.rules).toEqual({ provider: 'anthropic', asOf: sonnet.pack.asOf });
  });

  it('publishes its schema', () => {
    const path = join(import.meta.dirname, '../../../../build/schemas/lock.schema.json');
    const current = `${JSON.stringify(z.toJSONSchema(lockSchema), null, 2)}\n`;
    if (process.env['UPDATE'] === '1') writeFileSync(path, current);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(current);
  });
});

describe('a lock made on another machine', () => {
  const at = (host: string, folder: string, note = 'the same'): PromptDocument =>
    system(
      filePart('Identity', 'L0', lines('written in the file: /home/k/notes')),
      part('Runtime', 'L0', [
        environment('host', host),
        environment('workspace', `${folder}/agents`),
        environment('locale', `${folder}-old ${note}`),
      ]),
      filePart('Task', 'active', 'Fix it.'),
    );
  const lockedAt = (folder: string) =>
    lockOf(counted(at('alpha', folder)), sonnet, { ...facts, machine: { workspace: folder, home: '/home/k' } });
  const checkedAt = (document: PromptDocument, workspace: string) =>
    checkLock(lockedAt('/srv/bot'), counted(document), sonnet, {
      machine: { workspace, home: '/home/kate' },
      accept: 'strata lock bot',
      budget: null,
    }).filter(({ severity }) => severity === 'error');

  it('passes with another host, path and home, and not with other text', () => {
    expect(checkedAt(at('beta', '/srv/bot'), '/srv/bot')).toEqual([]);
    expect(checkedAt(at('beta', '/srv/bot', 'another'), '/srv/bot')).toMatchObject([{ ruleId: 'lock-prefix' }]);
  });

  it('takes only whole names of folders for the workspace', () => {
    expect(portableName('/a/b/c, /a/bc, x/a/b and "/a/b"', { workspace: '/a/b', home: '/a' })).toBe(
      '{workspace}/c, {home}/bc, x/a/b and "{workspace}"',
    );
  });
});

describe('checking a lock', () => {
  const base = two(
    lines('second line, which is long enough to have a hash', 'third line, which is long enough to have a hash'),
  );

  it('passes for the same prompt, and for another task after the prefix', () => {
    expect(check(base, base)).toEqual([]);
    expect(
      errors(
        base,
        two(
          lines('second line, which is long enough to have a hash', 'third line, which is long enough to have a hash'),
          lines('last'),
          'Paint the shed, and then the fence.',
        ),
      ),
    ).toEqual([]);
  });

  it('names section, file, line and byte of the first change', () => {
    const [finding] = errors(
      base,
      two(lines('second line, which is long enough to have a hash', 'third LINE, which is long enough to have a hash')),
    );
    const start = lines('second line, which is long enough to have a hash').length + 1;
    expect(finding).toMatchObject({
      ruleId: 'lock-prefix',
      node: 'system/Identity',
      place: { source: 'Identity.md', span: { start } },
    });
    expect(finding?.message).toContain(`in system/Identity, from byte ${grouped(start)} on`);
  });

  it('counts bytes, not characters', () => {
    const [finding] = errors(two(lines('ä', 'b'.repeat(50))), two(lines('ä', 'c'.repeat(50))));
    expect(finding?.message).toContain(`from byte ${grouped(lines('ä').length + 2)} on`);
  });

  it.each([
    [
      'a line was added at the end',
      lines(
        'second line, which is long enough to have a hash',
        'third line, which is long enough to have a hash',
        'fourth line',
      ),
    ],
    ['a line is gone', lines('second line, which is long enough to have a hash')],
    [
      'a line was put in',
      lines(
        'first',
        'second line, which is long enough to have a hash',
        'third line, which is long enough to have a hash',
      ),
    ],
  ])('sees that %s', (_, text) => {
    expect(errors(base, two(text))).toMatchObject([{ node: 'system/Identity' }]);
  });

  it('reports a section that is new, gone or moved', () => {
    const [a, b, c] = [
      filePart('A', 'L0', prose(700)),
      filePart('B', 'L0', prose(700, 'stone')),
      filePart('C', 'L0', prose(700, 'tree')),
    ];
    expect(errors(system(a, c), system(a, b, c))[0]?.message).toContain('system/B is new');
    expect(errors(system(a, b, c), system(a, c))[0]?.message).toContain('system/B is gone');
    expect(errors(system(a, b, c), system(b, a, c))[0]?.message).toContain('system/B stands where system/A stood');
  });

  it('sees tools, and breakpoints that moved', () => {
    const withTool = (description: string) => ({
      ...base,
      tools: [tool(nodeId('tools/grep'), 'grep', 'L1', [], writeJson({ description }))],
    });
    expect(errors(withTool('a'), withTool('b'))).toMatchObject([{ node: 'tools/grep' }]);
    expect(errors(marked(base, { id: 'system/Identity' }), marked(base, { id: 'system/Notes' }))[0]?.message).toBe(
      'The breakpoint after system/Identity is gone',
    );
    expect(
      errors(
        marked(base, { id: 'system/Identity' }),
        marked(base, { id: 'system/Identity' }, { id: 'system/Notes' }),
      )[0]?.message,
    ).toContain('after system/Notes that the lock does not have');
  });

  it('fails over budget and when the budget changed', () => {
    expect(errors(base, base, { locked: 9000, now: 9000 })).toEqual([]);
    expect(errors(base, base, { locked: 100, now: 100 })).toMatchObject([
      { ruleId: 'lock-budget', message: expect.stringContaining('of at most 100') },
    ]);
    expect(errors(base, base, { locked: 9000, now: 9999 })).toMatchObject([
      { ruleId: 'lock-budget', message: 'The budget is 9,999; the lock says 9,000' },
    ]);
  });

  it('fails for another model', () => {
    const lock = { ...locked(base), model: 'gpt-4' };
    expect(checkLock(lock, counted(base), sonnet, { ...now, budget: null })).toMatchObject([
      { ruleId: 'lock-identity', message: 'The lock is of model gpt-4, this build of gpt-5' },
    ]);
  });
});
