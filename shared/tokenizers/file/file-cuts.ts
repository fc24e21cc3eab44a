/**
 * Finds where a text can be cut so that a `tokenizer.json` gives both parts the same tokens as in the whole text,
 * whatever the other part is. Depends only on the two characters at the cut, and is proven from the file:
 * - the model counts each piece of the pre-tokenizer separately;
 * - some step of the pre-tokenizer always ends a piece between the two, and no step up to it matches or looks across
 *   them;
 * - the normalizer changes neither of the two, nor anything beyond them because of them;
 * - no added token contains the two side by side, and none strips spaces across them.
 * If this cannot be proven, the text is not cut there.
 */
import { BPE, WordPiece, type Tokenizer } from '@huggingface/tokenizers';
import { classKinds, kinds, kindTable, plainSpace, spaceKinds } from './file-kinds';
import { unchangedBy } from './unchanged-by';
import { splittersOf, type Splitter } from './splitters';

export type IsCut = (text: string, at: number) => boolean;

export interface AddedToken {
  readonly content: string;
  readonly lstrip?: boolean | null | undefined;
  readonly rstrip?: boolean | null | undefined;
}

/** Undefined if no text can be cut anywhere. */
export function fileCuts(
  { normalizer, pre_tokenizer: preTokenizer, model }: Tokenizer,
  added: readonly AddedToken[],
): IsCut | undefined {
  if (!(model instanceof BPE || model instanceof WordPiece)) return undefined;
  // Adjacent unknown tokens would be fused into one.
  if (model.fuse_unk && typeof model.unk_token === 'string') return undefined;
  const isUnchanged = unchangedBy(normalizer);
  if (isUnchanged === undefined) return undefined;
  const takesSpaces = added.some(({ lstrip, rstrip }) => lstrip === true || rstrip === true);
  const behind = kindsBehind(splittersOf(preTokenizer).map(effectOf), takesSpaces ? spaceKinds : 0);
  if (behind.every((mask) => mask === 0)) return undefined;

  const table = kindTable(isUnchanged);
  const together = new Set(
    added.flatMap(({ content }) => [
      ...pairsIn(content),
      ...(normalizer === null ? [] : pairsIn(normalizer.normalize(content))),
    ]),
  );
  const strippers = new Set(
    added.flatMap(({ content, rstrip }) => (rstrip === true ? [content.charCodeAt(content.length - 1)] : [])),
  );
  return (text, at) => {
    const [left, right] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
    const mask = behind[table[left] ?? 0] ?? 0;
    return (mask & (1 << (table[right] ?? 0))) !== 0 && !strippers.has(left) && !together.has(pairOf(left, right));
  };
}

function pairsIn(content: string): readonly number[] {
  return Array.from({ length: Math.max(0, content.length - 1) }, (_, at) =>
    pairOf(content.charCodeAt(at), content.charCodeAt(at + 1)),
  );
}

function pairOf(left: number, right: number): number {
  return left * 0x1_0000 + right;
}

/** What a step does to two adjacent characters, by their kinds; sets of kinds are bit masks. */
interface Effect {
  /** By kind: the kinds that may follow it in one match. */
  readonly joined: readonly number[];
  /** By kind: the kinds that may follow it in one run that can be cut into two. */
  readonly running: readonly number[];
  /** Kinds that a lookahead may examine. */
  readonly watched: number;
  /** Kinds that are always part of a match. */
  readonly matched: number;
  readonly onlyMatches: boolean;
  readonly addsSpace: boolean;
}

function effectOf({ pairs, onlyMatches, addsSpace }: Splitter): Effect {
  const ofClasses = pairs.classes.map(classKinds);
  const touched = (position: number): number => ofClasses[position]?.touched ?? 0;
  const union = (positions: Iterable<number>, maskOf: (position: number) => number): number =>
    [...positions].reduce((mask, position) => mask | maskOf(position), 0);
  const positions = ofClasses.map((_, position) => position);
  // A run can be cut before a character that belongs to no other position of the pattern.
  const running = (position: number): number =>
    pairs.runs.has(position) && pairs.alone.has(position)
      ? touched(position) &
        ~union(
          positions.filter((each) => each !== position),
          touched,
        )
      : 0;
  const behind = (kind: number, maskOf: (position: number) => number): number =>
    union(
      positions.filter((position) => (touched(position) & (1 << kind)) !== 0),
      maskOf,
    );
  return {
    joined: [
      0,
      ...kinds.map((kind) =>
        behind(kind, (position) => union(pairs.follow[position] ?? [], touched) & ~running(position)),
      ),
    ],
    running: [0, ...kinds.map((kind) => behind(kind, running))],
    watched: union(pairs.watched, touched),
    matched: union(pairs.alone, (position) => ofClasses[position]?.covered ?? 0),
    onlyMatches,
    addsSpace,
  };
}

/** By kind: the kinds that a text can be cut before, if they follow it. */
function kindsBehind(effects: readonly Effect[], never: number): readonly number[] {
  return [
    0,
    ...kinds.map((left) =>
      ((1 << left) & never) !== 0
        ? 0
        : kinds.reduce((mask, right) => (isCutBetween(left, right, effects) ? mask | (1 << right) : mask), 0),
    ),
  ];
}

/** A step that neither joins nor separates the two leaves them in one piece for the next step. */
function isCutBetween(left: number, right: number, effects: readonly Effect[]): boolean {
  for (const { joined, running, watched, matched, onlyMatches, addsSpace } of effects) {
    if (addsSpace && right !== plainSpace) return false;
    if (((joined[left] ?? 0) & (1 << right)) !== 0 || (watched & (1 << left)) !== 0) return false;
    if (((running[left] ?? 0) & (1 << right)) === 0 && (onlyMatches || (matched & ((1 << left) | (1 << right))) !== 0))
      return true;
  }
  return false;
}
