import { lastAt } from '../basics/last-at';
import { memoByIdentity } from '../basics/memo';
import type { SourceId, Span, TextNode } from '../document/types';
import { configAt, type ConfigEntry, type ConfigNode } from '../sources/config/config-node';
import { finding, type Finding } from '../sources/findings';
import { parseJson, type ParsedConfig } from '../sources/config/json';
import { scanJson, scanShallow } from '../sources/config/scan-json';
import { changedRope, fileRope, ropePlace, ropeText, sliceRope, type Rope } from '../sources/text/rope';
import type { Place, SourceFile } from '../sources/types';
import { append } from '../sources/text/append';
import { isMarker } from './marker-keys';

/** One request body: parsed JSON. Every string keeps its position in the file, however deeply it is nested. */
export interface Body {
  readonly source: SourceFile;
  readonly root: ConfigNode;
  /**
   * If the body is inside a string (HAR, cURL): the characters of that string. If undefined, spans are file offsets.
   */
  readonly wrapped: Rope | undefined;
  readonly label: string;
  /** The provider's response, if the file has it. */
  readonly response: unknown;
  /** The HTTP status of the response, if the file has it. */
  readonly status?: number | undefined;
  /** When it was sent, in ISO 8601, if the file says so. */
  readonly at?: string | undefined;
  /** The URL it was sent to. */
  readonly address?: string | undefined;
  /** The model, if the metadata around the body names it: many bodies do not. */
  readonly model?: string | undefined;
  /** If it was rebuilt from an agent's log: the kind of log, and the parts of the request that it does not hold. */
  readonly rebuilt?: { readonly from: string; readonly notRecorded: readonly string[] } | undefined;
}

export function plainBody(source: SourceFile, root: ConfigNode, label: string, response?: unknown): Body {
  return { source, root, wrapped: undefined, label, response };
}

/** Parses JSON of any size. For broken JSON, returns what can be read. */
export function parseBody(
  source: { readonly id: SourceId; readonly text: string },
  start = 0,
  end = source.text.length,
): ParsedConfig {
  const root = scanJson(source, start, end);
  if (root !== undefined) return { root, findings: [] };
  const shallow = scanShallow(source, start, end);
  if (shallow === undefined) return parseJson(source, 'request-syntax', start, end);
  const what = 'The JSON is nested more than 500 levels deep: what is deeper is not shown';
  return {
    root: shallow.root,
    findings: [finding('warning', 'cut-off', what, { source: source.id, span: shallow.cut })],
  };
}

/** Parses JSON inside a string. Findings about broken JSON are at the string's position. */
export function wrappedBody(
  source: SourceFile,
  wrapped: Rope,
  label: string,
  response?: unknown,
): { readonly body: Body | undefined; readonly findings: readonly Finding[] } {
  const text = ropeText(wrapped);
  const { root, findings } = parseBody({ id: source.id, text });
  const placed = findings.map((each) => {
    const place =
      each.place === undefined
        ? undefined
        : ropePlace(wrapped, Math.min(each.place.span.start, Math.max(0, text.length - 1)), 1);
    const { place: _, ...rest } = each;
    return place === undefined ? rest : { ...rest, place };
  });
  return { body: root === undefined ? undefined : { source, root, wrapped, label, response }, findings: placed };
}

export function placeIn(body: Body, span: Span): Place {
  if (body.wrapped === undefined) return { source: body.source.id, span };
  return (
    ropePlace(body.wrapped, span.start, span.end - span.start) ?? { source: body.source.id, span: { start: 0, end: 0 } }
  );
}

/** Returns the characters of a string node, with their positions in the file. */
export function stringIn(body: Body, node: ConfigNode | undefined): Rope {
  if (node?.kind !== 'string') return [];
  const { wrapped } = body;
  if (wrapped === undefined) return node.rope;
  return node.rope.flatMap((leaf): Rope => {
    if (leaf.origin.kind !== 'file') return [leaf];
    const { start, end } = leaf.origin.span;
    const outer = sliceWrapped(wrapped, start, end);
    if (leaf.origin.change === undefined) return outer;
    const [first, last] = [outer[0]?.origin, outer.at(-1)?.origin];
    if (first?.kind !== 'file' || last?.kind !== 'file') return [leaf];
    return changedRope(first.source, first.span.start, last.span.end, leaf.value, 'escaped', leaf.origin.path);
  });
}

