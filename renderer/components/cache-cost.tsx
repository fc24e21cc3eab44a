import type { ReactNode } from 'react';
import type { EditCostView } from '../../shared/ipc/cache-view';
import { useApp } from '../context';
import { costText, dollars, nodeName, tokensText } from '../model/cache-text';
import { formatNumber } from '../model/counts';
import { describeOrigin } from '../model/describe';
import type { Shown } from '../stores/inspection';
import { useCache } from './cache-use';

/** What does this edit cost? Live, at the top of the panel. */
export function CacheCost({ shown }: { readonly shown: Shown }) {
  const reply = useCache((state) => state.reply);
  const { modelId, analysis } = shown.inspection;
  if (reply === null) return null;
  const { cost, against } = reply;
  if (cost === null) {
    return <p className="cache-unknown">Nobody publishes caching rules for {analysis.model.label} ({analysis.model.provider}): what is read and what it costs is unknown. Choose another model above, or bring rules of your own.</p>;
  }
  return (
    <dl className="facts" aria-label="What does this edit cost?" aria-live="polite">
      <FirstDifference first={cost.first} shown={shown} against={against.name} />
      <CostFigures cost={cost} shown={shown} />
      {against.modelId === modelId ? null : <Fact label="Model">as if sent to {modelId}, not to {against.modelId}: a cache belongs to one model</Fact>}
    </dl>
  );
}

function Fact({ label, children, tone }: { readonly label: string; readonly children: ReactNode; readonly tone?: 'good' | 'bad' }) {
  return (
    <div className={`fact${tone === undefined ? '' : ` fact-${tone}`}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const since = { opened: 'Since opening', sent: 'Since the last sent', pinned: 'Since the pinned build' } as const;

function FirstDifference({ first, shown, against }: { readonly first: EditCostView['first']; readonly shown: Shown; readonly against: keyof typeof since }) {
  const { actions } = useApp();
  if (first === null) return <Fact label={since[against]} tone="good">nothing differs</Fact>;
  const { origin, sourceOffset, at } = first;
  const go = (): void => {
    actions.select(first.node);
    if (origin?.kind === 'file') void actions.goTo(origin.source, { start: sourceOffset ?? origin.span.start, end: sourceOffset ?? origin.span.start }, true);
  };
  const place = origin?.kind === 'file' ? `${origin.source}${at === null ? '' : `:${at.line}:${at.column}`}` : origin === undefined ? '' : describeOrigin(origin);
  return (
    <Fact label={`${since[against]}, first difference`}>
      <button type="button" className="link" onClick={go} title="Go there">{nodeName(shown.inspection.document, first.node)}</button>
      {' '}at byte {formatNumber(first.bytes)} <span className="mark">=</span>
      {place === '' ? null : <> <button type="button" className="place" onClick={go}>{place}</button></>}
    </Fact>
  );
}

function CostFigures({ cost, shown }: { readonly cost: EditCostView; readonly shown: Shown }) {
  const { outcome, survived, rewritten, lost, unchangedCost, suggested } = cost;
  const { method } = shown.inspection.analysis.total;
  const { markers, rejected } = outcome;
  if (rejected !== null) return <Fact label="Verdict" tone="bad">refused: {rejected}</Fact>;
  const more = outcome.cost === null || unchangedCost === null ? null : outcome.cost - unchangedCost;
  return (
    <>
      <Fact label={suggested ? 'Suggested breakpoints' : 'Breakpoints'} {...(markers.length > 0 ? { tone: survived === markers.length ? 'good' : 'bad' } as const : {})}>
        {markers.length === 0 ? 'none' : markers.every(({ state }) => state === 'below-minimum') ? 'too short to cache' : `${survived} of ${markers.length} kept`}
      </Fact>
      <Fact label="Rewritten">{tokensText({ low: rewritten, high: rewritten }, method)}</Fact>
      <Fact label="No longer read">{tokensText(lost, method)}</Fact>
      <Fact label="Next request">
        {costText(outcome.bestCost, outcome.cost)}
        {more === null || more === 0 ? null : <span className={more > 0 ? 'more' : 'less'}> {more > 0 ? '+' : ''}{dollars(more)}</span>}
      </Fact>
    </>
  );
}
