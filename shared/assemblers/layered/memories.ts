import type { Omission } from '../../document/types';
import { codePoints, offsetOfCodePoint } from '../../sources/text/code-points';
import { recall, recallLimit, type Ranked, type Recall } from '../../sources/recall';
import { ropeText, sliceRope } from '../../sources/text/rope';
import type { RecallPanel } from '../panels';
import { memoryFiles, type Memory, type MemoryList } from './memory-files';
import { excludedBy, type Mode, type RecalledMemory } from './model';

/** layered, rule 7: a snippet is the first 200 characters. */
const snippetLimit = 200;

export interface Recalled {
  readonly items: readonly RecalledMemory[];
  readonly absent: Omission | undefined;
  readonly panel: RecallPanel;
}

export function recallMemories(query: string, { files, memories }: MemoryList, mode: Mode): Recalled {
  const found = recall(
    query,
    memories.map((memory) => ropeText(memory.text)),
  );
  const entries = found.ranked.flatMap((ranked) => {
    const memory = memories[ranked.index];
    return memory === undefined ? [] : [{ memory, ranked }];
  });
  const items = entries.flatMap(({ memory, ranked }) => (isBest(ranked) ? [recalled(memory, ranked.score)] : []));
  const excluded = excludedBy(mode, 'Memory');
  return {
    items,
    absent: items.length > 0 ? undefined : absence(query, found, files),
    panel: {
      query,
      queryTerms: found.queryTerms,
      memories: entries.map(({ memory, ranked }) => ({
        label: ropeText(memory.label),
        text: ropeText(memory.text),
        place: memory.place,
        score: ranked.score,
        taken: excluded === undefined && isBest(ranked),
        why:
          excluded !== undefined && isBest(ranked)
            ? `mode ${mode} leaves the Memory layer out`
            : reason(query, found, ranked),
        terms: ranked.terms,
      })),
    },
  };
}

function isBest(ranked: Ranked): boolean {
  return ranked.rank !== undefined && ranked.rank <= recallLimit;
}

function recalled(memory: Memory, score: number): RecalledMemory {
  const whole = ropeText(memory.text);
  const cut = whole.length > snippetLimit && codePoints(whole) > snippetLimit;
  return {
    memory,
    score,
    cut,
    snippet: cut ? sliceRope(memory.text, 0, offsetOfCodePoint(whole, snippetLimit)) : memory.text,
  };
}

function absence(query: string, { queryTerms, ranked }: Recall, files: number): Omission {
  if (files === 0) return { reason: 'source-missing', looked: memoryFiles };
  if (ranked.length === 0) return { reason: 'condition-false', condition: 'a memory file holds a memory' };
  if (query.trim() === '') return { reason: 'condition-false', condition: 'there is a user message' };
  if (queryTerms.length === 0)
    return { reason: 'condition-false', condition: 'the message has a word of two letters or more' };
  return { reason: 'condition-false', condition: 'a memory shares a word with the message' };
}

function reason(query: string, { queryTerms, ranked }: Recall, { rank, terms }: Ranked): string {
  if (query.trim() === '') return 'there is no message to search with';
  if (queryTerms.length === 0) return 'the message has no word of two letters or more';
  if (rank === undefined) return 'shares no word with the message';
  const matches = ranked.filter((each) => each.rank !== undefined).length;
  const shared = `shares ${terms.map(({ term }) => term).join(', ')}`;
  return rank <= recallLimit
    ? `number ${rank} of ${matches}: ${shared}`
    : `number ${rank} of ${matches}: ${shared}, but only the best ${recallLimit} are taken`;
}
