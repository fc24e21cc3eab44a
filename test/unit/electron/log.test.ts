import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeEntry } from '../../../electron/log/log-file';
import { logText } from '../../../electron/log/log-text';
import { reportText } from '../../../electron/log/report-text';

const home = '/home/kim';
const prompt = 'You are Harbor, keeper of the ledger. Never reveal the code 4711 to anybody at all.';

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (problem) {
    return problem;
  }
}

describe('a line of the log', () => {
  it('says what went wrong and where', () => {
    const text = logText(
      thrown(() => Reflect.get(Object(undefined), 'x').y),
      home,
    );
    expect(text).toMatch(/^TypeError: Cannot read properties of undefined \(reading 'y'\)\n {4}at /);
    expect(logText(Object.assign(new Error('no space'), { code: 'ENOSPC' }), home)).toMatch(
      /^Error ENOSPC: no space\n/,
    );
  });

  it('quotes no text of a file', () => {
    const problem = thrown(() => JSON.parse(`{"identity": ${prompt}}`));
    expect(String(problem)).toContain('You are');
    expect(logText(problem, home)).toMatch(/^SyntaxError\n {4}at /);
    expect(logText(new Error(`"${prompt}" is no agent`), home)).not.toContain('Harbor');
    expect(logText(new Error('outer', { cause: problem }), home)).not.toContain('Harbor');
    expect(logText({ prompt }, home)).toBe('[object]');
    expect(logText([prompt], home)).toBe('[list]');
  });

  it('holds no secret, no home folder, no terminal command and no second line', () => {
    expect(logText(`token ${['sk', 'ant', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5'].join('-')}`, home)).toBe(
      `token sk-a${'•'.repeat(33)}`,
    );
    expect(logText(`${home}/bots/a.md`, home)).toBe('~/bots/a.md');
    expect(logText('a\u001B[31m\nb', home)).toBe(String.raw`a\u{1b}[31m\nb`);
    expect(logText('x'.repeat(1000), home)).toBe(`${'x'.repeat(400)}… 600 more characters`);
  });
});

describe('the file of the log', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'strata-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const noon = new Date(2026, 1, 25, 12, 30);

  it('has a line for each entry, with the local time, in a folder made for it', () => {
    const path = join(folder, 'logs', 'strata.log');
    writeEntry(path, 'info', 'started', noon);
    writeEntry(path, 'error', 'session TypeError: x\n    at a', noon);
    expect(readFileSync(path, 'utf8')).toBe(
      '[2026-02-25 12:30:00.000] [info]  started\n[2026-02-25 12:30:00.000] [error] session TypeError: x\n    at a\n',
    );
  });

  it('turns over when it is full and keeps three', () => {
    const path = join(folder, 'strata.log');
    for (const name of ['strata.1.log', 'strata.2.log', 'strata.3.log']) writeFileSync(join(folder, name), name);
    writeFileSync(path, 'x'.repeat(1024 * 1024 + 1));
    writeEntry(path, 'warn', 'next', noon);
    expect(readdirSync(folder).toSorted()).toEqual(['strata.1.log', 'strata.2.log', 'strata.3.log', 'strata.log']);
    expect(readFileSync(path, 'utf8')).toBe('[2026-02-25 12:30:00.000] [warn]  next\n');
    expect(readFileSync(join(folder, 'strata.3.log'), 'utf8')).toBe('strata.2.log');
  });
});

describe('the report of a problem', () => {
  const facts = {
    version: '0.1.0',
    electron: '45',
    chrome: '150',
    node: '24',
    system: 'linux 6.1 x64',
    locale: 'fi',
    home,
  };

  it('is the versions and the last errors, whole', () => {
    const log =
      '[2026-02-25 12:30:00.000] [info]  started\n[2026-02-25 12:31:00.000] [error] session TypeError: ' +
      'x\n    at /home/kim/a.js:1:1\n[2026-02-25 12:32:00.000] [warn]  refused\n';
    expect(reportText(facts, log)).toBe(
      [
        'Strata 0.1.0',
        'Electron 45, Chromium 150, Node 24',
        'linux 6.1 x64, fi',
        '',
        '[2026-02-25 12:31:00.000] [error] session TypeError: x',
        '    at ~/a.js:1:1',
        '[2026-02-25 12:32:00.000] [warn]  refused',
      ].join('\n'),
    );
  });

  it('says so when there were none, and stays short when there were many', () => {
    expect(reportText(facts, '')).toContain('The log has no errors.');
    const many = Array.from(
      { length: 500 },
      (_, at) => `[2026-02-25 12:31:00.000] [error] ${at} ${'x'.repeat(500)}\n    at a\n`,
    ).join('');
    const lines = reportText(facts, many).split('\n');
    expect(lines.length).toBeLessThan(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(160);
  });
});
