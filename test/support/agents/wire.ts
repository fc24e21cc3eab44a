/** The stretches of a request that come from the user's files, cut out of what an agent really sent. */
import { agentRules } from '../../../shared/assemblers/agents';
import { parseObject, textAt, type Json } from '../../../shared/assemblers/agents/frame/json';
import type { FoundStretch } from '../../../shared/assemblers/agents/frame/types';
import type { Received } from './provider';

export type Stretches = Readonly<Record<string, string>>;

export interface SentBody {
  readonly text: string;
  readonly address: string;
}

/** The request of the conversation itself: the first with tools. */
export function mainRequest(received: readonly Received[]): SentBody | undefined {
  for (const { method, url, body } of received) {
    if (method !== 'POST' || body.length === 0) continue;
    const text = body.toString('utf8');
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) continue;
    if ('tools' in value || text.includes('"additional_tools"'))
      return { text, address: `http://127.0.0.1${url.replace(/key=[^&]*/, 'key=')}` };
  }
  return undefined;
}

/**
 * Where the agent's own rules find the stretches in its request. `built` is what the rules make of the files; it helps
 * only where no mark on the wire shows the place.
 */
export function stretchesOf(agent: string, { text }: SentBody, built: Stretches): Stretches {
  const rules = agentRules.find(({ id }) => id === agent);
  const body = parseObject(text);
  if (rules === undefined || body === undefined) throw new Error(`no request of ${agent}`);
  if (!rules.frame.recognises(body)) throw new Error(`not recognised as a request of ${agent}`);
  const others = agentRules.filter((each) => each !== rules && each.frame.recognises(body));
  if (others.length > 0) throw new Error(`also recognised as ${others.map(({ id }) => id).join(', ')}`);
  const search = rules.frame.find(body, []);
  if ('problem' in search) throw new Error(search.problem);
  return Object.fromEntries(
    search.found.flatMap((each) => {
      const found = textOf(body, each, built[each.stretch]);
      return found === '' ? [] : [[each.stretch, found]];
    }),
  );
}

function textOf(body: Json, found: FoundStretch, built = ''): string {
  if ('part' in found) return found.there ? inner(textAt(body, [...found.part, 'text']), found) : '';
  const whole = textAt(body, found.text);
  const { start, end } = found.span;
  if (found.there) return inner(whole.slice(start, end), found);
  // Text that takes the place of the agent's own, or that no mark ends.
  if (found.replaces !== undefined) return whole.startsWith(built, start) ? built : '';
  return found.unmarked === true && whole.slice(0, start).endsWith(built) ? built : '';
}

function inner(text: string, { around = { before: '', after: '' } }: FoundStretch): string {
  return text.slice(around.before.length, text.length - around.after.length);
}
