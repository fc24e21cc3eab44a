import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { NodeId, Tier } from '../../../shared/document/types';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Snapshot } from '../../../shared/ipc/snapshot';
import { useApp } from '../../context';
import { compareSnapshots, type PartChange } from '../../model/compare/compare';
import { comparisonChoices, previousBuild, type Comparison } from '../../model/compare/comparisons';
import { describeMethod, formatChange, formatNumber, marks } from '../../model/counts';
import { snapshotOf } from '../../model/compare/snapshot';
import { pinBuild } from '../../pin';
import type { Shown } from '../../stores/inspection';
import { TierChip } from '../basics/count';
import { Diff } from './diff';
import { PathName } from '../basics/path-name';
import { SelectBox } from '../basics/select-box';
import { call } from '../../bridge';

/**
 * Differences by section with tokens first, then by text. The first change is named, because the cached prefix ends
 * there.
 */
export function ChangesPanel({ shown, bridge }: { readonly shown: Shown; readonly bridge: Bridge }) {
  const app = useApp();
  const { history, actions, view } = app;
  const { builds, baseline } = useStore(history.store);
  const wanted = useStore(view.store, (state) => state.compareWith);
  const [other, setOther] = useState<{ readonly key: string; readonly snapshot: Snapshot } | null>(null);
  const [part, setPart] = useState<string | null>(null);
  const [folder, setFolder] = useState<string | null>(null);
  const now = useMemo(() => snapshotOf(shown.inspection, 0, shown.text), [shown]);
  const choices = useMemo(
    () => comparisonChoices(shown.inspection, builds, baseline !== null, folder),
    [shown.inspection, builds, baseline, folder],
  );
  const chosen: Comparison = choices.find((choice) => choice.key === wanted) ?? previousBuild;

  useEffect(() => {
    if (chosen.kind !== 'setting' && chosen.kind !== 'folder') return;
    call(
      bridge,
      'inspection:peek',
      chosen.kind === 'folder' ? { folder: chosen.folder } : { settings: { [chosen.name]: chosen.value } },
    ).then((inspection) => setOther({ key: chosen.key, snapshot: snapshotOf(inspection, 0) }), actions.report);
    // The choices are new with every build, so the other side is rebuilt when files changed.
  }, [chosen, bridge, actions]);

  const against =
    chosen.kind === 'baseline'
      ? baseline
      : chosen.kind === 'build'
        ? (builds.find((build) => build.revision === chosen.revision)?.snapshot() ?? null)
        : chosen.kind === 'setting' || chosen.kind === 'folder'
          ? other?.key === chosen.key
            ? other.snapshot
            : null
          : ((builds.findLast((build) => build.snapshot().text !== now.text) ?? builds.at(-2))?.snapshot() ?? null);
  const changes = useMemo(() => (against === null ? [] : compareSnapshots(against, now)), [against, now]);
  const pick = (key: string): void => {
    if (key !== 'choose') view.compareWith(key);
    else {
      call(bridge, 'folder:choose').then((path) => {
        if (path === null) return;
        setFolder(path);
        view.compareWith(`folder:${path}`);
      }, actions.report);
    }
  };
  const focused = changes.find((change) => change.id === part) ?? null;
  const [first] = changes;

  return (
    <div className="changes">
      <div className="changes-list">
        <div className="changes-head">
          <SelectBox
            label="Compared with"
            value={chosen.key}
            choices={[
              ...choices.map((choice) => ({ value: choice.key, label: choice.label })),
              { value: 'choose', label: 'another workspace…' },
            ]}
            onChange={pick}
          />
          <button type="button" className="quiet" onClick={() => void pinBuild(app).catch(actions.report)}>
            Pin this build
          </button>
        </div>
        {against === null ? (
          <p className="empty-note">
            Nothing to compare with yet: change a file or a setting, or choose something else above.
          </p>
        ) : changes.length === 0 ? (
          <p className="empty-note">No difference.</p>
        ) : (
          <>
            <p className="changes-sum">
              {formatChange(now.tokens - against.tokens)} {marks[now.method]} tokens; {changes.length} section
              {changes.length === 1 ? '' : 's'} changed.
              {first === undefined ? (
                ''
              ) : (
                <>
                  {' '}
                  First change:{' '}
                  <button type="button" className="link" onClick={() => setPart(first.id)}>
                    {first.name}
                  </button>
                  ; a cached prefix ends there.
                </>
              )}
            </p>
            <ul className="change-rows">
              {changes.slice(0, 500).map((change) => (
                <li key={change.id}>
                  <ChangeRow
                    change={change}
                    current={change.id === part}
                    method={now.method}
                    onPick={() => {
                      setPart(change.id === part ? null : change.id);
                      actions.select(change.id as NodeId);
                    }}
                  />
                </li>
              ))}
              {changes.length > 500 ? <li className="help">and {formatNumber(changes.length - 500)} more</li> : null}
            </ul>
          </>
        )}
      </div>
      {against === null || changes.length === 0 ? null : (
        <Diff
          before={focused?.beforeText ?? against.text}
          after={focused?.afterText ?? now.text}
          beforeLabel="Before"
          afterLabel="Now"
        />
      )}
    </div>
  );
}

const kinds = { changed: '±', added: '+', removed: '−' } as const;

function ChangeRow({
  change,
  current,
  method,
  onPick,
}: {
  readonly change: PartChange;
  readonly current: boolean;
  readonly method: Snapshot['method'];
  readonly onPick: () => void;
}) {
  return (
    <button type="button" className={`change-row change-${change.kind}`} aria-pressed={current} onClick={onPick}>
      <span className="change-kind" aria-label={change.kind}>
        {kinds[change.kind]}
      </span>
      <TierChip tier={change.tier === 'tool' ? null : (change.tier as Tier)} />
      <PathName name={change.name} />
      <span
        className="tokens"
        title={
          `before ${formatNumber(change.before)} ${change.beforeRange}, now ` +
          `${formatNumber(change.after)} ${change.afterRange}; ${describeMethod(method)}`
        }
      >
        {formatNumber(change.before)} → {formatNumber(change.after)} {marks[method]}
      </span>
      <span className="tokens">{formatChange(change.after - change.before)}</span>
    </button>
  );
}
