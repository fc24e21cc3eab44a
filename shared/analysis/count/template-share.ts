/**
 * Who wrote the words of a prompt. *Template* is what the design supplies: the texts that ship with Strata, and the
 * tags, headings and separators around them. *Yours* is everything else: files, settings, the machine, and the tags and
 * separators of a layout the user wrote. The overhead of a request is neither.
 */
import { memoByIdentity } from '../../document/memo';
import type { NodeId, PromptDocument, PromptMessage, SectionNode, TextNode } from '../../document/types';
import { countOf, sumOf, weaker, type Interval } from './counts';
import { allTools } from '../../document/tool-text';
import { ownCount } from './own-count';
import type { Analysis, CountMethod, TokenCount } from '../types';

/** UTF-16 code units of a text, by author. */
interface Characters {
  readonly yours: number;
  /** Wording that ships with Strata. */
  readonly wording: number;
  /** Tags, headings and separators. */
  readonly framing: number;
}

export type Whose = 'yours' | 'template' | 'part template';

export interface TextShare {
  readonly yours: TokenCount;
  readonly template: TokenCount;
}

/** From this share on, tags, headings and labels are more than a wrapper, and the text is not called yours. */
const telling = 1 / 4;

/** The user's text in a wrapper of tags is called yours, though the tags count as template. */
export function whoseText({ yours, wording, framing }: Characters): Whose | undefined {
  const total = yours + wording + framing;
  if (total === 0) return undefined;
  if (yours === 0) return 'template';
  return wording > 0 || framing >= telling * total ? 'part template' : 'yours';
}

type Parent = PromptMessage | SectionNode;

/** Of a node's own text and everything below it. */
export function charactersIn(node: Parent): Characters {
  return charactersAmong(node.children);
}

const charactersAmong = memoByIdentity((children: Parent['children']): Characters => {
  const own = children.filter((child) => child.type === 'text');
  const below = children.flatMap((child) => (child.type === 'section' ? [charactersIn(child)] : []));
  return addUp([charactersOf(own), ...below]);
});

export function charactersOf(texts: readonly TextNode[]): Characters {
  let [yours, wording, framing] = [0, 0, 0];
  for (const { value, origin } of texts) {
    if (origin.kind === 'builtin') wording += value.length;
    else if (origin.kind === 'frame' && origin.layout !== true) framing += value.length;
    else yours += value.length;
  }
  return { yours, wording, framing };
}

export function ownTexts(node: Parent): readonly TextNode[] {
  return node.children.filter((child) => child.type === 'text');
}

function addUp(parts: readonly Characters[]): Characters {
  return parts.reduce((sum, part) => ({
    yours: sum.yours + part.yours,
    wording: sum.wording + part.wording,
    framing: sum.framing + part.framing,
  }));
}

/** Splits a count in proportion to characters. It is an estimate if both sides have some. */
export function splitCount(count: TokenCount, { yours, wording, framing }: Characters): TextShare {
  const template = wording + framing;
  const share = template === 0 ? 0 : template / (yours + template);
  const method: CountMethod = share === 0 || share === 1 ? count.method : weaker(count.method, 'estimated');
  const part = (value: number): number => Math.round(value * share);
  const taken: Interval = { low: part(count.low), tokens: part(count.tokens), high: part(count.high) };
  const rest: Interval = {
    low: count.low - taken.low,
    tokens: count.tokens - taken.tokens,
    high: count.high - taken.high,
  };
  return { yours: countOf(rest, method, count.encoding), template: countOf(taken, method, count.encoding) };
}

/** For a message or section with all its content; both sides add up to its count. */
export function shareOf(node: Parent, analysis: Pick<Analysis, 'tokens' | 'total'>): TextShare {
  return join(partsOf(node, analysis), analysis.total.encoding);
}

/** For the whole request: both sides plus the overhead add up to the total. */
export function documentShare({ tools, messages }: PromptDocument, analysis: Analysis): TextShare {
  const ofTools = allTools(tools).flatMap((tool) =>
    splitKnown(analysis.tokens[tool.id], charactersOf(tool.definition ?? tool.description)),
  );
  return join([...ofTools, ...messages.flatMap((message) => partsOf(message, analysis))], analysis.total.encoding);
}

function partsOf(node: Parent, analysis: Pick<Analysis, 'tokens'>): readonly TextShare[] {
  const count = (id: NodeId): TokenCount | undefined => analysis.tokens[id];
  const own = splitKnown(ownCount(node, count) ?? count(node.id), charactersOf(ownTexts(node)));
  return own.concat(
    node.children.flatMap((child) => {
      if (child.type === 'section') return partsOf(child, analysis);
      return child.type === 'image' ? splitKnown(count(child.id), { yours: 1, wording: 0, framing: 0 }) : [];
    }),
  );
}

function splitKnown(count: TokenCount | undefined, characters: Characters): TextShare[] {
  return count === undefined ? [] : [splitCount(count, characters)];
}

function join(parts: readonly TextShare[], encoding: string): TextShare {
  const sum = (counts: readonly TokenCount[]): TokenCount => {
    const spoken = counts.filter(({ high }) => high > 0);
    const [first] = spoken;
    return countOf(
      sumOf(counts),
      spoken.reduce<CountMethod>((worst, { method }) => weaker(worst, method), first?.method ?? 'exact'),
      first?.encoding ?? encoding,
    );
  };
  return { yours: sum(parts.map(({ yours }) => yours)), template: sum(parts.map(({ template }) => template)) };
}
