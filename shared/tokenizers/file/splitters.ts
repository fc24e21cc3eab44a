import {
  BertPreTokenizer,
  ByteLevelPreTokenizer,
  DigitsPreTokenizer,
  PunctuationPreTokenizer,
  SequencePreTokenizer,
  SplitPreTokenizer,
  WhitespacePreTokenizer,
  WhitespaceSplitPreTokenizer,
  type PreTokenizer,
} from '@huggingface/tokenizers';
import { patternPairs, type PatternPairs } from './pattern-pairs';

/** A step of a pre-tokenizer, described by its pattern. */
export interface Splitter {
  readonly pairs: PatternPairs;
  /** Text between two matches is dropped; otherwise it is a separate piece. */
  readonly onlyMatches: boolean;
  /** Puts a space before a text that does not start with one. */
  readonly addsSpace: boolean;
}

/** Returns the steps before the first unsupported one. Later steps are unknown. */
export function splittersOf(preTokenizer: PreTokenizer | null): readonly Splitter[] {
  const splitters: Splitter[] = [];
  for (const step of stepsOf(preTokenizer)) {
    const splitter = splitterOf(step);
    if (splitter === undefined) break;
    splitters.push(splitter);
  }
  return splitters;
}

function stepsOf(step: PreTokenizer | null): readonly PreTokenizer[] {
  if (step === null) return [];
  return step instanceof SequencePreTokenizer ? step.tokenizers.flatMap(stepsOf) : [step];
}

function splitterOf(step: PreTokenizer): Splitter | undefined {
  if (step instanceof ByteLevelPreTokenizer)
    return step.use_regex ? made(step.pattern.source, true, step.add_prefix_space) : undefined;
  if (step instanceof BertPreTokenizer || step instanceof PunctuationPreTokenizer || step instanceof DigitsPreTokenizer)
    return made(step.pattern.source, true);
  if (step instanceof WhitespacePreTokenizer) return made('\\w+|[^\\w\\s]+', true);
  if (step instanceof WhitespaceSplitPreTokenizer) return made('\\S+', true);
  if (!(step instanceof SplitPreTokenizer) || step.pattern === null) return undefined;
  const { invert, behavior } = step.config;
  const splitter = made(step.pattern.source, invert === true);
  // `removed` keeps the captured text of a match.
  return splitter?.pairs.hasCaptures === true && invert !== true && behavior?.toLowerCase() === 'removed'
    ? undefined
    : splitter;
}

function made(source: string, onlyMatches: boolean, addsSpace = false): Splitter | undefined {
  const pairs = patternPairs(source);
  return pairs === undefined ? undefined : { pairs, onlyMatches, addsSpace };
}
