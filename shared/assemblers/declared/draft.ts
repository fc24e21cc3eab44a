import { baseName } from '../../sources/paths';
import type { MessageDeclaration, SectionDeclaration, SettingDeclaration, Source } from './layout';

/** What a folder is looked through for. */
export const draftPatterns = ['system.md', 'AGENTS.md', 'CLAUDE.md', '.cursorrules', '*.prompt.md', 'prompts/**/*.md', '.github/prompts/*.prompt.md'] as const;

interface Draft {
  readonly settings: SettingDeclaration[];
  readonly sources: Record<string, Source>;
  readonly system: SectionDeclaration[];
  readonly user: SectionDeclaration[];
}

/** More prompt files than this are one list, not a section each. */
const maxSections = 12;

/** A first layout from the prompt files of a folder, as the text of a strata.json. `paths` are relative to the folder. */
export function draftLayout(paths: readonly string[]): string {
  const sorted = paths.toSorted();
  const draft: Draft = { settings: [], sources: {}, system: [], user: [] };
  const systemFile = ['system.md', 'prompts/system.md'].find((path) => sorted.includes(path));
  if (systemFile !== undefined) draft.system.push({ id: 'system', name: 'System prompt', tier: 'L0', source: { kind: 'file', path: systemFile, trim: true }, breakpoint: '1h' });
  addPromptFiles(draft, sorted.filter((path) => path.startsWith('prompts/') && path !== systemFile && !path.endsWith('.prompt.md')));
  for (const [name, title] of [['AGENTS.md', 'Agent instructions'], ['CLAUDE.md', 'Project memory']] as const) {
    if (sorted.includes(name)) draft.system.push({ id: name, name: title, tier: 'L1', source: { kind: 'ancestors', names: [name], order: 'outermost', trim: true } });
  }
  if (sorted.includes('.cursorrules')) draft.system.push({ id: 'cursorrules', name: 'Rules', tier: 'L1', source: { kind: 'file', path: '.cursorrules', trim: true } });
  if (draft.system.length === 0) draft.system.push({ id: 'system', name: 'System prompt', tier: 'L0', template: 'You are a helpful assistant.' });
  addReusablePrompts(draft, sorted.filter((path) => path.endsWith('.prompt.md')));
  draft.settings.push({ name: 'message', label: 'Message', kind: 'text', long: true, help: 'What the user says.' });
  draft.user.push({ id: 'message', name: 'Message', tier: 'active', source: 'setting.message' });
  const messages: readonly (MessageDeclaration & { readonly sections: readonly SectionDeclaration[] })[] = [
    { role: 'system', sections: draft.system },
    { role: 'user', id: 'user', sections: draft.user },
  ];
  const declared = { settings: draft.settings, ...(Object.keys(draft.sources).length === 0 ? {} : { sources: draft.sources }), messages };
  return `${JSON.stringify({ declared }, null, 2)}\n`;
}

function addPromptFiles({ system }: Draft, paths: readonly string[]): void {
  if (paths.length > maxSections) {
    system.push({ id: 'prompts', name: 'Prompts', tier: 'L0', each: { kind: 'glob', pattern: 'prompts/**/*.md', trim: true, skipEmpty: true } });
    return;
  }
  for (const path of paths) system.push({ id: path.replaceAll('/', '-'), name: baseName(path).replace(/\.md$/, ''), tier: 'L0', source: { kind: 'file', path, trim: true } });
}

/** One of them is chosen and stands before the message; their folders decide the patterns. */
function addReusablePrompts({ settings, sources, user }: Draft, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const folders = [...new Set(paths.map((path) => path.slice(0, path.length - baseName(path).length)))];
  const globs = folders.map((folder): Source => ({ kind: 'glob', pattern: `${folder}*.prompt.md`, read: 'front-matter', trim: true }));
  const [only] = globs;
  sources['prompts'] = globs.length === 1 && only !== undefined ? only : { kind: 'all', of: globs };
  sources['prompt'] = { kind: 'pick', from: 'prompts', by: '@file', equals: 'setting.prompt' };
  settings.push({ name: 'prompt', label: 'Prompt', kind: 'choice', help: 'A reusable prompt that stands before the message.', choices: { from: 'prompts', value: '@file', label: 'description' } });
  user.push({ id: 'prompt', name: 'Prompt', tier: 'L3', source: 'prompt' });
}
