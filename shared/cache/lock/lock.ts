/**
 * The prompt lock file: hashes and tokens of the cached prefix, to be committed with the prompt's files. Contains no
 * text. Each section has a short hash per line, so that a check can name the first changed line. Version 2 hashes the
 * portable text (`portable.ts`) without its secrets; version 1 hashed the text as it was sent.
 */
import { z } from 'zod';
import { lockedUnits } from './locked-units';
import { framedPrefixTokens, prefixTokens } from '../../analysis/count/prefix-tokens';
import { lockedToolText } from '../../document/tool-text';
import { layoutMessage } from '../../document/layout';
import type { CacheBreakpoint, NodeId, PromptDocument } from '../../document/types';
import { utf8Length } from '../../document/utf8-length';
import { takesBreakpoints, type ModelRules } from '../packs/rule-pack';
import type { CountedDocument } from '../../analysis/types';
import { prefixEnds } from '../script/suggest';
import { agentLockSchema } from './agent-lock';
import { hashingOf, hashOfText, lineHashes, lockedName, unhashed, type HashFacts, type LockHashing } from './hashing';

export const lockName = 'strata.lock.json';

const hash = z
  .string()
  .describe('Of the text; not the text itself. Empty for a text so short that it could be found by trying');

export const lockSchema = z.strictObject({
  $schema: z.string().optional(),
  lockVersion: z.union([z.literal(1), z.literal(2)]),
  keyed: z.literal(true).optional().describe('The hashes are made with a key that the lock does not hold'),
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
  trusted: z
    .array(z.string())
    .optional()
    .describe('What the folder was allowed to read outside itself; * for all that it asks for but secrets'),
  suggested: z.boolean().optional().describe('True: the design has no breakpoints, and these are suggested'),
  minimum: z.int().nullable().optional().describe('Tokens a prefix needs to be cached; null: not published'),
  prefixes: z
    .array(
      z.strictObject({
        after: z.string(),
        ttl: z.enum(['5m', '1h']),
        bytes: z.int(),
        tokens: z.int(),
        cached: z
          .enum(['yes', 'too short', 'not promised', 'unknown'])
          .optional()
          .describe('Whether the provider caches it, once sent'),
        hash,
      }),
    )
    .describe('Everything up to each breakpoint: what the provider caches'),
  agent: agentLockSchema.optional().describe('An agent’s own prompt, as a capture told it when the lock was made'),
  sections: z.array(
    z.strictObject({
      id: z.string(),
      tier: z.string(),
      tokens: z.int(),
      bytes: z.int().optional(),
      hash,
      lines: z.string().describe('A short hash per line, joined by dots; - for a line that is short or holds a secret'),
    }),
  ),
});

export type Lock = z.infer<typeof lockSchema>;

export interface LockFacts extends HashFacts {
  readonly now: string;
  readonly timeZone: string;
  /** Names only. */
  readonly set: readonly string[];
  readonly budget: number | null;
  readonly trusted: readonly string[];
}

/** A design without its own breakpoints is locked at the suggested ones; without caching rules, as a whole. */
export function lockOf(
  counted: CountedDocument,
  rules: ModelRules | undefined,
  facts: LockFacts,
  version: Lock['lockVersion'] = 2,
): Lock {
  const { now, timeZone, set, budget, key, trusted } = facts;
  const { analysis } = counted;
  const hashing = hashingOf(version, facts);
  const document = hashing.document(counted.document);
  const isNew = version === 2;
  return {
    lockVersion: version,
    ...(key === undefined ? {} : { keyed: true }),
    architecture: document.architecture,
    variant: hashing.name(document.variant),
    model: lockedName(analysis.model.id),
    rules: rules === undefined ? null : { provider: rules.pack.provider, asOf: rules.pack.asOf },
    now,
    timeZone,
    settings: {},
    ...(set.length === 0 ? {} : { set: [...set] }),
    budget,
    total: analysis.total.tokens,
    ...(isNew
      ? {
          trusted: trusted.map((path) => hashing.name(path)),
          suggested: document.breakpoints.length === 0,
          minimum: rules?.model.minimum ?? null,
        }
      : {}),
    prefixes: lockedPrefixes(counted, document, rules, hashing, isNew),
    sections: lockedUnits(document)
      .filter(({ omitted }) => !omitted)
      .map(({ id, tier, text }) => ({
        id: hashing.name(id),
        tier,
        tokens: analysis.tokens[id]?.tokens ?? 0,
        ...(isNew ? { bytes: utf8Length(text) } : {}),
        hash: hashOfText(text, hashing),
        lines: lineHashes(text, hashing).join('.'),
      })),
  };
}

/** Two spaces, fixed key order, final newline: the same prompt gives the same file. */
export function formatLock(lock: Lock): string {
  return `${JSON.stringify(lock, null, 2)}\n`;
}

function lockedPrefixes(
  counted: CountedDocument,
  hashed: PromptDocument,
  rules: ModelRules | undefined,
  hashing: LockHashing,
  isNew: boolean,
): Lock['prefixes'] {
  const { document, analysis } = counted;
  const ends = isNew ? framedPrefixTokens(document, analysis) : prefixTokens(document, analysis);
  return breakpointsOf(counted, rules).map(({ after, ttl }) => {
    const text = textUpTo(hashed, after);
    const tokens = ends.get(after)?.tokens ?? 0;
    return {
      after: hashing.name(after),
      ttl,
      bytes: utf8Length(text),
      tokens,
      ...(isNew ? { cached: cachedWord(tokens, rules) } : {}),
      hash: hashOfText(text, hashing),
    };
  });
}

/** A lock says what can be cached, not what is: nothing was sent. For some models even that is unknown. */
function cachedWord(tokens: number, rules: ModelRules | undefined): Lock['prefixes'][number]['cached'] {
  if (rules === undefined) return 'unknown';
  const { minimum } = rules.model;
  if (minimum !== null && tokens < minimum) return 'too short';
  return takesBreakpoints(rules) && minimum !== null ? 'yes' : 'not promised';
}

/** Where the locked prefixes end, in the order of the request. */
export function breakpointsOf(
  { document, analysis }: CountedDocument,
  rules: ModelRules | undefined,
): readonly CacheBreakpoint[] {
  if (rules !== undefined) return prefixEnds(document, analysis, rules);
  const last = document.messages.at(-1);
  return last === undefined ? [] : [{ id: last.id, after: last.id, tier: 'L3', ttl: '5m' }];
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

/** The first line that differs from the lock; else the first line without a hash; else -1. */
export function changedLine(locked: string, text: string, hashing: LockHashing): number {
  const before = locked.split('.');
  const lines = text.split('\n');
  const changed = lines.findIndex(
    (line, at) => before[at] === undefined || (before[at] !== unhashed && before[at] !== hashing.line(line)),
  );
  return changed === -1 ? before.indexOf(unhashed) : changed;
}
