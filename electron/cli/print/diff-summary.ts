/** What a change of prompt files means, as Markdown for a pull request. */
import { grouped } from '../../../shared/basics/grouped';
import { listedChanges, type Comparison, type SectionChange } from '../../../shared/analysis/compare/compare';
import type { CountedDocument } from '../../../shared/analysis/types';
import type { ModelRules } from '../../../shared/cache/packs/rule-pack';
import type { EditCost } from '../../../shared/cache/simulate/edit-cost';
import { sectionBillOf, type Billing } from '../../../shared/cache/simulate/section-bill';
import { writtenName } from '../../../shared/ipc/written/written-finding';
import { markdownCode, markdownTable, markdownText } from './markdown';
import { dollars } from './output';
import { survivalText } from './survival-text';

interface Summarized {
  readonly comparison: Comparison;
  readonly was: CountedDocument;
  readonly now: CountedDocument;
  /** `file:line` of the first difference; only the file if the line is not known. */
  readonly place: string | undefined;
  readonly priced: { readonly rules: ModelRules; readonly cost: EditCost } | undefined;
}

/** First line of the summary: a bot finds its comment by it. */
const mark = '<!-- strata -->\n';

const cacheWords = {
  read: 'still read',
  written: 'written',
  uncached: 'not cached',
} as const satisfies Record<Billing, string>;

export function diffSummary({ comparison, was, now, place, priced }: Summarized): string {
  const changes = listedChanges(comparison);
  if (changes.length === 0 && comparison.first === undefined)
    return `${mark}### Prompt unchanged\n\n${grouped(now.analysis.total.tokens)} tokens.\n`;
  const bill = priced === undefined ? undefined : sectionBillOf(now, priced.cost.outcome, priced.rules);
  const rows = changes.map((change) => {
    // `bill` prices a node with all its parts, so it has no price for the node's own text.
    const billed = change.isOwnText ? undefined : bill?.(change.id);
    return [
      `${markdownCode(writtenName(change.id))}${change.isOwnText ? ` (${change.name})` : ''}`,
      kindWords[change.kind],
      countOf(change.counts.before),
      countOf(change.counts.after),
      signed(change.tokens),
      change.kind === 'removed' || billed === undefined ? '' : cacheWords[billed.billing],
      billed === undefined || billed.cost === null || change.kind === 'removed' ? '' : dollars(billed.cost),
    ];
  });
  if (comparison.overhead !== 0)
    rows.push([
      'request overhead',
      kindWords.changed,
      countOf(was.analysis.overhead.tokens),
      countOf(now.analysis.overhead.tokens),
      signed(comparison.overhead),
      '',
      '',
    ]);
  const head = ['section', '', 'tokens before', 'after', 'change', 'cache', 'cost'];
  return (
    `${mark}### Prompt: ${grouped(was.analysis.total.tokens)} → ${grouped(now.analysis.total.tokens)} tokens ` +
    `(${signed(comparison.tokens)}), ${markdownText(now.analysis.model.id)}\n\n` +
    `${firstText(comparison, place)}${priced === undefined ? '' : priceText(priced.cost)}\n` +
    markdownTable(head, rows, [2, 3, 4, 6]) +
    '\nCache and cost are those of the first request after this change, if the prompt was sent as it was just before.\n'
  );
}

const kindWords = { added: 'new', removed: 'gone', changed: 'changed', same: '' } as const satisfies Record<
  SectionChange['kind'],
  string
>;

function countOf(tokens: number | null): string {
  return tokens === null ? '' : grouped(tokens);
}

function signed(tokens: number): string {
  return tokens > 0 ? `+${grouped(tokens)}` : grouped(tokens);
}

function firstText({ first }: Comparison, place: string | undefined): string {
  if (first === undefined) return 'Nothing that is sent differs.\n';
  const where = place === undefined ? '' : `, ${markdownCode(writtenName(place))}`;
  return `First difference: ${markdownCode(writtenName(first.node))}${where}, at byte ${grouped(first.bytes)}.\n`;
}

function priceText(edit: EditCost): string {
  const { outcome, lost, rewritten, cost, unchangedCost } = edit;
  if (outcome.rejected !== undefined) return `The provider would refuse it: ${markdownText(outcome.rejected)}.\n`;
  const tokens = lost.low === lost.high ? grouped(lost.high) : `${grouped(lost.low)}–${grouped(lost.high)}`;
  const money =
    cost === null || unchangedCost === null
      ? 'the price is not published'
      : `the first request costs ${dollars(cost)} in place of ${dollars(unchangedCost)}`;
  const verb = lost.low === lost.high ? 'are lost' : 'may be lost';
  return (
    `If the prompt was sent as it was just before, **${tokens} cached tokens ${verb}**, ${grouped(rewritten)} are ` +
    `written: ${survivalText(edit)}; ${money}.\n`
  );
}
