import { useEffect, useMemo, useState } from 'react';
import type { Args, Bridge } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { Snapshot } from '../../../shared/ipc/written/snapshot';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { compareSnapshots, firstChange } from '../../model/compare/compare';
import { formatChange, formatNumber, marks } from '../../model/counts';
import { snapshotOf } from '../../model/compare/snapshot';
import { Diff } from '../panels/diff';
import { requestPairWords as words } from '../../words/panels/requests';

export interface Side {
  readonly label: string;
  readonly settings: Readonly<Record<string, Inspection['settings'][string]>>;
}

interface Props {
  readonly bridge: Bridge;
  readonly before: Side;
  readonly after: Side;
  /** What the two were chosen from. When it changes, both sides are rebuilt. */
  readonly from: unknown;
  readonly onClose: () => void;
}

type Wanted = NonNullable<Args<'inspection:peek'>[0]['settings']>;

const signs = { changed: '±', added: '+', removed: '−' } as const;

/** Two builds of the open folder side by side. The prompt on screen may be a third one. */
export function RequestPair({ bridge, before, after, from, onClose }: Props) {
  const { actions } = useApp();
  const [built, setBuilt] = useState<{
    readonly key: string;
    readonly from: unknown;
    readonly before: Snapshot;
    readonly after: Snapshot;
  } | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [part, setPart] = useState<string | null>(null);
  const key = JSON.stringify([before.settings, after.settings]);
  useEffect(() => {
    let wanted = true;
    setFailed(false);
    const build = async (settings: Wanted | undefined): Promise<Snapshot> =>
      snapshotOf(await call(bridge, 'inspection:peek', { settings: settings ?? {} }), 0);
    const [was, now]: readonly Wanted[] = JSON.parse(key);
    Promise.all([build(was), build(now)]).then(
      ([first, second]) => {
        if (wanted) setBuilt({ key, from, before: first, after: second });
      },
      (problem: unknown) => {
        if (wanted) setFailed(true);
        actions.report(problem);
      },
    );
    return () => {
      wanted = false;
    };
  }, [bridge, actions, key, from]);
  const changes = useMemo(() => (built === null ? [] : compareSnapshots(built.before, built.after)), [built]);
  const first = useMemo(() => (built === null ? undefined : firstChange(built.before, built.after)), [built]);
  const change = built === null ? '' : formatChange(built.after.tokens - built.before.tokens);
  const focused = changes.find((change) => change.id === part);
  return (
    <section className="pair" aria-label={words.comparison}>
      <header className="pair-head">
        <span className="pair-names">
          <b>{before.label}</b> → <b>{after.label}</b>
        </span>
        <button type="button" className="quiet" aria-label={words.close} onClick={onClose}>
          ×
        </button>
      </header>
      {built === null || built.key !== key || built.from !== from ? (
        <p className="empty-note" role="status">
          {isFailed ? words.notBuilt : words.buildingBoth}
        </p>
      ) : first === undefined ? (
        <p className="empty-note">{words.same}</p>
      ) : (
        <>
          <p className="pair-sum">
            {words.firstDifference(change, marks[built.after.method])} <b>{first.name}</b>
            {words.sameBefore}
          </p>
          <ul className="pair-parts" aria-label={words.sectionsThatDiffer}>
            {changes.slice(0, 200).map((change) => (
              <li key={change.id}>
                <button
                  type="button"
                  className={`pair-part change-${change.kind}`}
                  aria-pressed={change.id === part}
                  title={`${formatNumber(change.before)} → ${formatNumber(change.after)} ${marks[built.after.method]}`}
                  onClick={() => setPart(change.id === part ? null : change.id)}
                >
                  <span className="change-kind" aria-label={change.kind}>
                    {signs[change.kind]}
                  </span>{' '}
                  {change.name} {formatChange(change.after - change.before)}
                </button>
              </li>
            ))}
            {changes.length > 200 ? (
              <li className="help">{words.andMore(formatNumber(changes.length - 200))}</li>
            ) : null}
          </ul>
          <Diff
            before={focused?.beforeText ?? built.before.text}
            after={focused?.afterText ?? built.after.text}
            beforeLabel={before.label}
            afterLabel={after.label}
          />
        </>
      )}
    </section>
  );
}
