import { useMemo } from 'react';
import type { NodeId } from '../../../shared/document/types';
import type { Bridge } from '../../../shared/ipc/contract';
import { useApp } from '../../context';
import { compareSnapshots } from '../../model/compare/compare';
import { sharedPrefix } from '../../model/compare/shared-prefix';
import { formatChange, formatNumber, marks, percentOf } from '../../model/counts';
import type { Shown } from '../../stores/inspection';
import { SelectBox } from '../basics/select-box';
import { Diff } from '../panels/diff';
import { useComparison } from './use-comparison';
import { compareViewWords as words } from '../../words/panels/compare';

/** Two requests side by side in the place of the prompt, with what they share from the beginning. */
export function CompareView({ shown, bridge }: { readonly shown: Shown; readonly bridge: Bridge }) {
  const { actions, view } = useApp();
  const { now, chosen, choices, against, pick } = useComparison(shown, bridge);
  const changes = useMemo(() => (against === null ? [] : compareSnapshots(against, now)), [against, now]);
  const prefix = useMemo(() => (against === null ? null : sharedPrefix(against, now)), [against, now]);
  const mark = marks[now.method];
  return (
    <div className="compare" data-testid="compare">
      <div className="compare-head">
        <SelectBox
          label={words.compareWith}
          value={chosen.key}
          choices={[
            ...choices.map((choice) => ({ value: choice.key, label: choice.label })),
            { value: 'choose', label: words.anotherWorkspace },
          ]}
          onChange={pick}
        />
        <span className="bar-space" />
        <button type="button" className="quiet" onClick={() => view.compareInView(false)}>
          {words.close}
        </button>
      </div>
      {against === null || prefix === null ? (
        <p className="empty-note">{chosen.kind === 'previous' ? words.nothingToCompare : words.building}</p>
      ) : (
        <>
          <p className="compare-sum" role="status">
            {prefix.endsIn === null ? (
              <>
                <b>{words.same}</b>
                {words.tokens(formatNumber(now.tokens), mark)}
              </>
            ) : (
              <>
                <b>{words.tokensShared(formatNumber(prefix.tokens), mark)}</b>{' '}
                {words.fromStart(
                  percentOf(prefix.tokens, now.tokens),
                  prefix.endsIn,
                  changes.length === 1 ? words.oneDiffers : words.manyDiffer(changes.length),
                  formatChange(now.tokens - against.tokens),
                  mark,
                )}
              </>
            )}
          </p>
          <PrefixBar shared={prefix.tokens} left={against.tokens} right={now.tokens} />
          <div className="compare-parts">
            {changes.slice(0, 12).map((change) => (
              <button
                key={change.id}
                type="button"
                className={`compare-part change-${change.kind}`}
                title={words.tokensChange(formatNumber(change.before), formatNumber(change.after))}
                onClick={() => actions.select(change.id as NodeId)}
              >
                {change.kind === 'changed' ? (
                  <>
                    <span aria-label={words.changed}>±</span> {change.name} {formatChange(change.after - change.before)}
                  </>
                ) : (
                  <>
                    <span className="compare-side">
                      {change.kind === 'removed' ? words.onlyIn(chosen.side) : words.onlyOnScreen}
                    </span>{' '}
                    {change.name} {formatNumber(change.before + change.after)}
                  </>
                )}
              </button>
            ))}
            {changes.length > 12 ? (
              <span className="help">{words.andMore(formatNumber(changes.length - 12))}</span>
            ) : null}
          </div>
          <div className="compare-sides" aria-hidden="true">
            <span>
              {chosen.label} · {formatNumber(against.tokens)} {mark}
            </span>
            <span>{words.onScreenTokens(formatNumber(now.tokens), mark)}</span>
          </div>
          <Diff before={against.text} after={now.text} beforeLabel={chosen.label} afterLabel={words.onScreen} />
        </>
      )}
    </div>
  );
}

/** Both requests to one scale: what they share from the start, and where each goes on by itself. */
function PrefixBar({
  shared,
  left,
  right,
}: {
  readonly shared: number;
  readonly left: number;
  readonly right: number;
}) {
  const most = Math.max(1, left, right);
  const width = (tokens: number): string => `${(tokens / most) * 100}%`;
  return (
    <div className="prefix-bars" role="img" aria-label={words.sharedShare(percentOf(shared, right))}>
      {[left, right].map((tokens, side) => (
        <div key={side} className="prefix-bar">
          <i className="is-shared" style={{ width: width(Math.min(shared, tokens)) }} />
          <i className="is-own" style={{ width: width(Math.max(0, tokens - shared)) }} />
        </div>
      ))}
    </div>
  );
}
