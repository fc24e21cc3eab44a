import type { AgentName } from '../../../build/agents/versions.mjs';
import type { Dice } from './dice';
import type { Entry } from './sandbox';

interface Places {
  readonly folder: string;
  readonly root: string | undefined;
  readonly chain: readonly string[];
}

/** The configuration files of an agent, and the files that links and imports may lead to. */
export function configEntries(agent: AgentName, dice: Dice, places: Places): Readonly<Record<string, Entry>> {
  const shared = Object.fromEntries(
    places.chain.map((place) => [`${place}/shared-note.md`, { text: `A shared note of ${place}.\n` }]),
  );
  return { ...shared, ...own(agent, dice, places) };
}

function own(agent: AgentName, dice: Dice, places: Places): Readonly<Record<string, Entry>> {
  switch (agent) {
    case 'codex':
      return codexConfig(dice, places);
    case 'gemini-cli':
      return geminiConfig(dice, places);
    case 'opencode':
      return opencodeConfig(dice, places);
    case 'pi':
      return piConfig(dice, places);
  }
}

function piConfig(dice: Dice, { folder, root }: Places): Readonly<Record<string, Entry>> {
  const entries: Record<string, Entry> = {};
  for (const place of [`${folder}/.pi`, 'home/.pi/agent', `${root ?? folder}/.pi`])
    for (const name of ['SYSTEM.md', 'APPEND_SYSTEM.md'])
      if (dice.chance(0.12))
        entries[`${place}/${name}`] = {
          text: dice.pick(['', '\uFEFFMarked.\n', `${name} of ${place}.\n`, 'No end\n\n\n']),
        };
  if (dice.chance(0.15))
    entries[`${folder}/.pi/skills/loose.md`] = { text: '---\nname: loose\ndescription: A loose one.\n---\nDo.\n' };
  if (dice.chance(0.1))
    entries[`${folder}/.agents/skills/quiet/SKILL.md`] = {
      text: '---\nname: quiet\ndescription: Not for the model.\ndisable-model-invocation: true\n---\n',
    };
  return entries;
}

function codexConfig(dice: Dice, { folder, root }: Places): Readonly<Record<string, Entry>> {
  const keys: string[] = [];
  if (dice.chance(0.3)) keys.push(`project_doc_max_bytes = ${dice.pick([0, 1, 2, 5, 40, 64, 90, 120, 200, 400])}`);
  if (dice.chance(0.4)) keys.push('project_doc_fallback_filenames = ["TEAM.md", "CLAUDE.md"]');
  if (dice.chance(0.15))
    keys.push(`project_root_markers = ${dice.pick(['[]', '[".hg"]', '[".git", "shared-note.md"]'])}`);
  if (dice.chance(0.1))
    keys.push(`model_instructions_file = "${dice.pick(['base.md', '${root}/repo/shared-note.md'])}"`);
  if (dice.chance(0.1)) keys.push('developer_instructions = "Speak\\nplainly."');
  if (dice.chance(0.1)) keys.push('[skills]\ninclude_instructions = false');
  const entries: Record<string, Entry> = { 'home/.codex/base.md': { text: '\n\n  Be a pilot. 🚢 \n' } };
  const trusted = dice.chance(0.25);
  const untrusted = !trusted && dice.chance(0.1);
  if (trusted || untrusted)
    keys.push(`[projects."\${root}/${root ?? folder}"]\ntrust_level = "${trusted ? 'trusted' : 'untrusted'}"`);
  if (keys.length > 0) entries['home/.codex/config.toml'] = { text: `${keys.join('\n')}\n` };
  if (dice.chance(0.2))
    entries[`${root ?? folder}/.codex/config.toml`] = {
      text: 'project_doc_max_bytes = 150\nproject_doc_fallback_filenames = ["agents.md"]\n',
    };
  return entries;
}

