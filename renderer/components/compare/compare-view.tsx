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
          label="Compare with"
          value={chosen.key}
          choices={[
            ...choices.map((choice) => ({ value: choice.key, label: choice.label })),
            { value: 'choose', label: 'another workspace…' },
          ]}
          onChange={pick}
        />
        <span className="bar-space" />
        <button type="button" className="quiet" onClick={() => view.compareInView(false)}>
          Close
        </button>
      </div>
      {against === null || prefix === null ? (
        <p className="empty-note">
          {chosen.kind === 'previous'
            ? 'Nothing to compare with yet: change a file or a setting, or choose something else above.'
            : 'Building the other side…'}
        </p>
      ) : (
        <>
          <p className="compare-sum" role="status">
            {prefix.endsIn === null ? (
              <>
                <b>The same tools and text</b>, {formatNumber(now.tokens)} {mark} tokens.
              </>
            ) : (
              <>
                <b>
                  {formatNumber(prefix.tokens)} {mark} tokens shared
                </b>{' '}
                from the start ({percentOf(prefix.tokens, now.tokens)} of this side), up to {prefix.endsIn}.{' '}
                {changes.length} part{changes.length === 1 ? ' differs' : 's differ'}:{' '}
                {formatChange(now.tokens - against.tokens)} {mark} tokens.
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
                title={`${formatNumber(change.before)} → ${formatNumber(change.after)} tokens`}
                onClick={() => actions.select(change.id as NodeId)}
              >
                <span aria-label={change.kind}>{kinds[change.kind]}</span> {change.name}{' '}
                {formatChange(change.after - change.before)}
              </button>
            ))}
            {changes.length > 12 ? <span className="help">and {formatNumber(changes.length - 12)} more</span> : null}
          </div>
          <div className="compare-sides" aria-hidden="true">
            <span>
              {chosen.label} · {formatNumber(against.tokens)} {mark}
            </span>
            <span>
              on screen · {formatNumber(now.tokens)} {mark}
            </span>
          </div>
          <Diff before={against.text} after={now.text} beforeLabel={chosen.label} afterLabel="On screen" />
        </>
      )}
    </div>
  );
}

const kinds = { changed: '±', added: '+', removed: '−' } as const;

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
    <div className="prefix-bars" role="img" aria-label={`${percentOf(shared, right)} shared from the start`}>
      {[left, right].map((tokens, side) => (
        <div key={side} className="prefix-bar">
          <i className="is-shared" style={{ width: width(Math.min(shared, tokens)) }} />
          <i className="is-own" style={{ width: width(Math.max(0, tokens - shared)) }} />
        </div>
      ))}
    </div>
  );
}
