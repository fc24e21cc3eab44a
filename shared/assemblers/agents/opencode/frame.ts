/** opencode puts instruction files behind the environment of its system prompt, and skills behind them. */
import { systemTexts, type Json, type RequestText } from '../frame/json';
import type { FoundStretch, FoundStretches, FrameRules } from '../frame/types';

const environment = '\n<env>\n';
const environmentEnd = '\n</env>';
const listStart = '<available_skills>\n';
/** Lines of opencode's own between the instructions and the list of skills. */
const leadLines = 2;
const around = { before: '', after: '' };

function systemOf(body: Json): RequestText | undefined {
  return systemTexts(body).find(({ text }) => text.includes(environment) && text.includes(environmentEnd));
}

function recognises(body: Json): boolean {
  const text = systemOf(body)?.text ?? '';
  return text.includes(`${environment}  Working directory: `) && text.includes('\n  Workspace root folder: ');
}

function find(body: Json): FoundStretches {
  const system = systemOf(body);
  if (system === undefined) return { problem: 'the system prompt has no environment' };
  const { path, text } = system;
  const start = text.indexOf(environmentEnd, text.indexOf(environment)) + environmentEnd.length;
  const list = skillsIn(text, start);
  if (typeof list === 'string') return { problem: list };
  const instructions = text.slice(start, list.lead);
  if (instructions !== '' && !instructions.startsWith('\nInstructions from: '))
    return { problem: 'other text follows the environment where instructions were expected' };
  const found = (stretch: string, from: number, to: number): FoundStretch => ({
    stretch,
    text: path,
    span: { start: from, end: to },
    there: to > from,
    ...(list.isThere ? { around } : {}),
  });
  return {
    found: [
      { ...found('instructions', start, list.lead), around },
      found('skills', list.entries, list.own),
      found('skills-after', list.ownEnd, list.close),
    ],
  };
}

interface SkillList {
  readonly isThere: boolean;
  /** Where opencode's own lines before the list begin. */
  readonly lead: number;
  readonly entries: number;
  /** opencode's own skill, which stands among the others by its name. */
  readonly own: number;
  readonly ownEnd: number;
  readonly close: number;
}

/** A sentence if the list is not as expected. Without skills there is none, and the text ends with the instructions. */
function skillsIn(text: string, start: number): SkillList | string {
  const end = text.length;
  const close = text.lastIndexOf('</available_skills>');
  const list = close === -1 ? -1 : text.lastIndexOf(listStart, close);
  const isLast = close !== -1 && text.slice(close).trimEnd() === '</available_skills>';
  if (!isLast || list < start) return { isThere: false, lead: end, entries: end, own: end, ownEnd: end, close: end };
  const entries = list + listStart.length;
  let lead = list - 1;
  for (let line = 0; line < leadLines; line += 1) lead = text.lastIndexOf('\n', lead - 1);
  const mark = text.lastIndexOf('<location>&lt;built-in&gt;</location>', close);
  const own = text.lastIndexOf('  <skill>\n', mark);
  if (lead < start || mark < entries || own < entries) return 'the list of skills is not where it was expected';
  const ownEnd = text.indexOf('  </skill>\n', mark) + '  </skill>\n'.length;
  return { isThere: true, lead, entries, own, ownEnd, close };
}

export const opencodeFrame: FrameRules = {
  recognises,
  find,
  volatile: [
    { name: 'date', by: ['day'], between: { role: 'system', marks: ["\n  Today's date: ", '\n'], first: true } },
    { name: 'prompt_cache_key', path: ['prompt_cache_key'] },
  ],
  names: {
    instructions: 'opencode’s own prompt',
    skills: 'how skills work',
    'skills-after': 'opencode’s own skill',
    end: 'end of the list',
  },
};