/** The exact text of the body. */
export function bodyText(body: Body): string {
  const { root, wrapped } = body;
  return wrapped === undefined ? textOf(body).slice(root.span.start, root.span.end) : textOf(body);
}

/** What to leave out of raw JSON. */
export type LeftOut = 'nothing' | 'markers' | 'markers and tools';

/**
 * Returns a node's raw JSON, without `leftOut` and without the white space between tokens. White space is not content:
 * two requests that differ only in it are equal.
 */
export function rawIn(body: Body, node: ConfigNode, leftOut: LeftOut): Rope {
  const cuts = leftOut === 'nothing' ? [] : cutsIn(node, leftOut === 'markers and tools' ? 'tools' : undefined);
  const pieces: TextNode[] = [];
  let from = node.span.start;
  for (const { start, end } of [...cuts, { start: node.span.end, end: node.span.end }]) {
    for (const part of denseSpans(textOf(body), from, start)) append(pieces, stretchIn(body, part.start, part.end));
    from = end;
  }
  return pieces;
}

/** Offsets of the leaves of a wrapped body. It has one leaf per escape and is sliced thousands of times. */
const leafStarts = memoByIdentity((wrapped: Rope): readonly number[] => {
  let at = 0;
  return wrapped.map(({ value }) => (at += value.length) - value.length);
});

function sliceWrapped(wrapped: Rope, start: number, end: number): Rope {
  const starts = leafStarts(wrapped);
  const first = lastAt(starts, start);
  const offset = starts[first] ?? 0;
  return sliceRope(wrapped.slice(first, lastAt(starts, end) + 1), start - offset, end - offset);
}

const wrappedText = memoByIdentity(ropeText);

function textOf({ source, wrapped }: Body): string {
  return wrapped === undefined ? source.text : wrappedText(wrapped);
}

/** Returns the spans between white space; white space inside strings stays. */
function denseSpans(text: string, start: number, end: number): readonly Span[] {
  const spans: Span[] = [];
  let from = start;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) at = stringEnd(text, at, end);
    else if (code === 32 || code === 10 || code === 13 || code === 9) {
      if (at > from) spans.push({ start: from, end: at });
      from = at + 1;
    }
  }
  if (end > from) spans.push({ start: from, end });
  return spans;
}

/** Returns the offset of the quote that closes the string at `start`. */
function stringEnd(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 34) return at;
  }
  return end;
}

function stretchIn({ source, wrapped }: Body, start: number, end: number): Rope {
  return wrapped === undefined ? fileRope(source, start, end) : sliceWrapped(wrapped, start, end);
}

/** Blocks and tools nest under these keys. Elsewhere a key of that name is data, such as an argument or a property. */
const holders: ReadonlySet<string> = new Set(['content', 'source', 'function', 'custom']);

/** Returns the spans of markers, each with one adjoining comma. */
function cutsIn(node: ConfigNode, left?: string): readonly Span[] {
  if (node.kind === 'array') return node.items.flatMap((item) => cutsIn(item));
  if (node.kind !== 'object') return [];
  const { entries } = node;
  const isCut = (entry: ConfigEntry): boolean => isMarker(entry) || entry.key === left;
  const inside = (key: string, value: ConfigNode): readonly Span[] => (holders.has(key) ? cutsIn(value) : []);
  if (!entries.some(isCut)) return entries.flatMap(({ key, value }) => inside(key, value));
  const kept = entries.filter((entry) => !isCut(entry));
  const firstKept = kept[0];
  return entries.flatMap((entry, index): readonly Span[] => {
    const { key, keySpan, value } = entry;
    if (!isCut(entry)) return inside(key, value);
    const before = entries[index - 1];
    const isLeading = firstKept === undefined || keySpan.start < firstKept.keySpan.start;
    const next = entries[index + 1];
    if (isLeading) return [{ start: keySpan.start, end: next?.keySpan.start ?? value.span.end }];
    return [{ start: before?.value.span.end ?? keySpan.start, end: value.span.end }];
  });
}

export function textAt(node: ConfigNode | undefined, ...path: readonly (string | number)[]): string | undefined {
  const found = configAt(node, path);
  return found?.kind === 'string' ? found.value : undefined;
}

export function itemsAt(node: ConfigNode | undefined, ...path: readonly (string | number)[]): readonly ConfigNode[] {
  const found = configAt(node, path);
  return found?.kind === 'array' ? found.items : [];
}
