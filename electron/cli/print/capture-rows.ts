/** The live table of `strata capture`: one line for each request that has ended. */
import type { SessionRow } from '../../../shared/cache/session/session-view';
import { shippedPacks } from '../../../shared/cache/packs/packs';
import type { Exchange } from '../../../shared/sessions/types';
import { createSessionAnalysis, type SessionAnalysis } from '../../host/analyses/sessions/session-analysis';
import type { SessionWriter } from '../../host/capture/session-writer';
import { dollars, range, visible } from './output';

export interface CaptureRows {
  /** Waits until every line is printed. */
  settled(): Promise<void>;
}

/** `report` gets each error of reading the session; printing goes on. */
export function printRows(
  writer: SessionWriter,
  print: (line: string) => void,
  report: (problem: unknown) => void,
): CaptureRows {
  const analysis = createSessionAnalysis({ path: writer.path, packs: shippedPacks });
  const printed = new Set<number>();
  let before: Promise<void> = Promise.resolve();
  const take = async (exchange: Exchange): Promise<void> => {
    await analysis.put(exchange);
    if (exchange.times.ended === null || printed.has(exchange.number)) return;
    if (printed.size === 0) print(header);
    printed.add(exchange.number);
    print(lineOf(exchange, analysis));
  };
  writer.on((event) => {
    if (event.kind === 'problem') print(event.text);
    // One after the other: a line depends on all earlier exchanges.
    if (event.kind === 'exchange') before = before.then(() => take(event.exchange)).catch(report);
  });
  return { settled: () => before };
}

/** Widths of the columns; a negative one aligns to the right. */
const widths = [-4, 26, -9, -15, -9, -15, -9, -15, -9, -12, -7] as const;

const header = cells([
  '#',
  'model',
  'tokens',
  'read pred.',
  'reported',
  'written pred.',
  'reported',
  'uncached pred.',
  'reported',
  'cost',
  'time',
  'what happened',
]);

function cells(texts: readonly string[]): string {
  return texts
    .map((text, column) => {
      const width = widths[column] ?? 0;
      return width < 0 ? text.padStart(-width) : text.padEnd(width);
    })
    .join(' ')
    .trimEnd();
}

function lineOf(exchange: Exchange, analysis: SessionAnalysis): string {
  const row = analysis.rows().find(({ number }) => number === exchange.number);
  const happened = [
    ...(row?.isSubagent === true ? ['subagent'] : []),
    ...(exchange.kind === 'turn' ? [] : [exchange.kind]),
    ...(row?.status == null || row.status < 400 ? [] : [String(row.status)]),
    ...(row === undefined ? [] : cacheWords(row, analysis)),
    ...(exchange.error === null ? [] : [exchange.error]),
    ...exchange.notes,
  ];
  const { predicted, reported } = row ?? {};
  const expected = (key: 'read' | 'written' | 'uncached'): string =>
    predicted == null ? '' : range(predicted[key].low, predicted[key].high);
  const reportedText = (key: 'read' | 'written' | 'uncached'): string =>
    reported?.[key] == null ? '' : range(reported[key], reported[key]);
  return visible(
    cells([
      String(exchange.number),
      row?.model ?? '',
      row?.tokens == null ? '' : range(row.tokens.tokens, row.tokens.tokens),
      ...(['read', 'written', 'uncached'] as const).flatMap((key) => [expected(key), reportedText(key)]),
      row?.cost == null ? '' : dollars(row.cost),
      exchange.times.ended === null ? '' : `${(exchange.times.ended / 1000).toFixed(1)} s`,
      happened.join('; '),
    ]),
  );
}

/** Where the request first differs from the one before it, and what the cache made of that. */
function cacheWords({ number, isSide, verdict, text }: SessionRow, analysis: SessionAnalysis): readonly string[] {
  if (isSide) return [];
  const answer = analysis.explain(number);
  const edit = answer?.answer.edit ?? null;
  const line = answer?.line ?? null;
  const place = edit?.place == null || line === null ? '' : `, ${edit.place.source}:${line}`;
  return [
    ...(edit === null ? [] : [`differs in ${edit.name}${place}`]),
    ...(verdict === 'explained' || verdict === 'open' || verdict === 'provider' ? [text] : []),
  ];
}
