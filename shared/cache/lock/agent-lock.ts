/**
 * What a lock holds of an agent's own prompt, beside the part that the folder's files make: its version, its hash and
 * its sections. Where no capture tells it, as in CI, only the files' part is checked.
 */
import { z } from 'zod';
import { grouped } from '../../basics/grouped';
import { allTools, lockedToolText } from '../../document/tool-text';
import type { PromptDocument, SectionNode, PromptMessage } from '../../document/types';
import { visit } from '../../document/walk';
import { ownCount } from '../../analysis/count/own-count';
import type { CountedDocument } from '../../analysis/types';
import { finding, type Finding } from '../../sources/findings';
import { utf8Length } from '../../document/utf8-length';
import { hashOfText, type LockHashing } from './hashing';

export const agentLockSchema = z.strictObject({
  version: z.string().nullable().describe('Of the agent; null if the capture does not tell'),
  hash: z.string().describe('Of all sections, without what varies by run'),
  tokens: z.int().describe('Of the agent’s own prompt and tools'),
  sections: z
    .array(
      z.strictObject({
        name: z.string(),
        tokens: z.int(),
        bytes: z.int(),
        hash: z.string().describe('Empty for a text so short that it could be found by trying'),
      }),
    )
    .describe('In the order in which they are sent'),
});
export type AgentLock = z.infer<typeof agentLockSchema>;

/** What the build knows of the frame it was made with. */
export interface LockedFrame {
  readonly version: string | null;
  /** Texts of the frame that vary by run: the date, the working folder. */
  readonly varying: readonly string[];
}

export function agentLockOf(
  { document, analysis }: CountedDocument,
  frame: LockedFrame,
  hashing: LockHashing,
): AgentLock {
  const stable = (text: string): string =>
    frame.varying.reduce((at, value) => (value === '' ? at : at.replaceAll(value, '{varies}')), text);
  const locked = (name: string, tokens: number, sent: string): AgentLock['sections'][number] => {
    const text = stable(sent);
    return { name: hashing.name(name), tokens, bytes: utf8Length(text), hash: hashOfText(text, hashing) };
  };
  const count = (id: keyof typeof analysis.tokens) => analysis.tokens[id];
  const portable = hashing.document(document);
  const tools = allTools(portable.tools).map((tool) =>
    locked(`tool ${tool.name}`, analysis.tokens[tool.id]?.tokens ?? 0, lockedToolText(tool)),
  );
  const sections = ownSections(portable).map(({ node, text }) =>
    locked(
      node.type === 'section' ? node.id : `message ${node.id}`,
      (ownCount(node, count) ?? count(node.id))?.tokens ?? 0,
      text,
    ),
  );
  const all = [...tools, ...sections];
  return {
    version: frame.version,
    hash: hashing.hash(all.map(({ name, bytes, hash }) => `${name} ${bytes} ${hash}`).join('\n')),
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    sections: all,
  };
}

interface OwnSection {
  readonly node: SectionNode | PromptMessage;
  readonly text: string;
}

/** Messages and sections that have words of the agent outside their inner sections. */
function ownSections(document: PromptDocument): readonly OwnSection[] {
  const found: OwnSection[] = [];
  visit(document, (node) => {
    if (node.type !== 'section' && node.type !== 'message') return;
    const own = node.children.flatMap((each) => (each.type === 'text' && each.origin.kind === 'learned' ? [each] : []));
    if (own.length > 0) found.push({ node, text: own.map(({ value }) => value).join('') });
  });
  return found;
}

/** `now` is undefined where no capture tells the agent's own prompt. */
export function checkAgentLock(
  locked: AgentLock | undefined,
  now: AgentLock | undefined,
  { title, accept }: { readonly title: string; readonly accept: string },
): readonly Finding[] {
  if (locked === undefined) return [];
  if (now === undefined)
    return [
      finding(
        'info',
        'lock-frame',
        `${title}'s own prompt is not known here, so only what the files make was checked; the lock is of ` +
          `version ${locked.version ?? 'unknown'}`,
      ),
    ];
  if (locked.hash === now.hash) return [];
  const before = new Map(locked.sections.map((section) => [section.name, section]));
  const after = new Map(now.sections.map((section) => [section.name, section]));
  const added = now.sections.filter(({ name }) => !before.has(name));
  const removed = locked.sections.filter(({ name }) => !after.has(name));
  const changed = now.sections.filter(
    (section) => before.has(section.name) && isAnother(before.get(section.name), section),
  );
  const words = [
    ['changed', changed],
    ['added', added],
    ['removed', removed],
  ] as const;
  const unmasked = words
    .filter(([, list]) => list.length > 0)
    .map(([word, list]) => `${list.length} ${word} (${names(list)})`);
  const difference = now.tokens - locked.tokens;
  const versions =
    locked.version === now.version
      ? `${title}'s own prompt changed within version ${now.version ?? 'unknown'}`
      : `${title} ${locked.version ?? 'unknown'} → ${now.version ?? 'unknown'}`;
  return [
    finding(
      'error',
      'lock-frame',
      `${versions}: ${unmasked.join(', ')}; ${difference > 0 ? '+' : ''}${grouped(difference)} tokens, ` +
        `${grouped(now.tokens)} in all. The first ${grouped(sharedTokens(locked, now))} tokens of its own prompt ` +
        'stay as they were; what follows is not read from the cache once',
      undefined,
      { note: `To accept it: ${accept}` },
    ),
  ];
}

type AgentSection = AgentLock['sections'][number];

function isAnother(was: AgentSection | undefined, { name, bytes, hash }: AgentSection): boolean {
  return was?.name !== name || was.bytes !== bytes || was.hash !== hash;
}

function names(list: AgentLock['sections']): string {
  const most = 3;
  const first = list.slice(0, most).map(({ name }) => name);
  return [...first, ...(list.length > most ? [`and ${list.length - most} more`] : [])].join(', ');
}

function sharedTokens(locked: AgentLock, now: AgentLock): number {
  const at = now.sections.findIndex((section, index) => isAnother(locked.sections[index], section));
  return now.sections.slice(0, at === -1 ? now.sections.length : at).reduce((sum, { tokens }) => sum + tokens, 0);
}
