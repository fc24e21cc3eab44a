/** What nobody means to write: agents' rules answer with findings, in time, and never with a guess. */
import { describe, expect, test } from 'vitest';
import { agentRules } from '../../../../shared/assemblers/agents';
import { codeRegions } from '../../../../shared/assemblers/agents/common/text/code-regions';
import type { Finding } from '../../../../shared/sources/findings';
import { checkDocument } from '../../../../shared/document/check';
import { nodeText } from '../../../../shared/document/walk';
import { buildAs } from '../../../support/agents/built';
import { agentInMemory } from '../../../support/agents/in-memory';
import { makeSandbox } from '../../../support/agents/sandbox';

const bomb = Object.fromEntries(
  Array.from({ length: 5 }, (_, level) => [
    `/repo/b${level}.md`,
    Array.from({ length: 20 }, (__, n) => `@b${level + 1}.md ${n}`).join('\n'),
  ]),
);

const messages = (built: { readonly findings: readonly Finding[] }): readonly string[] =>
  built.findings.map(({ message }) => message);

describe('an import bomb ends with a finding', () => {
  test('of Gemini CLI', () => {
    const built = agentInMemory('gemini-cli', { '/repo/.git/HEAD': '', '/repo/GEMINI.md': '@b0.md', ...bomb }, '/repo');
    expect(messages(built)).toContain(
      'Too many imports: the rest stays as written here, but Gemini CLI follows them all',
    );
    expect(built.broken).toEqual([]);
  });

  test('of Claude Code', () => {
    const many = Array.from({ length: 2_100 }, (_, n) => `w${n}.md`);
    const files = Object.fromEntries(many.map((name) => [`/repo/${name}`, name]));
    const built = agentInMemory(
      'claude-code',
      { '/repo/CLAUDE.md': many.map((name) => `@${name}`).join('\n'), ...files },
      '/repo',
    );
    expect(messages(built)).toContain('More than 2000 imports: the rest is not followed here');
  });
});

describe('a ring of imports is named', () => {
  test('and sent by Gemini CLI with its own remark', () => {
    const files = {
      '/repo/.git/HEAD': '',
      '/repo/GEMINI.md': 'A @a.md',
      '/repo/a.md': 'B @b.md',
      '/repo/b.md': '@a.md',
    };
    const built = agentInMemory('gemini-cli', files, '/repo');
    expect(messages(built)).toContain('@a.md leads back to a file that imports this one');
    expect(built.stretches['project']).toContain('<!-- File already processed: a.md -->');
  });

  test('and read once by Claude Code', () => {
    const files = { '/repo/CLAUDE.md': 'Main @a.md', '/repo/a.md': 'A @b.md', '/repo/b.md': 'B @a.md @CLAUDE.md' };
    const built = agentInMemory('claude-code', files, '/repo');
    expect(built.stretches['instructions']).toBe('Main @a.md\n\nA @b.md\n\nB @a.md @CLAUDE.md');
    expect(messages(built).filter((text) => text.includes('leads back'))).toEqual([
      '@a.md leads back to a file that imports this one',
      '@CLAUDE.md leads back to a file that imports this one',
    ]);
  });

  test('thousands of times, with few findings', () => {
    const files = { '/repo/.git/HEAD': '', '/repo/GEMINI.md': '@a.md', '/repo/a.md': '@a.md\n'.repeat(3_000) };
    const built = agentInMemory('gemini-cli', files, '/repo');
    expect(messages(built).length).toBeLessThan(40);
  });
});

describe('imports too deep', () => {
  const chain = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`/repo/n${n}.md`, `Level ${n} @n${n + 1}.md @me`]));

  test.each([
    ['gemini-cli', 'GEMINI.md', 5, 'Gemini CLI'],
    ['claude-code', 'CLAUDE.md', 4, 'Claude Code'],
  ])('of %s stay as written, and a finding and the load map say so', (agent, name, depth, title) => {
    const files = { '/repo/.git/HEAD': '', [`/repo/${name}`]: 'Top @n1.md', ...chain };
    const built = agentInMemory(agent, files, '/repo');
    const told = built.findings.filter(({ ruleId }) => ruleId === 'import-depth');
    const rule = `${title} follows imports ${depth} files deep.`;
    expect(told).toMatchObject([
      { message: `@n${depth + 1}.md stays as written: ${rule}`, place: { source: `n${depth}.md`, span: { start: 8 } } },
    ]);
    expect(built.loads.find(({ path }) => path === `n${depth + 1}.md`)).toMatchObject({
      status: 'refused',
      rule: `It is imported too deep: ${rule}`,
    });
    expect(built.loads.some(({ path }) => path === `n${depth + 2}.md`)).toBe(false);
  });
});

describe('a file over a limit', () => {
  test('of Codex is cut at the byte, and the finding says where', () => {
    const built = agentInMemory('codex', { '/repo/.git/HEAD': '', '/repo/AGENTS.md': 'x'.repeat(40_000) }, '/repo');
    expect(messages(built)).toContain(
      'Codex sends 32,768 of 40,000 bytes of AGENTS.md. Project files get 32,768 bytes in all ' +
        '(project_doc_max_bytes). It is cut at byte 32,768, without a mark.',
    );
  });

  test('of Claude Code is skipped', () => {
    const built = agentInMemory('claude-code', { '/repo/CLAUDE.md': 'x'.repeat(4 * 1024 * 1024 + 1) }, '/repo');
    expect(messages(built)).toContain('Claude Code leaves CLAUDE.md out. Files over 4 MiB are skipped.');
    expect(built.stretches['instructions']).toBeUndefined();
  });
});

