import { byCodePoint } from '../../basics/code-point-order';
import { baseName } from '../../sources/paths';
import { placeholder } from './evaluate/scope';
import type { MessageDeclaration, SectionDeclaration, SettingDeclaration, Source } from './layout/layout';

/** Globs of the prompt files to look for. */
export const draftPatterns = [
  'system.md',
  'AGENTS.md',
  'CLAUDE.md',
  '.cursorrules',
  '*.prompt.md',
  'prompts/**/*.md',
  '.github/prompts/*.prompt.md',
] as const;

interface Draft {
  readonly settings: SettingDeclaration[];
  readonly sources: Record<string, Source>;
  readonly system: SectionDeclaration[];
  readonly user: SectionDeclaration[];
}

/** Above this number, prompt files become one list instead of one section each. */
const maxSections = 12;

/**
 * Drafts a layout from the prompt files of a folder, as the text of a strata.json. `paths` are relative to the folder.
 */
export function draftLayout(paths: readonly string[]): string {
  const sorted = paths.toSorted(byCodePoint);
  const draft: Draft = { settings: [], sources: {}, system: [], user: [] };
  const systemFile = ['system.md', 'prompts/system.md'].find((path) => sorted.includes(path));
  if (systemFile !== undefined)
    draft.system.push({
      id: 'system',
      name: 'System prompt',
      tier: 'L0',
      source: { kind: 'file', path: systemFile, trim: true },
      breakpoint: '1h',
    });
  addPromptFiles(
    draft,
    sorted.filter((path) => path.startsWith('prompts/') && path !== systemFile && !path.endsWith('.prompt.md')),
  );
  for (const [name, title] of [
    ['AGENTS.md', 'Agent instructions'],
    ['CLAUDE.md', 'Project memory'],
  ] as const) {
    if (sorted.includes(name))
      draft.system.push({
        id: name,
        name: title,
        tier: 'L1',
        source: { kind: 'ancestors', names: [name], order: 'outermost', trim: true },
      });
  }
  if (sorted.includes('.cursorrules'))
    draft.system.push({
      id: 'cursorrules',
      name: 'Rules',
      tier: 'L1',
      source: { kind: 'file', path: '.cursorrules', trim: true },
    });
  if (draft.system.length === 0)
    draft.system.push({ id: 'system', name: 'System prompt', tier: 'L0', template: 'You are a helpful assistant.' });
  addReusablePrompts(
    draft,
    sorted.filter((path) => path.endsWith('.prompt.md')),
  );
  draft.settings.push({ name: 'message', label: 'Message', kind: 'text', long: true, help: 'What the user says.' });
  draft.user.push({ id: 'message', name: 'Message', tier: 'active', source: 'setting.message' });
  const messages: readonly (MessageDeclaration & { readonly sections: readonly SectionDeclaration[] })[] = [
    { role: 'system', sections: draft.system },
    { role: 'user', id: 'user', sections: draft.user },
  ];
  const declared = {
    settings: draft.settings,
    ...(Object.keys(draft.sources).length === 0 ? {} : { sources: draft.sources }),
    messages,
  };
  return `${JSON.stringify({ declared }, null, 2)}\n`;
}

function addPromptFiles({ system, sources }: Draft, paths: readonly string[]): void {
  if (paths.length > maxSections) {
    system.push({
      id: 'prompts',
      name: 'Prompts',
      tier: 'L0',
      each: { kind: 'all', of: [...listedPatterns], trim: true, skipEmpty: true },
    });
    return;
  }
  const used = new Set<string>();
  for (const path of paths)
    system.push({
      id: sectionId(path, used),
      name: sectionName(path),
      tier: 'L0',
      source: { ...fileSource(path, sources), trim: true },
    });
}

/** Patterns for all prompt files that have no section of their own. */
const listedPatterns: readonly Source[] = [
  { kind: 'glob', pattern: 'prompts/!(system|*.prompt).md' },
  { kind: 'glob', pattern: 'prompts/*/**/!(*.prompt).md' },
];

/** An id has at most 81 characters; the rest is for the suffix that makes it unique. */
const longestId = 72;

/** Makes a unique id from the path: no slashes, and at most `longestId` characters before the suffix. */
function sectionId(path: string, used: Set<string>): string {
  const letters = path.replaceAll('/', '-');
  const short =
    letters.length <= longestId
      ? letters
      : [...letters].reduce((id, letter) => (id.length + letter.length <= longestId ? id + letter : id), '');
  let id = short;
  for (let count = 2; used.has(id); count += 1) id = `${short}~${count}`;
  used.add(id);
  return id;
}

function sectionName(path: string): string {
  const name = baseName(path);
  return name === '.md' ? name : name.replace(/\.md$/, '');
}

/** A path is a template. Braces that look like a reference are inserted through a named source. */
function fileSource(path: string, sources: Draft['sources']): Source {
  if (path.search(placeholder) === -1) return { kind: 'file', path };
  sources['brace'] = { kind: 'text', text: '{' };
  return { kind: 'file', path: path.replaceAll('{', '{{brace}}') };
}

/** Escapes the path so that the pattern matches exactly it. */
function literally(path: string): string {
  return path.replaceAll(/[\\*?![\]{}()+@|]/g, String.raw`\$&`);
}

/**
 * Adds a setting that chooses one prompt; the chosen prompt comes before the message. The patterns come from the
 * prompts' folders.
 */
function addReusablePrompts({ settings, sources, user }: Draft, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const folders = [...new Set(paths.map((path) => path.slice(0, path.length - baseName(path).length)))];
  const globs = folders.map((folder): Source => ({
    kind: 'glob',
    pattern: `${literally(folder)}*.prompt.md`,
    read: 'front-matter',
    trim: true,
  }));
  const [only] = globs;
  sources['prompts'] = globs.length === 1 && only !== undefined ? only : { kind: 'all', of: globs };
  sources['prompt'] = { kind: 'pick', from: 'prompts', by: '@file', equals: 'setting.prompt' };
  settings.push({
    name: 'prompt',
    label: 'Prompt',
    kind: 'choice',
    help: 'A reusable prompt that stands before the message.',
    choices: { from: 'prompts', value: '@file', label: 'description' },
  });
  user.push({ id: 'prompt', name: 'Prompt', tier: 'L3', source: 'prompt' });
}
