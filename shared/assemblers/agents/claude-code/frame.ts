/**
 * Claude Code sends instruction files in a reminder of the first user message. No mark in it is documented, so each
 * file is found by its text; what is around it is the agent's own, whatever it says.
 */
import { isObject, child, parseObject, requestTexts, textAt, type Json, type RequestText } from '../frame/json';
import type { FoundStretch, FoundStretches, FrameRules } from '../frame/types';
import type { FramePiece } from '../../../sources/learned-frame';
import type { Span } from '../../../document/types';

const reminder = '<system-reminder>';
const reminderEnd = '</system-reminder>';
const stretches = ['instructions', 'memory'];
/** Shorter texts may stand there by chance. */
const shortest = 8;
const nothing = { before: '', after: '' };

/** `metadata.user_id` is a text that holds JSON with ids. */
function recognises(body: Json): boolean {
  const ids = parseObject(textAt(body, ['metadata', 'user_id']));
  return isObject(ids) && ['device_id', 'account_uuid', 'session_id'].every((name) => child(ids, name) !== undefined);
}

interface Found {
  readonly text: RequestText;
  readonly span: Span;
  readonly piece: FramePiece;
}

function find(body: Json, pieces: readonly FramePiece[]): FoundStretches {
  const texts = firstMessage(body);
  const [first] = texts;
  if (first === undefined) return { problem: 'it has no message of the user' };
  const reminders = texts.filter(({ text }) => text.trimStart().startsWith(reminder));
  const wanted = pieces.filter(({ stretch, text }) => stretches.includes(stretch) && text.trim() !== '');
  const found: Found[] = [];
  // The longest first: a short text may also stand within a long one.
  for (const piece of wanted.toSorted((a, b) => b.text.length - a.text.length)) {
    const at = placeOf(piece.text, reminders, found);
    if (typeof at === 'string') return { problem: `${nameOf(piece)} ${at}` };
    found.push({ ...at, piece });
  }
  const order = (text: RequestText): number => texts.indexOf(text);
  const placed = found
    .toSorted((a, b) => order(a.text) - order(b.text) || a.span.start - b.span.start)
    .map(({ text, span, piece }): FoundStretch => {
      const { stretch, piece: id } = piece;
      return { stretch, piece: id, text: text.path, span, there: true, around: nothing };
    });
  return { found: [...placed, ...restIn(reminders.at(-1) ?? first, placed)] };
}

/** Files that have no place yet would stand somewhere in the last reminder. */
function restIn({ path, text }: RequestText, placed: readonly FoundStretch[]): readonly FoundStretch[] {
  const end = text.lastIndexOf(reminderEnd);
  const last = placed.findLast((each) => 'span' in each && each.text.join('/') === path.join('/'));
  const at = Math.max(end, last !== undefined && 'span' in last ? last.span.end : 0);
  return stretches.map((stretch) => ({ stretch, text: path, span: { start: at, end: at }, there: false }));
}

function nameOf({ stretch, piece }: FramePiece): string {
  return piece.slice(stretch.length + 1);
}

/** The texts of the first message of the user. */
function firstMessage(body: Json): readonly RequestText[] {
  const own = requestTexts(body).filter(({ role }) => role === 'user');
  return own.filter(({ path }) => path[1] === own[0]?.path[1]);
}

/** The one place of a text; a sentence if there is none, or more. */
function placeOf(
  wanted: string,
  reminders: readonly RequestText[],
  taken: readonly Found[],
): { readonly text: RequestText; readonly span: Span } | string {
  const places = reminders.flatMap((text) =>
    placesIn(text.text, wanted)
      .filter((span) => !taken.some((each) => each.text === text && overlaps(each.span, span)))
      .map((span) => ({ text, span })),
  );
  const [only] = places;
  if (only === undefined) return 'is not in it as it is in the folder now';
  return places.length > 1 || wanted.length < shortest ? 'is too short or is there more than once' : only;
}

function placesIn(text: string, wanted: string): readonly Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(wanted); at !== -1 && places.length < 3; at = text.indexOf(wanted, at + 1))
    places.push({ start: at, end: at + wanted.length });
  return places;
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

export const claudeFrame: FrameRules = {
  recognises,
  find,
  byText: true,
  volatile: [
    { name: 'ids of user and session', path: ['metadata', 'user_id'] },
    { name: 'first system block (version and fingerprint)', path: ['system', 0, 'text'] },
    // In a raw body file; on the wire it is a header.
    { name: 'betas', path: ['betas'] },
  ],
  names: { instructions: 'how the instructions are introduced', memory: 'own words', end: 'end of the reminder' },
};
