/** Takes what stands in files out of a request. */
import { findStretches, type FoundStretch, type TracedFile } from '../../../requests/trace/stretches';
import type { FrameHole, LearnedFrame } from '../../../sources/learned-frame';
import { changedAt, parseObject, sentTexts, type Json, type RequestText } from '../frame/json';
import type { TracedRequest, TracedStretch } from './types';

/** Stands between two texts, so that no stretch crosses from one to the next. */
const boundary = '\n\u0000\n';

export interface RequestToTrace extends Pick<
  LearnedFrame,
  'agent' | 'version' | 'session' | 'folder' | 'at' | 'form' | 'address' | 'body'
> {
  readonly name: string;
}

/** All texts that may stand in a file, as one, to search in. */
export function searchedText(body: string): string {
  return sentTexts(parseObject(body) ?? null)
    .map(({ text }) => text)
    .join(boundary);
}

export function traceRequest(
  { name, ...request }: RequestToTrace,
  candidates: readonly TracedFile[],
  notes: readonly string[] = [],
): TracedRequest {
  const whole = parseObject(request.body) ?? null;
  const texts = sentTexts(whole);
  const found = findStretches(texts.map(({ text }) => text).join(boundary), candidates);
  const stretches: TracedStretch[] = [];
  const holes: FrameHole[] = [];
  let body: Json = whole;
  let from = 0;
  for (const text of texts) {
    const to = from + text.text.length;
    const here = found.flatMap((stretch) => within(stretch, from, to));
    const taken = takeOut(text, from, here, stretches.length);
    stretches.push(...taken.pieces.map((each) => ({ ...each, path: candidates[each.file]?.id ?? '' })));
    holes.push(...taken.holes);
    body = here.length === 0 ? body : changedAt(body, text.path, () => taken.rest);
    from = to + boundary.length;
  }
  const used = new Set(stretches.map(({ path }) => path));
  return {
    name,
    frame: { ...request, body: JSON.stringify(body), holes, prompt: null, hash: '', notes: [] },
    stretches,
    files: candidates.filter(({ id }) => used.has(id)).map(({ id, text }) => ({ path: id, text })),
    matched: stretches.reduce((sum, { span }) => sum + span.end - span.start, 0),
    total: texts.reduce((sum, { text }) => sum + text.length, 0),
    notes,
  };
}

/** The newlines of a boundary may be those of a file. */
function within(stretch: FoundStretch, from: number, to: number): readonly FoundStretch[] {
  const [start, end] = [Math.max(stretch.start, from), Math.min(stretch.end, to)];
  return start >= end ? [] : [{ ...stretch, start, end, at: stretch.at + (start - stretch.start) }];
}

interface Taken {
  readonly pieces: readonly (Omit<TracedStretch, 'path'> & { readonly file: number })[];
  readonly holes: readonly FrameHole[];
  readonly rest: string;
}

/** `from`: where the text begins in the searched one. */
function takeOut({ text, path }: RequestText, from: number, found: readonly FoundStretch[], first: number): Taken {
  const pieces: (Omit<TracedStretch, 'path'> & { readonly file: number })[] = [];
  const holes: FrameHole[] = [];
  let [rest, last] = ['', 0];
  for (const { start, end, file, at, dots } of found) {
    const piece = `traced/${first + pieces.length + 1}`;
    rest += text.slice(last, start - from);
    last = end - from + dots;
    pieces.push({
      piece,
      file,
      span: { start: at, end: at + (end - start) },
      dots: text.slice(end - from, end - from + dots),
    });
    holes.push({ stretch: 'traced', piece, around: { before: '', after: '' }, text: path, at: rest.length });
  }
  return { pieces, holes, rest: rest + text.slice(last) };
}
