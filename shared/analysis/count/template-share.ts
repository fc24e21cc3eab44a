/**
 * Who wrote the words of a prompt. *Template* is what the design supplies: the texts that ship with Strata, and the
 * tags, headings and separators around them. *Yours* is everything else: files, settings, the machine, and the tags and
 * separators of a layout the user wrote. *The agent's* is what a capture taught about an agent's own prompt. The
 * overhead of a request is none of them.
 */
import { memoByIdentity } from '../../basics/memo';
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
  /** An agent's own prompt. */
  readonly learned: number;
}

export type TextOwner = 'yours' | 'template' | 'part template' | 'agent' | 'part agent';

export interface TextShare {
  readonly yours: TokenCount;
  readonly template: TokenCount;
  /** An agent's own prompt, learned from a capture. */
  readonly agent: TokenCount;
}

/** From this share on, tags, headings and labels are more than a wrapper, and the text is not called yours. */
const telling = 1 / 4;

/** The user's text in a wrapper of tags is called yours, though the tags count as template. */
export function textOwner({ yours, wording, framing, learned }: Characters): TextOwner | undefined {
  const total = yours + wording + framing + learned;
  if (total === 0) return undefined;
  if (learned > 0) return yours === 0 ? 'agent' : 'part agent';
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
  let [yours, wording, framing, learned] = [0, 0, 0, 0];
  for (const { value, origin } of texts) {
    if (origin.kind === 'builtin') wording += value.length;
    else if (origin.kind === 'learned') learned += value.length;
    else if (origin.kind === 'frame' && origin.layout !== true) framing += value.length;
    else yours += value.length;
  }
  return { yours, wording, framing, learned };
}

export function ownTexts(node: Parent): readonly TextNode[] {
  return node.children.filter((child) => child.type === 'text');
}

function addUp(parts: readonly Characters[]): Characters {
  return parts.reduce((sum, part) => ({
    yours: sum.yours + part.yours,
    wording: sum.wording + part.wording,
    framing: sum.framing + part.framing,
    learned: sum.learned + part.learned,
  }));
}

/** Splits a count in proportion to characters. It is an estimate if more than one has some. */
export function splitCount(count: TokenCount, { yours, wording, framing, learned }: Characters): TextShare {
  const template = wording + framing;
  const total = yours + template + learned;
  const isMixed = [yours, template, learned].filter((length) => length > 0).length > 1;
  const method: CountMethod = isMixed ? weaker(count.method, 'estimated') : count.method;
  const each = (change: (value: number, from: (interval: Interval) => number) => number): Interval => ({
    low: change(count.low, ({ low }) => low),
    tokens: change(count.tokens, ({ tokens }) => tokens),
    high: change(count.high, ({ high }) => high),
  });
  const shareOf = (length: number) => each((value) => (length === 0 ? 0 : Math.round((value * length) / total)));
  const [ofTemplate, ofAgent] = [shareOf(template), shareOf(learned)];
  // Rounding two shares up may give one token too many.
  const agent = each((value, from) => Math.min(from(ofAgent), value - from(ofTemplate)));
  const rest = each((value, from) => value - from(ofTemplate) - from(agent));
  const counted = (interval: Interval): TokenCount => countOf(interval, method, count.encoding);
  return { yours: counted(rest), template: counted(ofTemplate), agent: counted(agent) };
}

/** For a message or section with all its content; the shares add up to its count. */
export function shareOf(node: Parent, analysis: Pick<Analysis, 'tokens' | 'total'>): TextShare {
  return join(partsOf(node, analysis), analysis.total.encoding);
}

/** For the whole request: the shares plus the overhead add up to the total. */
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
      return child.type === 'image'
        ? splitKnown(count(child.id), { yours: 1, wording: 0, framing: 0, learned: 0 })
        : [];
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
  return {
    yours: sum(parts.map(({ yours }) => yours)),
    template: sum(parts.map(({ template }) => template)),
    agent: sum(parts.map(({ agent }) => agent)),
  };
}
