import { expect, test } from 'vitest';
import { agentRules } from '../../../../shared/assemblers/agents';
import { agentArchitecture } from '../../../../shared/assemblers/agents/common/architecture';
import { checkDocument } from '../../../../shared/document/check';
import { nodeText, visit } from '../../../../shared/document/walk';
import { assembleWorkspace } from '../../../support/assemble';
import { testFacts } from '../../../support/memory';

const facts = { ...testFacts, home: '/home/k', workspace: '/repo/app' };

function stretches(
  agent: string,
  files: Readonly<Record<string, string>>,
  workspace = facts.workspace,
): Readonly<Record<string, string>> {
  const rules = agentRules.find(({ id }) => id === agent);
  if (rules === undefined) throw new Error(agent);
  const built = assembleWorkspace(agentArchitecture(rules), files, {}, { ...facts, workspace });
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  const found: Record<string, string> = {};
  visit(built.document, (node, ancestors) => {
    if (node.type === 'section' && ancestors.length === 1) found[node.id] = nodeText(node);
  });
  return found;
}

test('Codex joins the global file and one file a folder, root first, and cuts at the byte', () => {
  const files = {
    '/repo/.git/HEAD': 'ref: refs/heads/main\n',
    '/repo/AGENTS.md': 'Root.\n',
    '/repo/app/AGENTS.md': 'hidden\n',
    '/repo/app/AGENTS.override.md': 'Café',
    '/home/k/.codex/AGENTS.md': '\n Global. \n',
  };
  const wrapped = (body: string) =>
    `# AGENTS.md instructions for /repo/app\n\n<INSTRUCTIONS>\n${body}\n</INSTRUCTIONS>`;
  expect(stretches('codex', files)['instructions/instructions']).toBe(
    wrapped('Global.\n\n--- project-doc ---\n\nRoot.\n\n\nCafé'),
  );
  const limited = { ...files, '/home/k/.codex/config.toml': 'project_doc_max_bytes = 10\n' };
  expect(stretches('codex', limited)['instructions/instructions']).toBe(
    wrapped('Global.\n\n--- project-doc ---\n\nRoot.\n\n\nCaf\uFFFD'),
  );
});

test('opencode takes the files of one name, nearest first', () => {
  const files = {
    '/repo/.git/HEAD': '',
    '/repo/AGENTS.md': 'Root.\n',
    '/repo/app/AGENTS.md': 'App.',
    '/repo/app/CLAUDE.md': 'hidden',
  };
  expect(stretches('opencode', files)).toEqual({
    'system/instructions':
      '\nInstructions from: /repo/app/AGENTS.md\nApp.\nInstructions from: /repo/AGENTS.md\nRoot.\n',
  });
});

test('pi takes one file a folder from / down, and escapes its list of skills', () => {
  const files = {
    '/CLAUDE.md': 'Top.',
    '/repo/app/AGENTS.md': '',
    '/repo/app/.pi/skills/tide/SKILL.md': '---\nname: tide\ndescription: A & B\n---\n',
  };
  expect(stretches('pi', files)).toEqual({
    'system/context':
      '\n\n# Project Context\n\nProject-specific instructions and guidelines:\n\n' +
      '## /CLAUDE.md\n\nTop.\n\n## /repo/app/AGENTS.md\n\n\n\n',
    'system/skills':
      '<available_skills>\n  <skill>\n    <name>tide</name>\n    <description>A &amp; B</description>\n' +
      '    <location>/repo/app/.pi/skills/tide/SKILL.md</location>\n  </skill>\n</available_skills>',
  });
});

test('Gemini CLI puts the global file into the system prompt, the others into the first message', () => {
  const files = {
    '/repo/.git/HEAD': '',
    '/home/k/.gemini/GEMINI.md': '\n Global. \n',
    '/repo/GEMINI.md': 'Root @docs/a.md and `@docs/a.md`.\n',
    '/repo/docs/a.md': 'A imports @b.md\n',
    '/repo/docs/b.md': 'B imports @a.md and @../../out.md',
    '/repo/app/GEMINI.md': ' \n',
    '/out.md': 'never',
  };
  const block = (path: string, text: string) =>
    `--- Context from: ${path} ---\n${text}\n--- End of Context from: ${path} ---`;
  const b =
    '<!-- Imported from: b.md -->\nB imports <!-- File already processed: a.md --> and ' +
    '<!-- Import failed: ../../out.md - Path traversal attempt -->\n<!-- End of import from: b.md -->';
  const a = `<!-- Imported from: docs/a.md -->\nA imports ${b}\n\n<!-- End of import from: docs/a.md -->`;
  const root = `Root ${a} and \`@docs/a.md\`.`;
  expect(stretches('gemini-cli', files, '/repo')).toEqual({
    'system/global': `<loaded_context>\n${block('/home/k/.gemini/GEMINI.md', 'Global.')}\n</loaded_context>`,
    'session/project':
      `\n<loaded_context>\n<project_context>\n${block('/repo/GEMINI.md', root)}\n` +
      '</project_context>\n</loaded_context>',
  });
});
