import type { ReactNode } from 'react';
import type { ReferenceInfo } from '../../../shared/ipc/cache-panel';
import type { EditCostView } from '../../../shared/ipc/cache-view';
import { useApp } from '../../context';
import { assumptionText, costText, dollars, isTooShort, nodeName, tokensText } from '../../model/cache/cache-text';
import { formatNumber } from '../../model/counts';
import { describeOrigin } from '../../model/describe';
import type { Shown } from '../../stores/inspection';
import { useCache } from './use-cache';

/** The cost of the next request, live, at the top of the panel. */
export function CacheCost({ shown }: { readonly shown: Shown }) {
  const reply = useCache((state) => state.reply);
  const { modelId, analysis } = shown.inspection;
  if (reply === null) return null;
  const { cost, against } = reply;
  if (cost === null) {
    return (
      <p className="cache-unknown">
        Nobody publishes caching rules for {analysis.model.label} ({analysis.model.provider}): what is read and what it
        costs is unknown. Choose another model above, or bring rules of your own.
      </p>
    );
  }
  return (
    <dl className="facts" aria-label="What does the next request cost?" aria-live="polite">
      {against === null ? (
        <Fact label="Cold cache">nothing was sent before</Fact>
      ) : (
        <FirstDifference first={cost.first} shown={shown} against={against} />
      )}
      <CostFigures cost={cost} isCold={against === null} shown={shown} />
      {against === null || against.modelId === modelId ? null : (
        <Fact label="Model">
          as if sent to {modelId}, not to {against.modelId}: a cache belongs to one model
        </Fact>
      )}
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
        nothing differs
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
    <Fact label={`${assumed}, first difference`}>
      <button type="button" className="link" onClick={go} title="Go there">
        {nodeName(shown.inspection.document, first.node)}
      </button>{' '}
      at byte {formatNumber(first.bytes)} <span className="mark">=</span>
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
  const { outcome, survived, rewritten, lost, unchangedCost, suggested, breakpoints } = cost;
  const { method } = shown.inspection.analysis.total;
  const { markers, rejected } = outcome;
  if (rejected !== null)
    return (
      <Fact label="Verdict" tone="bad">
        refused: {rejected}
      </Fact>
    );
  if (isTooShort(cost)) {
    return (
      <>
        <Fact label={markers.length === 0 ? 'Prefix' : suggested ? 'Suggested breakpoints' : 'Breakpoints'} tone="bad">
          too short to cache
        </Fact>
        <Fact label="Next request">{costText(outcome.bestCost, outcome.cost)}</Fact>
      </>
    );
  }
  const more = isCold || outcome.cost === null || unchangedCost === null ? null : outcome.cost - unchangedCost;
  const tone = isCold || markers.length === 0 ? {} : ({ tone: survived === markers.length ? 'good' : 'bad' } as const);
  return (
    <>
      <Fact label={suggested ? 'Suggested breakpoints' : 'Breakpoints'} {...tone}>
        {markers.length === 0
          ? breakpoints.length === 0 || suggested
            ? 'none'
            : 'none that this model takes'
          : isCold
            ? `${markers.filter(({ state }) => state === 'written').length} of ${markers.length} would be written`
            : `${survived} of ${markers.length} kept`}
      </Fact>
      <Fact label={isCold ? 'Written' : 'Rewritten'}>{tokensText({ low: rewritten, high: rewritten }, method)}</Fact>
      {isCold ? null : <Fact label="No longer read">{tokensText(lost, method)}</Fact>}
      <Fact label={isCold ? 'Next request, cold' : 'Next request, warm'}>
        {costText(outcome.bestCost, outcome.cost)}
        {more === null || more === 0 ? null : (
          <span className={more > 0 ? 'more' : 'less'}>
            {' '}
            {more > 0 ? '+' : ''}
            {dollars(more)}
          </span>
        )}
      </Fact>
      {isCold && unchangedCost !== null ? (
        <Fact label="If the same prefix was sent before">{dollars(unchangedCost)}</Fact>
      ) : null}
    </>
  );
}
