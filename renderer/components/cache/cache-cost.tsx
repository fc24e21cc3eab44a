import type { ReactNode } from 'react';
import type { ReferenceInfo } from '../../../shared/ipc/cache/cache-panel';
import type { EditCostView } from '../../../shared/ipc/cache/cache-view';
import { useApp } from '../../context';
import {
  addedCost,
  addedText,
  assumptionText,
  costText,
  isTooShort,
  nodeName,
  tokensText,
  tooShortText,
} from '../../model/cache/cache-text';
import { formatNumber } from '../../model/counts';
import { describeOrigin } from '../../model/describe';
import type { Shown } from '../../stores/inspection';
import { useCache } from './use-cache';
import { cacheCostWords as words } from '../../words/panels/cache';

/** The figures of the next request: what it is compared with, what is kept, written and paid. */
export function CacheCost({ shown }: { readonly shown: Shown }) {
  const reply = useCache((state) => state.reply);
  const { modelId } = shown.inspection;
  if (reply === null) return null;
  const { cost, against } = reply;
  if (cost === null) return null;
  return (
    <dl className="facts" aria-label={words.nextRequestCost}>
      {against === null ? (
        <Fact label={words.coldCache}>{words.assumedCold}</Fact>
      ) : against.ofOtherModel ? (
        <Fact label={words.model} tone="bad">
          {words.otherModel(modelId, against.modelId)}
        </Fact>
      ) : (
        <FirstDifference first={cost.first} shown={shown} against={against} />
      )}
      <CostFigures cost={cost} isCold={against === null || against.ofOtherModel} shown={shown} />
    </dl>
  );
}

function Fact({
  label,
  children,
  tone,
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly tone?: 'good' | 'bad';
}) {
  return (
    <div className={`fact${tone === undefined ? '' : ` fact-${tone}`}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function FirstDifference({
  first,
  shown,
  against,
}: {
  readonly first: EditCostView['first'];
  readonly shown: Shown;
  readonly against: ReferenceInfo;
}) {
  const { actions } = useApp();
  const assumed = assumptionText(against);
  if (first === null)
    return (
      <Fact label={assumed} tone="good">
        {words.nothingDiffers}
      </Fact>
    );
  const { origin, sourceOffset, at } = first;
  const go = (): void => {
    actions.select(first.node);
    if (origin?.kind === 'file')
      void actions.goTo(
        origin.source,
        { start: sourceOffset ?? origin.span.start, end: sourceOffset ?? origin.span.start },
        true,
      );
  };
  const place =
    origin?.kind === 'file'
      ? `${origin.source}${at === null ? '' : `:${at.line}:${at.column}`}`
      : origin === undefined
        ? ''
        : describeOrigin(origin);
  return (
    <Fact label={words.firstDifference(assumed)}>
      <button type="button" className="link" onClick={go} title={words.goThere}>
        {nodeName(shown.inspection.document, first.node)}
      </button>{' '}
      {words.atByte(formatNumber(first.bytes))}
      {place === '' ? null : (
        <>
          {' '}
          <button type="button" className="place" onClick={go}>
            {place}
          </button>
        </>
      )}
    </Fact>
  );
}

function CostFigures({
  cost,
  isCold,
  shown,
}: {
  readonly cost: EditCostView;
  readonly isCold: boolean;
  readonly shown: Shown;
}) {
  const { outcome, survived, rewritten, lost, unchangedBestCost, unchangedCost, suggested, rules } = cost;
  const { method } = shown.inspection.analysis.total;
  const { markers, rejected } = outcome;
  if (rejected !== null)
    return (
      <Fact label={words.verdict} tone="bad">
        {words.refused(rejected)}
      </Fact>
    );
  if (isTooShort(cost)) {
    return (
      <>
        <Fact
          label={markers.length === 0 ? words.prefix : suggested ? words.suggestedBreakpoints : words.breakpoints}
          tone="bad"
        >
          {tooShortText(cost)}
        </Fact>
        <Fact label={words.nextRequest}>{costText(outcome.bestCost, outcome.cost)}</Fact>
      </>
    );
  }
  const added = isCold ? null : addedCost(cost);
  const tone = isCold || markers.length === 0 ? {} : ({ tone: survived === markers.length ? 'good' : 'bad' } as const);
  return (
    <>
      <Fact label={suggested && markers.length > 0 ? words.suggestedBreakpoints : words.breakpoints} {...tone}>
        {markers.length === 0
          ? rules.markerLimit === null
            ? words.takesNoBreakpoints
            : words.none
          : isCold
            ? words.wouldBeWritten(markers.filter(({ state }) => state === 'written').length, markers.length)
            : words.ofKept(survived, markers.length)}
      </Fact>
      <Fact label={isCold ? words.written : words.rewritten}>
        {tokensText({ low: rewritten, high: rewritten }, method)}
      </Fact>
      {isCold ? null : <Fact label={words.noLongerRead}>{tokensText(lost, method)}</Fact>}
      <Fact label={isCold ? words.nextRequestCold : words.nextRequest}>
        {costText(outcome.bestCost, outcome.cost)}
        {added === null || (added.low === 0 && added.high === 0) ? null : (
          <span className={added.high > 0 ? 'more' : 'less'}> {addedText(added)}</span>
        )}
      </Fact>
      {isCold && unchangedCost !== null ? (
        <Fact label={words.warmHint}>{costText(unchangedBestCost, unchangedCost)}</Fact>
      ) : null}
    </>
  );
}
