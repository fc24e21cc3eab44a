/**
 * The prompt lock file: hashes and tokens of the cached prefix, to be committed with the prompt's files. Contains no
 * text. Each section has a short hash per line, so that a check can name the first changed line.
 */
import { z } from 'zod';
import { unitsOf } from '../../analysis/compare/compare';
import { prefixTokens } from '../../analysis/count/prefix-tokens';
import { lockedToolText } from '../../document/tool-text';
import { layoutMessage } from '../../document/layout';
import type { CacheBreakpoint, NodeId, PromptDocument } from '../../document/types';
import { utf8Length } from '../../document/utf8-length';
import { findSecrets, maskSecrets } from '../../sources/secrets/secrets';
import { hashText } from '../simulate/hash';
import type { ModelRules } from '../packs/rule-pack';
import type { CountedDocument } from '../../analysis/types';
import { suggestBreakpoints } from '../script/suggest';

export const lockName = 'strata.lock.json';

const hash = z
  .string()
  .describe('Of the text; not the text itself. Empty for a text so short that it could be found by trying');

export const lockSchema = z.strictObject({
  $schema: z.string().optional(),
  lockVersion: z.literal(1),
  architecture: z.string(),
  variant: z.string(),
  model: z.string(),
  rules: z
    .strictObject({ provider: z.string(), asOf: z.string() })
    .nullable()
    .describe('The caching rules the breakpoints were checked against'),
  now: z.string().describe('The clock it was built with; a check uses the same'),
  timeZone: z.string(),
  settings: z
    .record(z.string(), z.json())
    .describe('What was set beyond the manifest; written by older versions only, as values may be secret'),
  set: z
    .array(z.string())
    .optional()
    .describe('Names of what was set beyond the manifest: a check is given the same values'),
  budget: z.number().nullable(),
  total: z.int().describe('Tokens of the whole request'),
  prefixes: z
    .array(z.strictObject({ after: z.string(), ttl: z.enum(['5m', '1h']), bytes: z.int(), tokens: z.int(), hash }))
    .describe('Everything up to each breakpoint: what the provider caches'),
  sections: z.array(
    z.strictObject({
      id: z.string(),
      tier: z.string(),
      tokens: z.int(),
      hash,
      lines: z.string().describe('A short hash per line, joined by dots; - for a line that is short or holds a secret'),
    }),
  ),
});

export type Lock = z.infer<typeof lockSchema>;

export interface LockFacts {
  readonly now: string;
  readonly timeZone: string;
  /** Names only. */
  readonly set: readonly string[];
  readonly budget: number | null;
}

/** A design without its own breakpoints is locked at the suggested ones; without caching rules, as a whole. */
export function lockOf(
  counted: CountedDocument,
  rules: ModelRules | undefined,
  { now, timeZone, set, budget }: LockFacts,
): Lock {
  const { document, analysis } = counted;
  return {
    lockVersion: 1,
    architecture: document.architecture,
    variant: lockedName(document.variant),
    model: lockedName(analysis.model.id),
    rules: rules === undefined ? null : { provider: rules.pack.provider, asOf: rules.pack.asOf },
    now,
    timeZone,
    settings: {},
    ...(set.length === 0 ? {} : { set: [...set] }),
    budget,
    total: analysis.total.tokens,
    prefixes: lockedPrefixes(counted, rules),
    sections: unitsOf(document)
      .filter(({ omitted }) => !omitted)
      .map(({ id, tier, text }) => ({
        id: lockedName(id),
        tier,
        tokens: analysis.tokens[id]?.tokens ?? 0,
        hash: hashOfText(text),
        lines: lineHashes(text).join('.'),
      })),
  };
}

/** Two spaces, fixed key order, final newline: the same prompt gives the same file. */
export function formatLock(lock: Lock): string {
  return `${JSON.stringify(lock, null, 2)}\n`;
}

function lockedPrefixes(counted: CountedDocument, rules: ModelRules | undefined): Lock['prefixes'] {
  const { document, analysis } = counted;
  const tokens = prefixTokens(document, analysis);
  return breakpointsOf(counted, rules).map(({ after, ttl }) => {
    const text = textUpTo(document, after);
    return {
      after: lockedName(after),
      ttl,
      bytes: utf8Length(text),
      tokens: tokens.get(after)?.tokens ?? 0,
      hash: hashOfText(text),
    };
  });
}

/** Where the locked prefixes end, in the order of the request. */
export function breakpointsOf(
  { document, analysis }: CountedDocument,
  rules: ModelRules | undefined,
): readonly CacheBreakpoint[] {
  if (rules !== undefined) return suggestBreakpoints(document, analysis, rules);
  const last = document.messages.at(-1);
  return last === undefined ? [] : [{ id: last.id, after: last.id, tier: 'L3', ttl: '5m' }];
}

/** Ids are made of names of files and of what is in them: what has the shape of a secret is masked. */
export function lockedName(id: string): string {
  return maskSecrets(id).text;
}

/** Everything that is sent up to the end of a node, in the order of the request. */
export function textUpTo({ tools, messages }: PromptDocument, after: NodeId): string {
  let text = '';
  for (const tool of tools) {
    text += lockedToolText(tool);
    if (tool.id === after) return text;
  }
  for (const message of messages) {
    const layout = layoutMessage(message);
    const node = layout.nodes.find(({ id }) => id === after);
    text += `\u0000${message.role}\u0000${layout.text.slice(0, node?.end)}`;
    if (node !== undefined) return text;
  }
  return text;
}

/** Replaces the hash of a line that could be found by brute force. */
const unhashed = '-';
/** A line has 31 bits of hash: of fewer characters, what is in it could be found by trying. */
const shortestLine = 40;
/**
 * A section or prefix has a whole hash. English prose has about 1.25 bits to the character, so this is what has 200
 * bits: more than anybody can try. Shorter ones are known by their size alone.
 */
const shortestText = 160;

function hashOfText(text: string): string {
  return text.length < shortestText ? '' : hashText(text);
}

function lineHashes(text: string): readonly string[] {
  const secrets = findSecrets(text);
  let [start, next] = [0, 0];
  return text.split('\n').map((line) => {
    const end = start + line.length;
    while ((secrets[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const isSecret = (secrets[next]?.start ?? Number.POSITIVE_INFINITY) < end;
    start = end + 1;
    return line.length < shortestLine || isSecret ? unhashed : hashOfLine(line);
  });
}

function hashOfLine(line: string): string {
  return hashText(line).slice(0, 6);
}

/** The first line that differs from the lock; else the first line without a hash; else -1. */
export function changedLine(locked: string, text: string): number {
  const before = locked.split('.');
  const lines = text.split('\n');
  const known = lines.findIndex(
    (line, at) => before[at] === undefined || (before[at] !== unhashed && before[at] !== hashOfLine(line)),
  );
  return known === -1 ? before.indexOf(unhashed) : known;
}
