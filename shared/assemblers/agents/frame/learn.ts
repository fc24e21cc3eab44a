import type { RequestForm } from '../../../document/types';
import type { FrameHole, FramePiece, LearnedFrame } from '../../../sources/learned-frame';
import type { FoundStretch, FrameRules } from './types';
import { changedAt, child, isList, listAt, listChangedAt, parseObject, promptText, type Json } from './json';
import { samePath } from './inserts';
import { stableBody } from './volatile';

/** A captured request of the conversation. */
export interface CapturedRequest extends Pick<
  LearnedFrame,
  'agent' | 'version' | 'session' | 'folder' | 'at' | 'address'
> {
  readonly form: RequestForm;
  readonly body: string;
}

export type Learned = { readonly frame: LearnedFrame } | { readonly problem: string };

/** Takes the stretches out of a request. What does not look as the rules expect is a problem, never a guess. */
export function learnFrame(
  rules: FrameRules,
  captured: CapturedRequest,
  hash: (text: string) => string,
  pieces: readonly FramePiece[] = [],
): Learned {
  const whole = parseObject(captured.body);
  if (whole === undefined) return { problem: 'the request is not a JSON object' };
  const { body: first, isCut } = withoutConversation(whole);
  const search = rules.find(first, pieces);
  if ('problem' in search) return search;
  const holes: FrameHole[] = [];
  let body = first;
  for (const stretch of search.found.toReversed()) {
    const taken = takeOut(body, stretch, search.found, rules);
    body = taken.body;
    holes.unshift(taken.hole);
  }
  const prompt = promptText(body)?.path ?? null;
  // What was typed is the user's, not the agent's.
  if (prompt !== null) body = changedAt(body, prompt, () => '');
  const { form, body: _, ...about } = captured;
  const { body: stable } = stableBody(body, rules.volatile);
  return {
    frame: {
      ...about,
      form,
      body: JSON.stringify(body),
      holes,
      prompt,
      hash: hash(stable),
      notes: isCut
        ? ['It was learned from a resumed conversation, which is left out: the markers of a first request may differ.']
        : [],
    },
  };
}

interface Taken {
  readonly body: Json;
  readonly hole: FrameHole;
}

function takeOut(body: Json, found: FoundStretch, all: readonly FoundStretch[], rules: FrameRules): Taken {
  const { stretch, piece, around, there, replaces, unmarked } = found;
  const about = {
    stretch,
    ...(piece === undefined ? {} : { piece }),
    ...(around === undefined ? {} : { around }),
    ...(replaces === undefined ? {} : { replaces }),
    ...(unmarked === undefined ? {} : { unmarked }),
  };
  if ('span' in found) {
    const { text, span } = found;
    const cut = (value: Json): Json =>
      typeof value === 'string' ? value.slice(0, span.start) + value.slice(span.end) : value;
    const before = all
      .filter((each) => 'span' in each && samePath(each.text, text) && each.span.end <= span.start && each !== found)
      .reduce((sum, each) => sum + ('span' in each ? each.span.end - each.span.start : 0), 0);
    return { body: changedAt(body, text, cut), hole: { ...about, text, at: span.start - before } };
  }
  const { part } = found;
  const list = part.slice(0, -1);
  const index = Number(part.at(-1));
  const before = all.filter(
    (each) =>
      'part' in each && each.there && samePath(each.part.slice(0, -1), list) && Number(each.part.at(-1)) < index,
  ).length;
  const hole: FrameHole = { ...about, part: [...list, index - before] };
  if (!there) return { body, hole };
  const without = (items: readonly Json[]): readonly Json[] => items.toSpliced(index, 1);
  const shorter = listChangedAt(body, list, without);
  return {
    body:
      rules.labels === undefined
        ? shorter
        : listChangedAt(shorter, [...list.slice(0, -1), ...rules.labels.path], without),
    hole,
  };
}

/** The request as it was before the first answer. */
function withoutConversation(body: Json): { readonly body: Json; readonly isCut: boolean } {
  for (const key of ['messages', 'input', 'contents']) {
    const items = listAt(body, [key]);
    const at = items.findIndex((item) => {
      const [role, type] = [child(item, 'role'), child(item, 'type')];
      return role === 'assistant' || role === 'model' || (type !== undefined && type !== 'message' && !isOpening(type));
    });
    if (at !== -1)
      return { body: changedAt(body, [key], (all) => (isList(all) ? all.slice(0, at) : all)), isCut: true };
  }
  return { body, isCut: false };
}

/** Codex sends the tools of some models as an item of the input. */
function isOpening(type: Json): boolean {
  return type === 'additional_tools';
}
