/** The request as one strip: every row with text, in sending order, to scale in tokens. */
import type { NodeId, Tier } from '../../../shared/document/types';
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import type { Row, RowKind } from './row';

export interface Band {
  readonly key: string;
  readonly node: NodeId | null;
  readonly kind: RowKind;
  readonly name: string;
  readonly tier: Tier | null;
  readonly start: number;
  /** Its height. */
  readonly tokens: number;
  readonly count: TokenCount;
  readonly whose: Row['whose'];
  /** How many of its tokens are the design's template or the agent's own prompt. */
  readonly template: number;
}

export interface RulerPlan {
  readonly bands: readonly Band[];
  readonly total: number;
  /** Where each row with an id ends, for breakpoints. */
  readonly ends: ReadonlyMap<string, number>;
}

/** Tokens of the role markers of all messages. They are part of the request's overhead. */
export function roleMarks({ overheads = [] }: Analysis): number {
  return overheads.find(({ name }) => name === 'role markers')?.count.tokens ?? 0;
}

/**
 * A section is one band. If it is more than a third of the request and has several subsections, these are the bands.
 * Places are those that the cache counts: framing before everything, and an equal share of the role markers before each
 * message.
 */
export function planRuler(rows: readonly Row[], marks = 0): RulerPlan {
  const bands: Band[] = [];
  const ends = new Map<string, number>();
  let at = 0;
  const messages = Math.max(1, rows.filter(({ kind }) => kind === 'message').length);
  const share = Math.floor(marks / messages);
  let isInMessage = false;
  const whole = rows.reduce(
    (sum, row) => sum + (row.kind === 'omitted' || row.kind === 'asides' ? 0 : (row.count?.tokens ?? 0)),
    0,
  );
  const opens = (row: Row): boolean =>
    row.kind === 'message' || row.kind === 'tools'
      ? row.children.length > 0
      : (row.count?.tokens ?? 0) > whole / 3 && row.children.filter((child) => child.kind === 'section').length > 1;
  const place = (row: Row): void => {
    if (row.kind === 'omitted' || row.kind === 'asides' || row.count === null) return;
    if (row.kind === 'message' || (!isInMessage && row.kind !== 'tools' && row.kind !== 'tool')) {
      at += share;
      isInMessage = true;
    }
    if (opens(row)) {
      for (const child of row.children) place(child);
    } else if (row.count.tokens > 0) {
      const start = at;
      markInside(row, start, ends);
      bands.push({
        key: row.key,
        node: row.node,
        kind: row.kind,
        name: bandName(row),
        tier: row.tier,
        start,
        tokens: row.count.tokens,
        count: row.count,
        whose: row.whose,
        template: row.template ?? 0,
      });
      at = start + row.count.tokens;
    }
    ends.set(row.key, at);
  };
  const framing = rows.find(({ kind }) => kind === 'overhead');
  if (framing?.count) {
    at = Math.max(0, framing.count.tokens - share * messages);
    const { key, node, kind, name, tier, count, whose } = framing;
    if (at > 0) bands.push({ key, node, kind, name, tier, start: 0, tokens: at, count, whose, template: 0 });
    ends.set(key, at);
  }
  for (const row of rows) if (row !== framing) place(row);
  return { bands, total: at, ends };
}

/** A block of text has no name of its own; its largest section has. */
function bandName({ name, children }: Row): string {
  const sections = name === blockText ? children.filter(({ kind }) => kind === 'section') : [];
  const [largest, ...more] = sections.toSorted((a, b) => (b.count?.tokens ?? 0) - (a.count?.tokens ?? 0));
  return largest === undefined ? name : `${largest.name}${more.length === 0 ? '' : ' …'}`;
}

const blockText = 'text';

function markInside(row: Row, start: number, ends: Map<string, number>): void {
  let at = start;
  for (const child of row.children) {
    if (child.kind === 'omitted' || child.count === null) continue;
    markInside(child, at, ends);
    at += child.count.tokens;
    ends.set(child.key, at);
  }
}

