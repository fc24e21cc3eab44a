import { memo, useEffect, useState } from 'react';
import type { EditCostView } from '../../../shared/ipc/cache/cache-view';
import type { Bridge, Results } from '../../../shared/ipc/contract';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { costText, dollars, isTooShort, tooShortText } from '../../model/cache/cache-text';
import { ownCountText } from '../../model/captures/reported-rows';
import { describeCount, formatNumber, percentOf, windowAlarm } from '../../model/counts';
import type { Shown } from '../../stores/inspection';
import { frameText, lacksFrame, partText } from '../../../shared/document/lacks-frame';
import { Count } from '../basics/count';
import { SelectBox } from '../basics/select-box';
import { TextShareNote } from '../basics/text-share';
import { CacheAssumption } from '../cache/cache-assumption';
import { useCache } from '../cache/use-cache';
import { useReportedTotal } from '../captures/use-reported-total';
import { CorrectionMark } from './correction-mark';

/**
 * What this request weighs and costs: tokens of the window, whose words they are, and the price from a cold and from a
 * warm cache. The switch says which of the two the other cache figures assume.
 */
export function Headline({ shown, bridge }: { readonly shown: Shown; readonly bridge: Bridge }) {
  const { analysis, modelId } = shown.inspection;
  const { contextWindow } = analysis.model;
  const reported = useReportedTotal(shown);
  const total = reported ?? analysis.total;
  const alarm = windowAlarm({ total, model: analysis.model });
  return (
    <div className="headline" role="group" aria-label="Tokens and cost" data-tour="headline" data-testid="headline">
      <ModelChoice modelId={modelId} bridge={bridge} />
      <span className={`headline-total${alarm === null ? '' : ` alarm-${alarm.severity}`}`} data-testid="total">
        <b>
          <Count count={total} unit="tokens" />
        </b>
        {reported === null ? null : (
          <>
            <span>reported</span>
            <span className="headline-of" data-testid="own-count" title={describeCount(analysis.total)}>
              ({ownCountText(analysis.total)})
            </span>
          </>
        )}
        {contextWindow === null ? null : (
          <>
            <span className="headline-of"> of {formatNumber(contextWindow)}</span>
            <Gauge part={total.tokens} whole={contextWindow} />
            <span className="headline-of">{percentOf(total.tokens, contextWindow)}</span>
          </>
        )}
        {alarm === null || contextWindow === null ? null : (
          <strong className="headline-alarm">
            {alarm.severity === 'error'
              ? `${formatNumber(total.tokens - contextWindow)} over the context window`
              : alarm.text}
          </strong>
        )}
      </span>
      <TextShareNote share={shown.share} />
      {lacksFrame(shown.inspection.document) ? <span className="text-share">without {frameText}</span> : null}
      <CorrectionMark analysis={analysis} />
      <span className="bar-space" />
      <Money isPart={lacksFrame(shown.inspection.document)} />
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

/** Both prices stand there always; the switch marks the one that the rest of the window goes by. */
function Money({ isPart }: { readonly isPart: boolean }) {
  const cost = useCache((state) => state.reply?.cost ?? null);
  const isKnown = useCache((state) => state.reply !== null);
  const isWarm = useCache((state) => state.against !== 'nothing');
  if (!isKnown) return null;
  if (cost === null) return <span className="headline-money">Strata knows no caching rules for this model</span>;
  const { coldCost, warmCost, warmBestCost, rules } = cost;
  const isSuggested = cost.suggested && cost.breakpoints.length > 0;
  const placed = isSuggested ? ' The design sets no breakpoints: these are the suggested ones.' : '';
  return (
    <span className="headline-money" data-testid="money">
      {coldCost === null || warmCost === null ? (
        <span title="Strata knows no price of this model">price unknown</span>
      ) : isPart ? (
        <span title={partText}>
          <b>{dollars(coldCost)}</b> for this part
        </span>
      ) : isTooShort(cost) ? (
        <span title="What is too short to cache costs the same with every request">
          <b>{dollars(coldCost)}</b> · {tooShortText(cost)}
        </span>
      ) : coldCost === warmCost && warmCost === warmBestCost ? (
        <span title={`By the rules of ${rules.title}, ${rules.asOf}, nothing of it is read from a cache`}>
          <b>{dollars(coldCost)}</b> · not cached
        </span>
      ) : (
        <>
          <span data-now={!isWarm} title={`If nothing was sent before: it is written or paid in full.${placed}`}>
            <b>{dollars(coldCost)}</b> cold
          </span>
          <span aria-hidden="true"> · </span>
          <span data-now={isWarm} title={`${warmTitle(cost)}${placed}`}>
            <b>{costText(warmBestCost, warmCost)}</b> warm
          </span>
          {isSuggested ? <span className="headline-of"> with suggested breakpoints</span> : null}
        </>
      )}
      <CacheAssumption />
    </span>
  );
}

/** What a warm price assumes to be read. */
function warmTitle({ warmCost, warmBestCost, breakpoints }: EditCostView): string {
  const same = 'If the very same request was sent just before: ';
  if (warmCost !== warmBestCost)
    return `${same}from what the provider may read of it to what it promises. It promises no hit.`;
  const reach = breakpoints.length === 0 ? 'as far as the provider caches it' : 'up to its breakpoints';
  return `${same}it is read ${reach}.`;
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
      label="Model"
      hideLabel
      value={modelId}
      choices={models.map((model) => ({ value: model.id, label: model.label, note: model.provider }))}
      help="Sets the tokenizer, the context window and the cache rules"
      onChange={(model) => void actions.configure({ model })}
    />
  );
});
