/** What was found out about a request, in words. */
import { grouped } from '../../../basics/grouped';
import { causeTitles } from '../../../ipc/cache/miss-causes';
import type { ModelRules } from '../../packs/rule-pack';
import type { Elimination } from './eliminate';
import { editPlace } from './edit-place';
import { recurring } from '../../bill/loss';
import type { Before } from './known-entries';
import { lostCostOf } from '../session-cost';
import type { SizedRequest } from '../sizes';
import type { CapturedRequest, EditPlace, Explained, MissAnswer } from '../types';

interface Asked {
  readonly captured: CapturedRequest;
  readonly sized: SizedRequest;
  readonly rules: ModelRules | undefined;
}

export function answerOf(
  { captured, sized, rules }: Asked,
  found: Elimination | undefined,
  before: Before | undefined,
): MissAnswer {
  const none = { left: [], struck: [], lost: 0, lostCost: null, edit: null } as const;
  if (rules === undefined)
    return { ...none, verdict: 'unknown', text: `No caching rules are known for ${captured.analysis.model.label}` };
  if (captured.failed) return { ...none, verdict: 'unknown', text: 'The request failed' };
  if (found === undefined) return { ...none, verdict: 'unknown', text: 'No usage is reported' };
  const { verdict, left, struck, possible } = found;
  const read = captured.usage?.read ?? 0;
  const isMiss = verdict === 'explained' || verdict === 'open' || verdict === 'provider';
  const lost = isMiss ? Math.max(0, Math.round(again(possible.tokens, sized, before) - read)) : 0;
  const lostCost = isMiss ? lostCostOf(lost, captured, sized, rules) : null;
  const isEdit = left.some((causes) => causes.some(({ cause }) => cause === 'edit'));
  const edit = isEdit && before !== undefined ? editPlace(before.captured.document, captured.document) : null;
  const answer = { verdict, left, struck, lost, lostCost, edit };
  return { ...answer, text: textOf(answer, read, possible.tokens, before === undefined) };
}

/** How many of the possible tokens came again. What was summed up or left out did not, so it was not lost. */
function again(possible: number, { request, total }: SizedRequest, before: Before | undefined): number {
  if (before === undefined) return Math.min(possible, total.tokens);
  const { blocks } = before.sized.request;
  const estimate = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  const scale = estimate === 0 ? 1 : before.sized.total.tokens / estimate;
  return Math.min(possible * recurring(before.sized.request, request, possible / scale), total.tokens);
}

function textOf(
  { verdict, left, lost, lostCost, edit }: Omit<MissAnswer, 'text'>,
  read: number,
  possible: number,
  isFirst: boolean,
): string {
  const price = lostCost === null ? '' : `, +$${lostCost.toFixed(4)}`;
  const paid = `${grouped(lost)} tokens were not read from the cache${price}`;
  switch (verdict) {
    case 'hit':
      return 'Everything that could be read from the cache was read';
    case 'first':
      return isFirst
        ? 'It is the first request of its conversation'
        : 'The request before it left nothing in the cache';
    case 'unseen':
      return `${grouped(read)} tokens were read, ${grouped(possible)} were written by this session: the rest is older`;
    case 'unknown':
      return 'What was read from the cache is not reported';
    case 'provider':
      return `Provider side: no known cause fits the numbers (eviction or routing). ${paid}`;
    case 'explained':
      return `${(left[0] ?? []).map((each) => sentence(each, edit)).join('; and ')}. ${paid}`;
    case 'open': {
      const all = left.map((causes) => causes.map(({ cause }) => causeTitles[cause].toLowerCase()).join(' with '));
      return `${left.length} explanations fit the numbers: ${all.join('; ')}. ${paid}`;
    }
  }
}

function sentence({ cause, fact }: Explained, edit: EditPlace | null): string {
  return cause === 'edit' && edit !== null ? `${causeTitles.edit} in ${edit.name}` : `${causeTitles[cause]}: ${fact}`;
}
