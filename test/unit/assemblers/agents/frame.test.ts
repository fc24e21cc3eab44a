import { describe, expect, it } from 'vitest';
import { agentRules } from '../../../../shared/assemblers/agents';
import { agentArchitecture } from '../../../../shared/assemblers/agents/common/architecture';
import { compareBodies } from '../../../../shared/assemblers/agents/frame/compare';
import { learnFrame, type Learned } from '../../../../shared/assemblers/agents/frame/learn';
import type { AgentRules } from '../../../../shared/assemblers/agents/types';
import { checkDocument } from '../../../../shared/document/check';
import { leaves, nodeText, visit } from '../../../../shared/document/walk';
import type { RequestForm } from '../../../../shared/document/types';
import { exportDocument } from '../../../../shared/exporters';
import type { FramePiece, LearnedFrame } from '../../../../shared/sources/learned-frame';
import { claudeBody, codexBody, opencodeBody, piBody } from '../../../support/agents/made-up';
import { assembleFramed } from '../../../support/assemble';
import { testFacts } from '../../../support/memory';

const facts = { ...testFacts, home: '/home/k', workspace: '/repo/app' };

function rulesOf(agent: string): AgentRules {
  const rules = agentRules.find(({ id }) => id === agent);
  if (rules === undefined) throw new Error(agent);
  return rules;
}

function learn(
  agent: string,
  body: string,
  about: Partial<LearnedFrame> = {},
  pieces: readonly FramePiece[] = [],
): Learned {
  const rules = rulesOf(agent).frame;
  const form: RequestForm = agent === 'codex' ? 'openai-responses' : 'anthropic';
  const captured = {
    agent,
    version: '1.0.0',
    session: '20261118-0800-abcdef',
    folder: '/repo/app',
    at: '2026-11-18T08:00:00.000Z',
    address: null,
    form,
    ...about,
    body,
  };
  return learnFrame(rules, captured, (text) => String(text.length), pieces);
}

function frameOf(agent: string, body: string, about: Partial<LearnedFrame> = {}): LearnedFrame {
  const learned = learn(agent, body, about);
  if ('problem' in learned) throw new Error(learned.problem);
  return learned.frame;
}

function build(agent: string, frames: readonly LearnedFrame[], files: Readonly<Record<string, string>>, settings = {}) {
  const built = assembleFramed(agentArchitecture(rulesOf(agent)), files, frames, settings, facts);
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  return built;
}

const wrapped = (text: string): string =>
  `# AGENTS.md instructions for /repo/app\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`;
const roots = '### Skill roots\n- `r0` = `/repo/app/.agents/skills`\n### Available skills\n';
const skill = (name: string): string => `---\nname: ${name}\ndescription: Of use.\n---\n`;

