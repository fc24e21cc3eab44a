import { memo, useEffect, useState } from 'react';
import type { EditCostView } from '../../../shared/ipc/cache/cache-view';
import { assumedModelText, isModelAssumed } from '../../../shared/ipc/inspection/assumed-model';
import type { Bridge, Results } from '../../../shared/ipc/contract';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { costText, dollars, isTooShort, tooShortText, type Range } from '../../model/cache/cache-text';
import { ownCountText } from '../../model/captures/reported-rows';
import { describeCount, formatNumber, markOf, marks, percentOf, windowAlarm } from '../../model/counts';
import type { Shown } from '../../stores/inspection';
import { frameText, lacksFrame, partText } from '../../../shared/document/lacks-frame';
import { Count } from '../basics/count';
import { SelectBox } from '../basics/select-box';
import { TextShareNote } from '../basics/text-share';
import { CacheAssumption } from '../cache/cache-assumption';
import { useCache } from '../cache/use-cache';
import { useReportedCost, useReportedTotal } from '../captures/use-reported-total';
import { CorrectionMark } from './correction-mark';
import { headlineWords as words } from '../../words/window/bars';

/**
 * What this request weighs and costs: tokens of the window, whose words they are, and the price from a cold and from a
 * warm cache. The switch says which of the two the other cache figures assume.
 */
export function Headline({ shown, bridge }: { readonly shown: Shown; readonly bridge: Bridge }) {
  const { analysis, modelId } = shown.inspection;
  const { contextWindow } = analysis.model;
  const reported = useReportedTotal(shown);
  const reportedCost = useReportedCost(shown);
  const total = reported ?? analysis.total;
  const alarm = windowAlarm({ total, model: analysis.model });
  return (
    <div className="headline" role="group" aria-label={words.label} data-tour="headline" data-testid="headline">
      <ModelChoice modelId={modelId} bridge={bridge} />
      {isModelAssumed(shown.inspection) ? (
        <span className="text-share" title={words.assumedHint}>
          {assumedModelText}
        </span>
      ) : null}
      <span className={`headline-total${alarm === null ? '' : ` alarm-${alarm.severity}`}`} data-testid="total">
        <b>
          <Count count={total} unit="tokens" />
        </b>
        {reported === null ? null : (
          <>
            <span>{words.reported}</span>
            <span className="headline-of" data-testid="own-count" title={describeCount(analysis.total)}>
              ({ownCountText(analysis.total)})
            </span>
          </>
        )}
        {contextWindow === null ? null : (
          <>
            <span className="headline-of"> {words.ofWindow(formatNumber(contextWindow))}</span>
            <Gauge part={total.tokens} whole={contextWindow} />
            <span className="headline-of">{percentOf(total.tokens, contextWindow)}</span>
          </>
        )}
        {alarm === null || contextWindow === null ? null : (
          <strong className="headline-alarm">
            {alarm.severity === 'error'
              ? words.overWindow(`${formatNumber(total.tokens - contextWindow)} ${markOf(total)}`)
              : alarm.text}
          </strong>
        )}
      </span>
      <TextShareNote share={shown.share} framing={analysis.overhead} />
      {lacksFrame(shown.inspection.document) ? <span className="text-share">{words.without(frameText)}</span> : null}
      <CorrectionMark analysis={analysis} />
      <span className="bar-space" />
      <Money
        isPart={lacksFrame(shown.inspection.document)}
        reportedCost={reportedCost}
        isEstimate={markOf(analysis.total) === marks.estimated}
        basis={reported === null ? null : ownCountText(analysis.total)}
      />
    </div>
  );
}

function Gauge({ part, whole }: { readonly part: number; readonly whole: number }) {
  return (
    <span className="gauge" aria-hidden="true">
      <i style={{ width: `${Math.min(100, (part / whole) * 100).toFixed(2)}%` }} />
    </span>
  );
}

/**
 * Both prices are always shown. The one that the next request costs is marked: neither, where an edit makes it miss
 * what the switch assumes to be cached.
 */