/** Round steps, about one per `spacing` pixels. */
export function rulerTicks(total: number, pixels: number, spacing = 56): readonly number[] {
  if (total <= 0 || pixels <= 0) return [];
  const rough = (total * spacing) / pixels;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const ticks: number[] = [];
  for (let at = 0; at <= total; at += step) ticks.push(at);
  return ticks;
}

/**
 * By how many pixels each handle is shifted so that none covers another. `tops`: where they stand, from the top down;
 * `size`: of a handle with its gap; `bottom`: where the last may stand.
 */
export function handleShifts(tops: readonly number[], size: number, bottom: number): readonly number[] {
  const placed: number[] = [];
  for (const top of tops) placed.push(Math.max(top, (placed.at(-1) ?? -size) + size));
  let most = Math.max(bottom, (tops.length - 1) * size);
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = (placed[index] ?? 0) - size;
  }
  return placed.map((at, index) => at - (tops[index] ?? 0));
}

/**
 * Rounds to quarters of a pixel, so that one token more at the top of a long prompt does not move everything below it.
 */
export function quarter(pixels: number): number {
  return Math.round(pixels * 4) / 4;
}

/** In pixels. */
const [thinBand, slotHeight] = [1.5, 6];

export interface DrawnBand {
  readonly first: Band;
  readonly members: number;
  readonly start: number;
  readonly tokens: number;
  /** How many tokens of all its members are the design's template or the agent's own prompt. */
  readonly template: number;
}

/**
 * Bands thinner than a pixel would vanish. Neighbours of one tier that begin in the same slot are drawn as one. Slots
 * have fixed places, so that a band that grows does not change the bands after it.
 */
export function drawnBands(bands: readonly Band[], pixelsPerToken: number): readonly DrawnBand[] {
  const drawn: { -readonly [Key in keyof DrawnBand]: DrawnBand[Key] }[] = [];
  const slotOf = (start: number): number => Math.floor((start * pixelsPerToken) / slotHeight);
  for (const band of bands) {
    const last = drawn.at(-1);
    const thin = band.tokens * pixelsPerToken < thinBand;
    if (thin && last !== undefined && last.first.tier === band.tier && slotOf(last.start) === slotOf(band.start)) {
      last.members += 1;
      last.tokens += band.tokens;
      last.template += band.template;
    } else drawn.push({ first: band, members: 1, start: band.start, tokens: band.tokens, template: band.template });
  }
  return drawn;
}

export interface RulerRun {
  readonly key: string;
  /** Null for tools and for what has no tier. */
  readonly tier: Tier | null;
  readonly isTools: boolean;
  readonly start: number;
  readonly tokens: number;
  /** What is in it, for a run whose bands are too thin for names. */
  readonly summary: string;
}

/**
 * Neighbouring bands of one tier: the ruler writes the tier once for all of them. Tools are a run of their own. The
 * text between sections does not split the run around it.
 */
export function tierRunsOf(bands: readonly Band[]): readonly RulerRun[] {
  const runs: (Omit<RulerRun, 'summary' | 'tokens'> & { tokens: number; members: Band[] })[] = [];
  for (const band of bands) {
    const isTools = band.kind === 'tool' || band.kind === 'tools';
    const tier = isTools ? null : band.tier;
    const last = runs.at(-1);
    const isBetween = band.kind === 'framing' && last?.isTools === false;
    if (last !== undefined && (isBetween || (last.tier === tier && last.isTools === isTools))) {
      last.tokens += band.tokens;
      last.members.push(band);
    } else runs.push({ key: band.key, tier, isTools, start: band.start, tokens: band.tokens, members: [band] });
  }
  return runs.map(({ members, ...run }) => ({ ...run, summary: summaryOf(members, run.isTools) }));
}

function summaryOf(members: readonly Band[], isTools: boolean): string {
  const [first] = members;
  if (first === undefined) return '';
  if (members.length === 1) return first.name;
  const isTalk = members.every(({ kind }) => kind === 'message');
  return `${members.length} ${isTools ? 'tools' : isTalk ? 'messages' : 'parts'}`;
}
