/**
 * What differed between the requests of a log, by kind of words and by section: what breaks a cache again and again.
 */
import type { z } from 'zod';
import type { RequestBill } from '../../../shared/cache/bill/types';
import type { differedReportSchema } from '../../../shared/ipc/written/bill-report';
import { table, visible } from '../print/output';
import { money, tokens, wrapped } from './words';

type DifferedReport = z.infer<typeof differedReportSchema>;

export function differedReport(steps: readonly RequestBill[]): DifferedReport {
  const groups = new Map<string, RequestBill[]>();
  for (const step of steps) {
    if (step.changed === null) continue;
    const key = `${step.changed.kind} ${step.changed.name}`;
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  const differed = [...groups.values()].flatMap((of): DifferedReport['differed'] => {
    const changed = of[0]?.changed ?? null;
    if (changed === null) return [];
    const losses = of.flatMap(({ lost }) => lost ?? []);
    const sum = (bound: 'low' | 'high'): number => losses.reduce((all, { tokens: lost }) => all + lost[bound], 0);
    const costs = losses.flatMap(({ cost }) => cost ?? []);
    const paid = (bound: 'low' | 'high'): number => costs.reduce((all, cost) => all + cost[bound], 0);
    return [
      {
        kind: changed.kind,
        name: changed.name,
        before: changed.before,
        after: changed.after,
        requests: of.map(({ number }) => number),
        lostTokens: { low: sum('low'), high: sum('high') },
        lost: costs.length === losses.length ? { low: paid('low'), high: paid('high') } : null,
      },
    ];
  });
  return {
    version: 1,
    requests: steps.length,
    differed: differed.toSorted((a, b) => b.lostTokens.high - a.lostTokens.high),
  };
}

const most = 24;

export function differedText(steps: readonly RequestBill[]): string {
  const { requests, differed } = differedReport(steps);
  if (requests < 2) return 'There is only one request: nothing to compare it with.\n';
  if (differed.length === 0) return `Nothing that was sent before changed in ${requests} requests.\n`;
  const cut = (text: string): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
  const rows = differed.map(({ kind, name, before, after, requests: of, lostTokens, lost }) => [
    kind,
    visible(cut(name)),
    visible(`${cut(before)} → ${cut(after)}`),
    String(of.length),
    tokens(lostTokens),
    money(lost),
  ]);
  const advice = differed.some(({ kind }) => kind !== 'text')
    ? wrapped('', 'Put what changes by itself after the last breakpoint, or into the last user message.')
    : '';
  return `${table([['kind', 'where', 'for example', 'times', 'tokens lost', 'cost'], ...rows], [3, 4, 5])}${advice}`;
}