describe('Codex', () => {
  const frame = frameOf(
    'codex',
    codexBody({ instructions: wrapped('Old.\n'), skills: `${roots}- x: X (file: r0/x)\n` }),
  );

  it('keeps nothing of the user’s files or of what was typed', () => {
    expect(frame.body).not.toMatch(/Old\.|r0|Hello/);
    expect(frame.body).toContain('You are a made-up agent.');
  });

  it('builds the request that the agent would send for the files as they are now', () => {
    const files = {
      '/repo/app/.git/HEAD': '',
      '/repo/app/AGENTS.md': 'New.\n',
      '/repo/app/.agents/skills/one/SKILL.md': skill('one'),
    };
    const built = build('codex', [frame], files, { prompt: 'Hello' });
    const sent = codexBody({
      instructions: wrapped('New.\n'),
      skills: `${roots}- one: Of use. (file: r0/one/SKILL.md)\n`,
      id: 'another run',
    });
    const rules = rulesOf('codex').frame;
    const compared = compareBodies(rules, sent, exportDocument(built.document, 'sent').body);
    expect(compared?.built).toBe(compared?.sent);
    expect(compared?.volatile).toEqual(['ids of items', 'ids of turns', 'prompt_cache_key', 'date']);
  });

  it('drops the parts of files that are gone, and their labels', () => {
    const built = build('codex', [frame], { '/repo/app/.git/HEAD': '' }, { prompt: 'Hello' });
    const rules = rulesOf('codex').frame;
    const compared = compareBodies(rules, codexBody(), exportDocument(built.document, 'sent').body);
    expect(compared?.built).toBe(compared?.sent);
  });

  it('gives the agent’s words an origin of their own, and the files theirs', () => {
    const { document } = build('codex', [frame], { '/repo/app/AGENTS.md': 'New.\n' });
    const kinds = document.messages.map((message) => [...new Set(leaves(message).map(({ origin }) => origin.kind))]);
    expect(kinds).toEqual([['learned'], ['learned'], ['frame', 'file', 'learned'], []]);
    expect(document.messages.slice(0, 1).flatMap(leaves)[0]?.origin).toEqual({
      kind: 'learned',
      agent: 'codex',
      version: '1.0.0',
      session: '20261118-0800-abcdef',
    });
    expect(document.tools[0]?.definition?.[0]?.origin.kind).toBe('learned');
    const omitted: string[] = [];
    visit(document, (node) => node.type === 'omitted' && omitted.push(node.name));
    expect(omitted).toEqual(['what you type']);
  });

  it('without a capture has no character of the frame in any export, and says so', () => {
    const { document, findings } = build('codex', [], { '/repo/app/AGENTS.md': 'New.\n' });
    expect(document.messages.map(nodeText)).toEqual(['', '', wrapped('New.\n'), '']);
    expect(exportDocument(document, 'text').body).not.toContain('made-up');
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(['frame-missing']);
    const without = build('codex', [frame], { '/repo/app/AGENTS.md': 'New.\n' }, { frame: 'none' });
    expect(without.document).toEqual(document);
  });

  it('names a capture of another folder or version, and one that was not found', () => {
    const other = { ...frame, folder: '/elsewhere', version: '9.9.9' };
    const ids = (frames: readonly LearnedFrame[], settings = {}) =>
      build('codex', frames, {}, settings).findings.map(({ ruleId }) => ruleId);
    expect(ids([{ ...frame, version: '0.169.0' }])).toEqual([]);
    expect(ids([other])).toEqual(['frame-folder', 'frame-version']);
    expect(build('codex', [other], {}).findings.map(({ message }) => message)).toEqual([
      "Codex's own prompt was learned in /elsewhere: the working folder named in it is that one",
      "Codex's own prompt is of version 9.9.9; what it makes of files was measured with 0.169.0",
    ]);
    expect(ids([frame], { frame: 'nothing' })).toEqual(['frame-unknown', 'frame-missing']);
  });

  it('leaves skills out, with a finding, if the capture had none: the words around them are not known', () => {
    const bare = frameOf('codex', codexBody({ instructions: wrapped('Old.\n') }));
    const { document, findings } = build('codex', [bare], { '/repo/app/.agents/skills/one/SKILL.md': skill('one') });
    expect(findings.map(({ ruleId }) => ruleId)).toContain('frame-part');
    expect(exportDocument(document, 'sent').body).not.toContain('Of use.');
  });

  it('learns nothing from a request whose markers moved', () => {
    const moved = codexBody({ instructions: wrapped('Old.\n') }).replaceAll('environment_context', 'surroundings');
    expect(learn('codex', moved.replaceAll('# AGENTS.md', '# Team'))).toEqual({
      problem: 'no message has the environment, which comes with the instructions of AGENTS.md',
    });
    expect(learn('codex', '[]')).toEqual({ problem: 'the request is not a JSON object' });
    const cut = codexBody({ instructions: '# AGENTS.md instructions for /repo/app\n\nwithout an end' });
    expect(learn('codex', cut)).toMatchObject({ problem: expect.stringContaining('do not end') });
  });

  it('leaves a resumed conversation out', () => {
    const body = JSON.parse(codexBody());
    body.input.push({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Private.' }] });
    const resumed = frameOf('codex', JSON.stringify(body));
    expect(resumed.body).not.toContain('Private.');
    expect(resumed.notes).toHaveLength(1);
  });
});

describe('pi', () => {
  const list = (name: string, path: string): string =>
    `<available_skills>\n  <skill>\n    <name>${name}</name>\n    <description>Of use.</description>\n` +
    `    <location>${path}</location>\n  </skill>\n</available_skills>`;
  const context = (text: string): string =>
    `\n\n# Project Context\n\nProject-specific instructions and guidelines:\n\n## /repo/app/AGENTS.md\n\n${text}\n\n`;
  const frame = frameOf('pi', piBody({ context: context('Old.'), skills: list('x', '/x') }));

  it('builds the request, with and without files and skills', () => {
    const rules = rulesOf('pi').frame;
    const same = (files: Readonly<Record<string, string>>, sent: string): void => {
      const built = exportDocument(build('pi', [frame], files, { prompt: 'Hello' }).document, 'sent').body;
      const compared = compareBodies(rules, sent, built);
      expect(compared?.built).toBe(compared?.sent);
    };
    const path = '/repo/app/.agents/skills/one/SKILL.md';
    same(
      { '/repo/app/AGENTS.md': 'New.', [path]: skill('one') },
      piBody({ context: context('New.'), skills: list('one', path) }),
    );
    same({ [path]: skill('one') }, piBody({ skills: list('one', path) }));
    same({ '/repo/app/AGENTS.md': 'Current date: 2020\n' }, piBody({ context: context('Current date: 2020\n') }));
    same({}, piBody({}));
  });

  it('keeps the cache markers on their blocks', () => {
    const { document } = build('pi', [frame], { '/repo/app/AGENTS.md': 'New.' });
    expect(document.breakpoints.map(({ after }) => after)).toEqual(['tools/0', 'system', 'messages/1']);
  });
});

it.each([
  ['opencode', opencodeBody({}).replaceAll('env>', 'surroundings>'), 'the system prompt has no environment'],
  [
    'opencode',
    opencodeBody({ instructions: '\nOther words.' }),
    'other text follows the environment where instructions were expected',
  ],
  [
    'opencode',
    opencodeBody({}).replace('&lt;built-in&gt;', 'moved'),
    'the list of skills is not where it was expected',
  ],
  ['pi', piBody({}).replace('Current date: ', 'Today: '), 'the system prompt does not end with the date'],
  ['gemini-cli', '{"systemInstruction":{"parts":[{"text":"x"}]},"contents":[]}', 'no message has the session context'],
])('learns nothing from a request of %s whose markers moved', (agent, moved, problem) => {
  expect(learn(agent, moved)).toEqual({ problem });
});

it('Gemini CLI’s tree of an empty folder ends with one more newline, which is part of the tree', () => {
  const body = (tree: string): string =>
    JSON.stringify({
      contents: [
        {
          role: 'user',
          parts: [
            {
              text:
                `<session_context>\n- **Workspace Directories:**\n  - /w\n- **Directory Structure:**\n\n${tree}\n\n` +
                '\n<loaded_context>\nx\n</loaded_context>\n</session_context>',
            },
          ],
        },
      ],
    });
  const compared = compareBodies(rulesOf('gemini-cli').frame, body('/w/\n'), body('/w/\n└───a.md'));
  expect(compared).toMatchObject({ equal: true, volatile: ['file tree'] });
});

it('Gemini CLI’s request is known by its session context, also without a tree of files', () => {
  const body = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] });
  const known = (text: string) => agentRules.filter(({ frame }) => frame.recognises(body(text))).map(({ id }) => id);
  expect(known('<session_context>\nMade up.\n</session_context>')).toEqual(['gemini-cli']);
  expect(known('<session_context>\nMade up.')).toEqual([]);
});

