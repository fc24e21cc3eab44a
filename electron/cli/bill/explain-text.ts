/** One request in one screen: its figures, what was lost and why, its breakpoints, and where the report differs. */
import type { Figures, RequestBill } from '../../../shared/cache/bill/types';
import { markerStates } from '../../../shared/ipc/cache/marker-states';
import { isRefused } from '../../../shared/cache/bill/totals';
import { formatDuration } from '../../../shared/cache/script/durations';
import { table, visible } from '../print/output';
import { disagreementText } from './sequence-text';
import {
  changeText,
  exactly,
  lostText,
  momentOf,
  money,
  neighbourText,
  overWindowText,
  rate,
  tokens,
  wrapped,
} from './words';

export function explainText(step: RequestBill, of: number): string {
  return [titleText(step, of), '\n', figuresText(step), '\n', ...whyText(step), ...markersText(step)].join('');
}

function titleText({ number, model, at, gap, continues, rules, label }: RequestBill, of: number): string {
  const when = at === null ? '' : `, ${momentOf(at)}`;
  const after =
    continues === null ? '' : `, continues request ${continues}${gap === null ? '' : ` after ${formatDuration(gap)}`}`;
  const by =
    rules === null
      ? `No caching rules are known for this model: nothing is predicted${neighbourText(model)}.`
      : `By the rules of ${rules.title}, ${rules.asOf}` +
        `${rules.listed ? '' : `; ${model} is not listed there, so its figures are unknown${neighbourText(model)}`}.`;
  const title = `Request ${number} of ${of} (${label}): ${model}${when}${after}`;
  return `${wrapped('', visible(title))}${wrapped('', visible(by))}`;
}

function figuresText(step: RequestBill): string {
  const { total, predicted, billed, scale, outputCost, reported, lost, failed } = step;
  const cells = (
    name: string,
    mark: string,
    { tokens: all, read, written, uncached, hitRate, cost }: Figures,
  ): readonly string[] => [
    name,
    `${mark}${tokens(all)}`,
    tokens(read),
    tokens(written),
    tokens(uncached),
    rate(hitRate),
    `${cost === null ? '' : mark}${money(cost)}`,
  ];
  const rows = [
    ['', 'tokens', 'read', 'written', 'uncached', 'hit', 'cost'],
    ...(billed?.basis === 'reported' ? [cells('reported', '', billed)] : []),
    ...(billed === null && (failed !== null || isRefused(step))
      ? [[failed === null ? 'refused' : 'failed', `≈${tokens(exactly(total.tokens))}`, '', '', '', '', '']]
      : predicted === null
        ? [['predicted', `≈${tokens(exactly(total.tokens))}`, 'unknown', 'unknown', 'unknown', 'unknown', 'unknown']]
        : [cells('predicted', '≈', predicted)]),
  ];
  const notes = [
    ...(scale === null || predicted === null
      ? []
      : [`The prediction is in estimated tokens: the provider counts ${scale.toFixed(2)} times as many.`]),
    ...(reported?.output === null || reported?.output === undefined
      ? []
      : [
          `The output has ${tokens(exactly(reported.output))} tokens and costs ` +
            `${money(outputCost === null ? null : exactly(outputCost))} more.`,
        ]),
    ...thinkingNotes(step),
    ...(lost === null
      ? []
      : [
          `Lost ${lost.cost === null || lost.basis === 'reported' ? '' : '≈'}${money(lost.cost)}: ` +
            'had it been read, the input would have cost that much less.',
        ]),
  ];
  return `${table(rows, [1, 2, 3, 4, 5, 6])}${notes.map((note) => wrapped('', note)).join('')}`;
}

function thinkingNotes({ earlierThinking }: RequestBill): readonly string[] {
  if (earlierThinking === null) return [];
  const { fate, blocks, count } = earlierThinking;
  const many = blocks === 1 ? '1 block' : `${blocks} blocks`;
  const what = `Earlier thinking (${many}, ≈${tokens(exactly(count.tokens))} tokens)`;
  return [
    fate === 'left-out'
      ? `${what} was sent, is not seen by the model and is in no figure.`
      : `${what} is in the figures; whether the model sees it is not published.`,
  ];
}

function whyText(step: RequestBill): readonly string[] {
  const { lost, changed, parameters, predicted, disagreements, first, failed, billed, rules } = step;
  const shown = lost?.cause === 'changed' ? '' : changed === null ? '' : changeText(changed);
  const why = [
    ...(failed === null ? [] : [failedText(failed, billed !== null)]),
    ...(isRefused(step) ? [`refused: ${predicted?.why[0] ?? ''}`] : []),
    ...(step.overWindow === null || isRefused(step) ? [] : [overWindowText(step)]),
    ...(lost === null ? [] : [lostText(step)]),
    ...(shown === '' ? [] : [`changed: ${shown}`]),
    ...(lost?.cause === 'parameter'
      ? []
      : parameters.map(({ name, before, after }) => `${name}: ${before ?? 'not set'} → ${after ?? 'not set'}`)),
    ...(predicted?.why ?? [])
      .slice(isRefused(step) ? 1 : 0)
      .filter((text) => lost === null || !text.includes(lost.why)),
    ...disagreements.slice(0, 1).map(() => disagreementText(disagreements)),
  ];
  if (why.length === 0 && predicted === null)
    why.push(rules === null ? 'What is cached is not known: there are no rules to go by.' : 'Nothing is predicted.');
  if (why.length === 0)
    why.push(first === null ? 'Everything up to the last breakpoint is read.' : 'Only new text is not read.');
  const lines =
    changed === null || (changed.lineBefore === '' && changed.lineAfter === '')
      ? []
      : [wrapped('  - ', visible(changed.lineBefore)), wrapped('  + ', visible(changed.lineAfter))];
  return ['why\n', ...why.map((text) => wrapped('  ', visible(text))), ...lines];
}

function failedText(failed: string, isReported: boolean): string {
  return isReported
    ? `failed: ${failed}. Its figures are those that the provider reported nevertheless.`
    : `failed: ${failed}. As far as is known, it cost nothing and wrote nothing into the cache.`;
}

function markersText(step: RequestBill): readonly string[] {
  const { markers, breakpoints } = step;
  if (markers.length === 0) return [];
  const title =
    breakpoints === 'suggested'
      ? 'suggested breakpoints (the request has none; this is what they would do)'
      : 'breakpoints that were sent';
  return [
    `\n${title}\n`,
    ...markers.map(({ node, ttl, state, tokens: upTo, why }) => {
      const what = isRefused(step) && state === 'written' ? 'not written' : markerStates[state];
      return wrapped('  ', visible(`after ${node}, ${ttl}: ${what}, ≈${tokens(exactly(upTo))} tokens, ${why}`));
    }),
  ];
}
