/** Where Codex puts what it makes of files: parts of its context message and of the first user message. */
import { child, isObject, listAt, requestTexts, textAt, type Json } from '../frame/json';
import type { FoundStretch, FoundStretches, FrameRules, Volatile } from '../frame/types';

const metadata = 'internal_chat_message_metadata_passthrough';
/** Starts of the parts that Codex itself adds to its context message. */
const contextTags = ['<skills_instructions>', '<permissions instructions>', '<collaboration_mode>', '<tools>'];
const nothing = { before: '', after: '' };

const turnIds = ['root_turn_id', 'thread_id', 'turn_id', 'session_id', 'x-codex-window-id', 'x-codex-installation-id'];
const inTurn = [
  'installation_id',
  'session_id',
  'thread_id',
  'turn_id',
  'root_turn_id',
  'window_id',
  'context_window_id',
  'turn_started_at_unix_ms',
  'workspaces',
];

const volatile: readonly Volatile[] = [
  { name: 'ids of items', path: ['input', '*', 'id'] },
  { name: 'ids of turns', path: ['input', '*', metadata, 'turn_id'] },
  { name: 'times of items', path: ['input', '*', metadata, 'create_time'] },
  { name: 'prompt_cache_key', path: ['prompt_cache_key'] },
  ...turnIds.map((key) => ({ name: `client_metadata.${key}`, path: ['client_metadata', key] })),
  ...inTurn.map((key) => ({
    name: `turn metadata ${key}`,
    path: ['client_metadata', 'x-codex-turn-metadata', '()', key],
  })),
  {
    name: 'date',
    by: ['day'],
    between: { role: 'user', starts: '<environment_context>', marks: ['<current_date>', '</current_date>'] },
  },
];

function find(body: Json): FoundStretches {
  const items = listAt(body, ['input']);
  const partsOf = (item: Json | undefined): readonly string[] =>
    listAt(item, ['content']).map((part) => textAt(part, ['text']));
  const roleOf = (item: Json): string => textAt(item, ['role']);
  const user = items.findIndex(
    (item) =>
      roleOf(item) === 'user' &&
      partsOf(item).some((part) => part.startsWith('<environment_context>') || part.startsWith(heading)),
  );
  if (user === -1) return { problem: 'no message has the environment, which comes with the instructions of AGENTS.md' };
  const context = items.findIndex(
    (item) =>
      roleOf(item) === 'developer' && partsOf(item).some((part) => contextTags.some((tag) => part.startsWith(tag))),
  );
  if (context === -1) return { problem: 'no developer message has the permissions or skills' };
  const skills = skillsIn(context, partsOf(items[context]));
  if (typeof skills === 'string') return { problem: skills };
  const instructions = partsOf(items[user])[0] ?? '';
  const hasInstructions = instructions.startsWith(heading);
  if (hasInstructions && !instructions.endsWith('\n</INSTRUCTIONS>'))
    return { problem: 'the AGENTS.md instructions do not end as expected' };
  return {
    found: [
      ...baseIn(body, items),
      ...skills,
      { stretch: 'instructions', part: ['input', user, 'content', 0], there: hasInstructions, around: nothing },
    ],
  };
}

const heading = '# AGENTS.md instructions';

/** The user's own base text takes the place of Codex's. */
function baseIn(body: Json, items: readonly Json[]): readonly FoundStretch[] {
  const first = items.findIndex((item) => textAt(item, ['role']) === 'developer');
  const path = child(body, 'instructions') === undefined ? ['input', first, 'content', 0, 'text'] : ['instructions'];
  const length = textAt(body, path).length;
  if (length === 0) return [];
  return [{ stretch: 'base', text: path, span: { start: 0, end: 0 }, there: false, around: nothing, replaces: length }];
}

/** The developer's part and the skills, in the order in which they stand; a sentence if the skills look otherwise. */
function skillsIn(context: number, parts: readonly string[]): readonly FoundStretch[] | string {
  const isOwn = (part: string | undefined): boolean => contextTags.some((tag) => part?.startsWith(tag) === true);
  const hasDeveloper = parts.length > 0 && !isOwn(parts[0]);
  const developer: FoundStretch = {
    stretch: 'developer',
    part: ['input', context, 'content', 0],
    there: hasDeveloper,
    around: nothing,
  };
  const at = parts.findIndex((part) => part.startsWith('<skills_instructions>'));
  const part = ['input', context, 'content', at === -1 ? Number(hasDeveloper) : at];
  if (at === -1) return [developer, { stretch: 'skills', part, there: false }];
  const text = parts[at] ?? '';
  const roots = text.indexOf('### Skill roots\n');
  const start = roots === -1 ? text.indexOf('### Available skills\n') : roots;
  const howTo = text.lastIndexOf('### How to use skills');
  const end = howTo === -1 ? text.lastIndexOf('</skills_instructions>') : howTo;
  if (start === -1 || end < start) return 'the list of skills does not begin and end as expected';
  return [
    developer,
    { stretch: 'skills', part, there: true, around: { before: text.slice(0, start), after: text.slice(end) } },
  ];
}

/** Its own ids beside the request, or the environment that it puts before the prompt. */
function recognises(body: Json): boolean {
  const metadataOf = child(body, 'client_metadata');
  const isMarked = isObject(metadataOf) && Object.keys(metadataOf).some((key) => key.startsWith('x-codex'));
  const texts = child(body, 'input') === undefined ? [] : requestTexts(body);
  return isMarked || texts.some(({ role, text }) => role === 'user' && text.startsWith('<environment_context>\n'));
}

export const codexFrame: FrameRules = {
  recognises,
  find: (body) => (child(body, 'input') === undefined ? { problem: 'it is not a Responses request' } : find(body)),
  volatile,
  labels: {
    path: [metadata, 'content_item_kinds'],
    of: {
      instructions: 'agents_md.instructions',
      skills: 'host_skills.instructions',
      developer: 'generic.developer_instructions',
    },
  },
  names: { skills: 'how skills work', end: 'how to use skills' },
};