function opencodeConfig(dice: Dice, { folder, root, chain }: Places): Readonly<Record<string, Entry>> {
  const entries: Record<string, Entry> = {};
  const top = root ?? folder;
  if (dice.chance(0.3)) {
    const list = dice.pick([
      ['docs/*.md'],
      ['docs/one.md', 'AGENTS.md'],
      ['~/notes.md', './docs/one.md'],
      ['absent.md'],
      // Without a repository opencode would search the whole disk.
      [root === undefined ? 'docs/one.md' : '**/one.md'],
      ['docs/**/*.md', 'docs/one.md'],
      ['${root}/home/house.md', 'https://127.0.0.1:9/none.md'],
      ['shared-note.md', './shared-note.md', 'docs/{one,two}.md'],
    ]);
    entries[`${dice.pick([folder, top])}/opencode.json`] = { text: JSON.stringify({ instructions: list }) };
    entries[`${top}/docs/one.md`] = { text: 'The first document.\n' };
    if (dice.chance(0.5)) entries[`${folder}/docs/two.md`] = { text: '\uFEFFThe second document.' };
    entries['home/notes.md'] = { text: 'Notes of my own.\n' };
  }
  if (dice.chance(0.15))
    entries['home/.config/opencode/opencode.json'] = {
      text: '{\n  // comments are fine here\n  "instructions": ["~/house.md", "shared-note.md"],\n}\n',
    };
  entries['home/house.md'] = { text: 'House rules.\n' };
  if (dice.chance(0.1))
    entries[`${dice.pick(chain)}/.opencode/opencode.jsonc`] = { text: '{"instructions":["shared-note.md"]}' };
  return entries;
}

function geminiConfig(dice: Dice, { folder, root, chain }: Places): Readonly<Record<string, Entry>> {
  const context: Record<string, unknown> = {};
  if (dice.chance(0.25))
    context['fileName'] = dice.pick([
      ['GEMINI.md', 'AGENTS.md'],
      'AGENTS.md',
      ['AGENTS.md', 'GEMINI.md'],
      ['docs/more.md', ' AGENTS.md '],
    ]);
  if (dice.chance(0.15)) context['importFormat'] = dice.pick(['flat', 'tree']);
  if (dice.chance(0.1)) context['memoryBoundaryMarkers'] = dice.pick([['shared-note.md'], [], ['.hg', '.git']]);
  if (dice.chance(0.1)) context['includeDirectoryTree'] = false;
  const entries: Record<string, Entry> = {};
  const own = dice.chance(0.3);
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    general: { disableAutoUpdate: true },
    ...(own ? {} : { context }),
  };
  entries['home/.gemini/settings.json'] = { text: JSON.stringify(settings, null, 2) };
  if (own) entries[`${folder}/.gemini/settings.json`] = { text: `// of the project\n${JSON.stringify({ context })}` };
  for (const place of [...chain, 'home/.gemini']) {
    entries[`${place}/note.md`] = { text: `A note of ${place}.\n` };
    entries[`${place}/docs/more.md`] = { text: `More of ${place}: @../ring.md and @deep/1.md\n\n` };
    entries[`${place}/docs/deep/1.md`] = { text: 'One @2.md' };
    entries[`${place}/docs/deep/2.md`] = { text: 'Two @3.md\n' };
    entries[`${place}/docs/deep/3.md`] = { text: 'Three @4.md\n' };
    entries[`${place}/docs/deep/4.md`] = { text: 'Four @5.md\n' };
    entries[`${place}/docs/deep/5.md`] = { text: 'Five.\n' };
    entries[`${place}/linked.md`] = { link: 'note.md' };
    entries[`${place}/linked-out.md`] = { link: '/outside.md' };
    entries[`${place}/marked.md`] = { text: '\uFEFF@./note.md\r\nMarked, and @./note.md.\r\n' };
    entries[`${place}/ring.md`] = { text: `Round and round: @./ring.md (${root ?? 'none'})` };
  }
  if (dice.chance(0.2)) {
    const slug = dice.pick(['harbour', folder.split('/').at(-1) ?? 'repo']);
    entries['home/.gemini/projects.json'] = { text: JSON.stringify({ projects: { [`\${root}/${folder}`]: slug } }) };
    entries[`home/.gemini/tmp/${slug}/memory/${dice.pick(['MEMORY.md', 'GEMINI.md'])}`] = {
      text: dice.pick(['\n- The tide table is in docs.\n', '', '- See @../x.md\n']),
    };
  }
  if (dice.chance(0.15)) {
    const extension = 'home/.gemini/extensions/buoy';
    const named = dice.chance(0.5) ? { contextFileName: dice.pick(['BUOY.md', ['BUOY.md', 'GEMINI.md']]) } : {};
    entries[`${extension}/gemini-extension.json`] = {
      text: JSON.stringify({ name: 'buoy', version: '1.0.0', ...named }),
    };
    entries[`${extension}/${dice.pick(['BUOY.md', 'GEMINI.md'])}`] = { text: ' About buoys.\n' };
  }
  entries['repo/outside.md'] = { text: 'Above some roots.\n' };
  entries['outside.md'] = { text: 'Above all.\n' };
  return entries;
}
