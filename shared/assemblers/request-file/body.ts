import { writeJson, type JsonText } from '../../document/json-text';
import type { Span } from '../../document/types';
import { configAt, configJson, type ConfigNode } from '../../sources/config/config-node';
import type { Finding } from '../../sources/findings';
import { parseJson } from '../../sources/config/json';
import { changedRope, fileRope, ropePlace, ropeText, sliceRope, type Rope } from '../../sources/text/rope';
import type { Place, SourceFile } from '../../sources/types';

/** One request body: parsed JSON whose every string still knows its place in the file, however deep it was wrapped. */
export interface Body {
  readonly source: SourceFile;
  readonly root: ConfigNode;
  /** Of a body inside a string (HAR, cURL): the characters of that string. Undefined: spans are the file's own. */
  readonly wrapped: Rope | undefined;
  readonly label: string;
  /** The provider's answer, where the file has it. */
  readonly response: unknown;
  /** ISO 8601, where the file says when it was sent. */
  readonly at?: string | undefined;
}

export function plainBody(source: SourceFile, root: ConfigNode, label: string, response?: unknown): Body {
  return { source, root, wrapped: undefined, label, response };
}

/** Parses the JSON that is the value of a string; a broken one gives findings at the string's place. */
export function wrappedBody(
  source: SourceFile,
  wrapped: Rope,
  label: string,
  response?: unknown,
): { readonly body: Body | undefined; readonly findings: readonly Finding[] } {
  const text = ropeText(wrapped);
  const { root, findings } = parseJson({ id: source.id, text }, 'request-syntax');
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

/** The characters of a string node, in the file. */
export function stringIn(body: Body, node: ConfigNode | undefined): Rope {
  if (node?.kind !== 'string') return [];
  const { wrapped } = body;
  if (wrapped === undefined) return node.rope;
  return node.rope.flatMap((leaf): Rope => {
    if (leaf.origin.kind !== 'file') return [leaf];
    const { start, end } = leaf.origin.span;
    const outer = sliceRope(wrapped, start, end);
    if (leaf.origin.change === undefined) return outer;
    const [first, last] = [outer[0]?.origin, outer.at(-1)?.origin];
    if (first?.kind !== 'file' || last?.kind !== 'file') return [leaf];
    return changedRope(first.source, first.span.start, last.span.end, leaf.value, 'escaped', leaf.origin.path);
  });
}

/** A node as it is written: for block types that have no text of their own. */
export function rawIn(body: Body, node: ConfigNode): Rope {
  return body.wrapped === undefined
    ? fileRope(body.source, node.span.start, node.span.end)
    : sliceRope(body.wrapped, node.span.start, node.span.end);
}

export function textAt(node: ConfigNode | undefined, ...path: readonly (string | number)[]): string | undefined {
  const found = configAt(node, path);
  return found?.kind === 'string' ? found.value : undefined;
}

export function itemsAt(node: ConfigNode | undefined, ...path: readonly (string | number)[]): readonly ConfigNode[] {
  const found = configAt(node, path);
  return found?.kind === 'array' ? found.items : [];
}

/** As it is written; `{}` where there is no object. */
export function objectAt(node: ConfigNode | undefined, ...path: readonly (string | number)[]): JsonText {
  const found = configAt(node, path);
  return found?.kind === 'object' ? configJson(found) : writeJson({});
}