test('code is found in time in a text made of backticks', () => {
  const text = Array.from({ length: 20_000 }, (_, n) => '`'.repeat((n % 7) + 1)).join(' @x.md ');
  const started = performance.now();
  expect(codeRegions(text).length).toBeGreaterThan(0);
  codeRegions('`'.repeat(200_000));
  expect(performance.now() - started).toBeLessThan(5_000);
});

describe('a config file that is broken', () => {
  test.each([
    ['codex', '/home/k/.codex/config.toml', 'toml-syntax'],
    ['gemini-cli', '/repo/.gemini/settings.json', 'json-syntax'],
  ])('of %s is an error with a place', (agent, path, ruleId) => {
    const { findings } = agentInMemory(agent, { '/repo/AGENTS.md': 'x', [path]: '{{{ = "' }, '/repo');
    expect(findings).toContainEqual(expect.objectContaining({ severity: 'error', ruleId, place: expect.anything() }));
  });
});

test.each([
  ['codex', 'AGENTS.override.md', 'AGENTS.md'],
  ['pi', 'AGENTS.md', 'CLAUDE.md'],
])('%s: behind %s that leads out it is not known whether %s is read', async (agent, first, second) => {
  const sandbox = makeSandbox({
    folder: 'repo',
    entries: {
      'repo/.git': { git: true },
      [`repo/${first}`]: { link: '/elsewhere/rules.md' },
      [`repo/${second}`]: { text: 'The second.\n' },
      'elsewhere/rules.md': { text: 'From elsewhere.\n' },
    },
  });
  try {
    const refused = await buildAs(agent, sandbox.folder, sandbox.home, false);
    expect(refused.document.messages.map(nodeText).join('')).not.toContain('The second.');
    expect(refused.panels.loads).toMatchObject([
      { path: first, status: 'refused' },
      { path: second, status: 'unknown', rule: expect.stringContaining(`Strata cannot read ${sandbox.root}`) },
    ]);
    const allowed = await buildAs(agent, sandbox.folder, sandbox.home);
    expect(allowed.panels.loads).toMatchObject([
      { path: first, status: 'loaded' },
      { path: second, status: 'shadowed', by: first },
    ]);
  } finally {
    sandbox.remove();
  }
});

test('a link that leads out and that no rule asks for is not spoken of', async () => {
  const sandbox = makeSandbox({
    folder: 'repo',
    entries: {
      'repo/.git': { git: true },
      'repo/AGENTS.md': { text: 'Be plain.\n' },
      'repo/GEMINI.md': { link: '/elsewhere/rules.md' },
      'elsewhere/rules.md': { text: 'From elsewhere.\n' },
    },
  });
  try {
    const { findings, asks } = await buildAs('codex', sandbox.folder, sandbox.home, false);
    expect(findings.map(({ ruleId }) => ruleId)).not.toContain('symlink-outside');
    expect(asks).toEqual([]);
  } finally {
    sandbox.remove();
  }
});

describe.each(agentRules)('$id', ({ id: agent, finds: [name = ''] }) => {
  test('a link that leads out is read only if it is allowed; else the difference is named', async () => {
    const sandbox = makeSandbox({
      folder: 'repo',
      entries: {
        'repo/.git': { git: true },
        [`repo/${name}`]: { link: '/elsewhere/rules.md' },
        'elsewhere/rules.md': { text: 'From elsewhere.\n' },
      },
    });
    try {
      const allowed = await buildAs(agent, sandbox.folder, sandbox.home);
      expect(allowed.document.messages.map(nodeText).join('')).toContain('From elsewhere.');
      const refused = await buildAs(agent, sandbox.folder, sandbox.home, false);
      expect(refused.document.messages.map(nodeText).join('')).not.toContain('From elsewhere.');
      expect(refused.panels.loads).toContainEqual(expect.objectContaining({ path: name, status: 'refused' }));
      expect(messages(refused)).toContain(
        `${name} is left out: it leads out of the folder by a symbolic link, to ` +
          `${sandbox.root}/elsewhere/rules.md, and you did not allow it`,
      );
    } finally {
      sandbox.remove();
    }
  });

  test('a file that is too large for Strata is named, not guessed at', async () => {
    const sandbox = makeSandbox({
      folder: 'repo',
      entries: { 'repo/.git': { git: true }, [`repo/${name}`]: { text: 'x'.repeat(17_000_000) } },
    });
    try {
      const { findings, panels } = await buildAs(agent, sandbox.folder, sandbox.home);
      expect(messages({ findings })).toContain(`${name} is left out: it has 16.2 MB, more than the 16 MB Strata reads`);
      expect(panels.loads).toContainEqual(expect.objectContaining({ path: name, status: 'refused' }));
    } finally {
      sandbox.remove();
    }
  });

  test('odd bytes, marks and line ends keep every character traced', async () => {
    const odd = Buffer.concat([
      Buffer.from('\uFEFFA\r\nB \0 ', 'utf8'),
      Buffer.from([0xff, 0xe2, 0x82]),
      Buffer.from('\r\n'),
    ]);
    const sandbox = makeSandbox({
      folder: 'repo',
      entries: { 'repo/.git': { git: true }, [`repo/${name}`]: { base64: odd.toString('base64') } },
    });
    try {
      const { document, panels, findings } = await buildAs(agent, sandbox.folder, sandbox.home);
      expect(checkDocument(document)).toEqual([]);
      expect(messages({ findings })).toEqual(
        expect.arrayContaining([
          'The file begins with a byte order mark, which is not counted as its text',
          'Byte 10 is not valid UTF-8; such bytes are shown as U+FFFD',
        ]),
      );
      expect(document.messages.map(nodeText).join('')).toContain('A\r\nB \0 \uFFFD\uFFFD');
      expect(panels.loads).toContainEqual(expect.objectContaining({ path: name, bytes: odd.length }));
    } finally {
      sandbox.remove();
    }
  });
});
