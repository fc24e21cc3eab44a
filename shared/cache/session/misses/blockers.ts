/** What keeps an entry from being read by a request: each known cause, with the fact it rests on. */
import { grouped } from '../../../basics/grouped';
import { formatDuration } from '../../script/durations';
import type { ModelRules, RulePack } from '../../packs/rule-pack';
import { strictly } from '../../packs/strictly';
import type { CacheRequest, Parameters } from '../../simulate/blocks';
import { partInvalidatedBy } from '../../simulate/prefix';
import type { WrittenEntry } from './entries';
import type { SizedRequest } from '../sizes';
import type { CapturedRequest, MissCause } from '../types';

/** An entry that the request could have read, and the block of the request that it ends with. */
export interface Candidate {
  readonly entry: WrittenEntry;
  /** Undefined if the text differs before its end. */
  readonly block: number | undefined;
  /** Its writer reported another size: the automatic marker was elsewhere. */
  readonly elsewhere?: string;
}

export interface Blocker {
  readonly cause: MissCause;
  readonly fact: string;
  /** False if it may or may not hold by the published rules. */
  readonly isSure: boolean;
}

export interface Sending {
  readonly captured: CapturedRequest;
  readonly sized: SizedRequest;
  readonly rules: ModelRules;
}

/** Seconds. Clocks and the way to the provider are not exact. */
const expirySlack = 5;
/** Seconds. After such a gap an entry without a published lifetime may be gone. */
const unpublishedLifetime = 300;
/** Seconds. A response that takes longer to begin is rare. */
const longestFirstByte = 60;

export function blockersOf(candidate: Candidate, sending: Sending): readonly Blocker[] {
  const { entry, block } = candidate;
  const { captured, sized, rules } = sending;
  const blockers: Blocker[] = [];
  const add = (cause: MissCause, fact: string, isSure = true): void => void blockers.push({ cause, fact, isSure });
  if (block === undefined)
    add(
      'edit',
      sized.request.leftOut === undefined
        ? `the text differs from that of request ${entry.by}`
        : `the text differs from that of request ${entry.by}: the model no longer sees thinking of earlier turns`,
    );
  for (const { from, why, mayShrink } of sized.request.unsure ?? [])
    if (mayShrink === true && (block === undefined || block >= from)) add('cleared', lowerFirst(why), false);
  if (rules.algorithm === 'markers' && sized.request.markers.length === 0)
    add('no-marker', 'the request has no cache breakpoint, so nothing is read or written');
  if (candidate.elsewhere !== undefined) add('automatic', candidate.elsewhere);
  const { model } = captured.analysis;
  if (entry.model !== model.id) add('model', `request ${entry.by} went to ${entry.model}, this one to ${model.id}`);
  else addParameters(candidate, sending, add);
  addTimes(entry, captured, add);
  if (block !== undefined && rules.algorithm === 'markers' && sized.request.markers.length > 0) {
    const positions = positionsTo(sized.request, block, rules.pack);
    const lookback = rules.pack.markers?.lookback ?? Infinity;
    if (positions === Infinity) add('no-marker', 'no cache breakpoint of this request is at its end or after it');
    else if (positions > lookback)
      add(
        'lookback',
        `${grouped(positions)} blocks lie between the entry and the next cache breakpoint; ` +
          `the provider looks back ${lookback}`,
      );
  }
  const { minimum } = rules.model;
  if (minimum !== null && !entry.isProved && entry.size.low < minimum)
    add(
      'minimum',
      `${about(entry)} tokens up to the cache breakpoint, the minimum is ${grouped(minimum)}`,
      entry.size.high < minimum,
    );
  return blockers;
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

function lengthOf(seconds: number): string {
  return formatDuration(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds));
}

function about({ size: { low, tokens, high } }: WrittenEntry): string {
  return low === high ? grouped(tokens) : `about ${grouped(tokens)}`;
}

function addTimes(
  { by, thread, seconds, ttl, usedAt, readableFrom, isReadableUnsure }: WrittenEntry,
  { at, thread: own }: CapturedRequest,
  add: (cause: MissCause, fact: string, isSure?: boolean) => void,
): void {
  const gap = at - usedAt;
  if (seconds !== null && gap >= seconds - expirySlack)
    add(
      'expired',
      `sent ${lengthOf(gap)} after it was last used; it lives ${ttl ?? lengthOf(seconds)}`,
      gap >= seconds,
    );
  if (seconds === null && gap >= unpublishedLifetime)
    add('expired', `sent ${lengthOf(gap)} after it was last used; how long it lives is not published`, false);
  // A request contains the answer to the one before it in its conversation, so that answer has arrived.
  const isAnswered = thread !== null && thread === own;
  if (isReadableUnsure && !isAnswered && gap < longestFirstByte)
    add('concurrent', `request ${by} went out ${lengthOf(gap)} before; when its response began is not known`, false);
  else if (!isReadableUnsure && readableFrom > at)
    add('concurrent', `the response to request ${by} had not begun when this one went out`);
}

function addParameters(
  { entry, block }: Candidate,
  { sized: { request }, rules }: Sending,
  add: (cause: MissCause, fact: string, isSure?: boolean) => void,
): void {
  const part = block === undefined ? entry.part : (request.blocks[block]?.part ?? entry.part);
  for (const name of differing(entry.parameters, request.parameters)) {
    const isLost = (pack: RulePack): boolean =>
      pack.order.indexOf(partInvalidatedBy(pack, name)) <= pack.order.indexOf(part);
    if (!isLost(strictly(rules.pack))) continue;
    const [was, now] = [entry.parameters[name], request.parameters[name]].map((each) => each ?? 'not set');
    add('parameter', `${name} was ${was}, now it is ${now}`, isLost(rules.pack));
  }
}

export function differing(before: Parameters, now: Parameters): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]);
}

/** Positions from the nearest marker at or behind the block, both counted; a run of tool calls may be one. */
function positionsTo({ blocks, markers }: CacheRequest, block: number, pack: RulePack): number {
  const marker = markers.find((each) => each.block >= block);
  if (marker === undefined) return Infinity;
  let positions = 1;
  for (let at = marker.block - 1; at >= block; at -= 1) {
    const [here, next] = [blocks[at], blocks[at + 1]];
    const isRun =
      pack.markers?.toolRuns === true &&
      here?.isServers !== true &&
      next?.isServers !== true &&
      here?.kind === next?.kind &&
      (here?.kind === 'tool-call' || here?.kind === 'tool-result');
    if (!isRun) positions += 1;
  }
  return positions;
}