it('opencode’s own skills stand among those of the folder, in the order of the names', () => {
  const entry = (name: string): string =>
    `  <skill>\n    <name>${name}</name>\n    <description>Of use.</description>\n` +
    `    <location>/repo/app/.agents/skills/${name}/SKILL.md</location>\n  </skill>\n`;
  const frame = frameOf('opencode', opencodeBody({ after: entry('old') }));
  const files = {
    '/repo/app/.git/HEAD': '',
    '/repo/app/AGENTS.md': 'New.\n',
    '/repo/app/.agents/skills/all/SKILL.md': skill('all'),
    '/repo/app/.agents/skills/zeta/SKILL.md': skill('zeta'),
  };
  const { document } = build('opencode', [frame], files, { prompt: 'Hello' });
  const rules = rulesOf('opencode').frame;
  const sent = opencodeBody({
    instructions: '\nInstructions from: /repo/app/AGENTS.md\nNew.\n',
    before: entry('all'),
    after: entry('zeta'),
  });
  const compared = compareBodies(rules, sent, exportDocument(document, 'sent').body);
  expect(compared?.built).toBe(compared?.sent);
});

describe('Claude Code', () => {
  const piece = (path: string, text: string): FramePiece => ({
    stretch: 'instructions',
    piece: `instructions/${path}`,
    text,
  });
  const [own, project] = [piece('/home/k/.claude/CLAUDE.md', 'My own rules.\n'), piece('CLAUDE.md', 'Root rules.\n')];
  const reminded = (mine: string, root: string): string =>
    `# made up\n\nMine:\n\n${mine}\n\nOf the folder:\n\n${root}\n\n`;
  const body = claudeBody({ instructions: reminded(own.text, project.text) });
  const learned = learn('claude-code', body, {}, [own, project]);
  const frame = 'frame' in learned ? learned.frame : undefined;
  const ids = (built: { readonly findings: readonly { readonly ruleId: string }[] }): readonly string[] =>
    built.findings.map(({ ruleId }) => ruleId).filter((id) => id.startsWith('frame-'));
  const files = { '/home/k/.claude/CLAUDE.md': own.text, '/repo/app/CLAUDE.md': project.text };

  it('is known by the ids in its metadata, and no other agent takes its requests for their own', () => {
    expect(agentRules.filter(({ frame: rules }) => rules.recognises(JSON.parse(body))).map(({ id }) => id)).toEqual([
      'claude-code',
    ]);
    expect(rulesOf('claude-code').frame.recognises(JSON.parse(piBody({})))).toBe(false);
  });

  it('finds the files by their texts and keeps nothing of them, nor of what was typed', () => {
    expect(learned).toMatchObject({ frame: { holes: expect.any(Array) } });
    expect(frame?.body).not.toMatch(/Root rules|My own rules|Hello/);
    expect(frame?.body).toContain('Of the folder:');
  });

  it('builds the request for the files as they are now', () => {
    const changed = { ...files, '/repo/app/CLAUDE.md': 'Other rules, in\ntwo lines.\n' };
    const built = build('claude-code', frame === undefined ? [] : [frame], changed, { prompt: 'Hello' });
    const sent = claudeBody({ instructions: reminded(own.text, 'Other rules, in\ntwo lines.\n'), id: 'b' });
    const compared = compareBodies(rulesOf('claude-code').frame, sent, exportDocument(built.document, 'sent').body);
    expect(compared?.built).toBe(compared?.sent);
    expect(compared?.volatile).toEqual([
      'ids of user and session',
      'first system block (version and fingerprint)',
      'betas',
    ]);
    expect(ids(built)).toEqual([]);
    expect(leaves(built.document.messages[1] ?? { type: 'text', value: '', origin: { kind: 'frame' } })).toContainEqual(
      expect.objectContaining({
        value: 'Other rules, in\ntwo lines.\n',
        origin: expect.objectContaining({ kind: 'file' }),
      }),
    );
  });

  it('says which file has no place in the learned prompt, and leaves it out', () => {
    const more = { ...files, '/repo/app/CLAUDE.local.md': 'Only mine, and new.\n' };
    const built = build('claude-code', frame === undefined ? [] : [frame], more);
    expect(built.findings).toContainEqual(
      expect.objectContaining({ ruleId: 'frame-part', message: expect.stringContaining('no CLAUDE.local.md') }),
    );
    expect(exportDocument(built.document, 'sent').body).not.toContain('Only mine');
    const omitted: string[] = [];
    visit(built.document, (node) => node.type === 'omitted' && omitted.push(node.name));
    expect(omitted).toContain('Instructions');
  });

  it('says that the words around a file that is gone still stand there', () => {
    const built = build('claude-code', frame === undefined ? [] : [frame], { '/repo/app/CLAUDE.md': project.text });
    expect(built.findings).toContainEqual(
      expect.objectContaining({
        ruleId: 'frame-gone',
        message: expect.stringMatching(/^\/home\/k\/.claude\/CLAUDE.md has nothing to send now/),
      }),
    );
  });

  it('learns nothing if a file does not stand in the reminder as it is now, or not only once', () => {
    expect(learn('claude-code', body, {}, [piece('CLAUDE.md', 'Edited since.\n')])).toEqual({
      problem: 'CLAUDE.md is not in it as it is in the folder now',
    });
    const twice = claudeBody({ instructions: reminded(project.text, project.text) });
    expect(learn('claude-code', twice, {}, [project])).toEqual({
      problem: 'CLAUDE.md is too short or is there more than once',
    });
    const cut = claudeBody({ instructions: reminded('Be.', 'x') });
    expect(learn('claude-code', cut, {}, [piece('CLAUDE.md', 'Be.')])).toEqual({
      problem: 'CLAUDE.md is too short or is there more than once',
    });
  });

  it('learns without files too: they then have no place', () => {
    const bare = frameOf('claude-code', claudeBody());
    const built = build('claude-code', [bare], files);
    expect(ids(built)).toContain('frame-part');
    expect(exportDocument(built.document, 'sent').body).not.toContain('Root rules.');
  });
});
