/** A run of turns as bars: read, perhaps read, written, uncached, each as a share of the tallest turn. */
import type { CountMethod } from '../../../shared/analysis/types';
import { formatDuration, type RunView, type TurnView } from '../../../shared/ipc/cache/cache-view';
import { between, costText, tokensText, writtenOf } from './cache-text';

export const bands = ['read', 'unsure', 'written', 'uncached'] as const;
export type Band = (typeof bands)[number];

export interface Bar {
  readonly turn: TurnView;
  readonly shares: Readonly<Record<Band, number>>;
}

/** All strips shown together have the same scale. */
export function tallestOf(runs: readonly RunView[]): number {
  return Math.max(1, ...runs.flatMap(({ turns }) => turns.map(({ total }) => total)));
}

export function barsOf({ turns }: RunView, tallest: number): readonly Bar[] {
  return turns.map((turn) => {
    const { low: read, high } = between(turn, (split) => split.read);
    const written = writtenOf(turn.best);
    const uncached = Math.max(0, turn.total - high - written);
    return {
      turn,
      shares: {
        read: read / tallest,
        unsure: (high - read) / tallest,
        written: written / tallest,
        uncached: uncached / tallest,
      },
    };
  });
}

export function turnSentence(turn: TurnView, index: number, method: CountMethod): string {
  const since = turn.since.length === 0 ? '' : `, after ${turn.since.join(', ')}`;
  const requests = turn.requests > 1 ? `, ${turn.requests} requests` : '';
  const when = `Turn ${index + 1} at ${formatDuration(turn.at)}${requests}${since}`;
  if (turn.rejected !== null) return `${when}: refused. ${turn.rejected}`;
  const of = (name: string, split: Parameters<typeof between>[1]): string =>
    `${tokensText(between(turn, split), method)} ${name}`;
  const tokens = [of('read', ({ read }) => read), of('written', writtenOf), of('uncached', ({ uncached }) => uncached)];
  return `${when}: ${tokens.join(', ')}; ${costText(turn.bestCost, turn.cost)}`;
}