function Money({
  isPart,
  reportedCost,
  isEstimate,
  basis,
}: {
  readonly isPart: boolean;
  /** The count behind the prices is an estimate, and so are they. */
  readonly isEstimate: boolean;
  readonly reportedCost: Range | null;
  /** The count behind the predicted prices, if another count was reported; else null. */
  readonly basis: string | null;
}) {
  const cost = useCache((state) => state.reply?.cost ?? null);
  const isKnown = useCache((state) => state.reply !== null);
  const isWarm = useCache(({ against, reply }) => against !== 'nothing' && reply?.against?.ofOtherModel !== true);
  if (!isKnown) return null;
  if (cost === null) return <span className="headline-money">{words.rulesUnknown}</span>;
  const { coldCost, warmCost, warmBestCost, rules } = cost;
  const isAgain = cost.outcome.cost === warmCost && cost.outcome.bestCost === warmBestCost;
  const isSuggested = cost.suggested && cost.breakpoints.length > 0;
  const placed = `${isSuggested ? words.suggestedHint : ''}${basis === null ? '' : words.predictedHint(basis)}`;
  const about = isEstimate || basis !== null ? '≈ ' : '';
  return (
    <span className="headline-money" data-testid="money">
      {reportedCost === null ? null : (
        <span title={words.reportedCostHint} data-testid="reported-cost">
          <b>{costText(reportedCost.low, reportedCost.high)} ✓</b> {words.reported} ·
        </span>
      )}
      {cost.outcome.rejected !== null ? (
        <b title={cost.outcome.rejected}>{words.refused}</b>
      ) : coldCost === null || warmCost === null ? (
        <span title={words.priceUnknownHint}>{words.priceUnknown}</span>
      ) : isPart ? (
        <span title={partText}>
          <b>
            {about}
            {dollars(coldCost)}
          </b>{' '}
          {words.forPart}
        </span>
      ) : isTooShort(cost) ? (
        <span title={`${words.tooShortHint}${placed}`}>
          <b>
            {about}
            {dollars(coldCost)}
          </b>{' '}
          · {tooShortText(cost)}
        </span>
      ) : coldCost === warmCost && warmCost === warmBestCost ? (
        <span title={`${words.notCachedHint(rules.title, rules.asOf)}${placed}`}>
          <b>
            {about}
            {dollars(coldCost)}
          </b>{' '}
          · {words.notCached}
        </span>
      ) : (
        <>
          <span data-now={!isWarm} title={`${words.coldHint}${placed}`}>
            <b>
              {about}
              {dollars(coldCost)}
            </b>{' '}
            {words.cold}
          </span>
          <span aria-hidden="true"> · </span>
          <span data-now={isWarm && isAgain} title={`${warmTitle(cost)}${placed}`}>
            <b>
              {about}
              {costText(warmBestCost, warmCost)}
            </b>{' '}
            {words.warm}
          </span>
          {isSuggested ? <span className="headline-of"> {words.withSuggested}</span> : null}
        </>
      )}
      {isPart ? null : <CacheAssumption />}
    </span>
  );
}

/** Says what the warm price assumes to be read from the cache. */
function warmTitle({ warmCost, warmBestCost, breakpoints }: EditCostView): string {
  if (warmCost !== warmBestCost) return words.warmNotPromised;
  return breakpoints.length === 0 ? words.warmByProvider : words.warmByBreakpoints;
}

const ModelChoice = memo(function ModelChoice({
  modelId,
  bridge,
}: {
  readonly modelId: string;
  readonly bridge: Bridge;
}) {
  const { actions } = useApp();
  const [models, setModels] = useState<Results['models:list']>([]);
  useEffect(() => {
    call(bridge, 'models:list').then(setModels).catch(actions.report);
  }, [bridge, actions]);
  return (
    <SelectBox
      label={words.model}
      hideLabel
      value={modelId}
      choices={models.map((model) => ({ value: model.id, label: model.label, note: model.provider }))}
      help={words.modelHint}
      onChange={(model) => void actions.configure({ model })}
    />
  );
});
