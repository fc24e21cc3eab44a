import { useEffect, useState } from 'react';
import type { Bridge, PartSetName, Results } from '../../../shared/ipc/contract';
import { visible } from '../../../shared/basics/invisible';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { formatChange } from '../../model/counts';
import { Diff } from './diff';
import { SelectBox } from '../basics/select-box';
import { catalogCompareWords as words } from '../../words/panels/build';

type Comparison = Results['catalog:compare'];

const names = {
  shipped: words.shipped,
  used: words.used,
  folder: words.anotherFolder,
} as const;

/** Two sets of parts side by side: which were added, removed or changed, and by how much. */
export function CatalogCompare({ bridge, onDone }: { readonly bridge: Bridge; readonly onDone: () => void }) {
  const { actions } = useApp();
  const [before, setBefore] = useState<PartSetName>({ kind: 'shipped' });
  const [after, setAfter] = useState<PartSetName>({ kind: 'used' });
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => {
    call(bridge, 'catalog:compare', before, after).then(setComparison, actions.report);
  }, [bridge, actions, before, after]);
  const rows = comparison === null ? [] : rowsOf(comparison);
  const shown = comparison?.changed.find((part) => part.id === open) ?? comparison?.changed[0];
  return (
    <div className="changes">
      <div className="changes-list">
        <div className="changes-head">
          <button type="button" className="quiet" onClick={onDone}>
            {words.allParts}
          </button>
        </div>
        <div className="changes-head">
          <SetChoice label={words.from} bridge={bridge} value={before} onChange={setBefore} />
        </div>
        <div className="changes-head">
          <SetChoice label={words.to} bridge={bridge} value={after} onChange={setAfter} />
        </div>
        {comparison === null ? null : (
          <p className="changes-sum" title={words.ownEstimate}>
            {`${comparison.from} → ${comparison.to}: `}
            {words.addedRemoved(comparison.added.length, comparison.removed.length)}
            {words.changedTheSame(comparison.changed.length, comparison.unchanged)}
            {words.tokens(formatChange(comparison.tokens))}
          </p>
        )}
        {comparison === null || comparison.leftOut.length === 0 ? null : (
          <p className="changes-sum finding-warning">{words.leftOut(visible(comparison.leftOut.join('; ')))}</p>
        )}
        <ul className="change-rows">
          {rows.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                className={`change-row change-${row.kind}`}
                aria-pressed={row.id === shown?.id}
                onClick={() => setOpen(row.id)}
              >
                <span className="change-kind" aria-label={row.kind}>
                  {{ added: '+', removed: '−', changed: '±' }[row.kind]}
                </span>
                <span className="name">{row.name}</span>
                <span className="tokens" title={words.ownEstimate}>
                  {formatChange(row.tokens)} ≈
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {shown === undefined ? (
        <p className="empty-note">{words.noTextDiffers}</p>
      ) : (
        <Diff
          before={shown.before.text}
          after={shown.after.text}
          beforeLabel={words.before(shown.before.version)}
          afterLabel={words.after(shown.after.version)}
        />
      )}
    </div>
  );
}

function rowsOf({ changed, added, removed }: Comparison) {
  return [
    ...changed.map((part) => ({ ...part, kind: 'changed' as const })),
    ...added.map((part) => ({ ...part, kind: 'added' as const })),
    ...removed.map((part) => ({ ...part, kind: 'removed' as const })),
  ];
}

function SetChoice({
  label,
  bridge,
  value,
  onChange,
}: {
  readonly label: string;
  readonly bridge: Bridge;
  readonly value: PartSetName;
  readonly onChange: (name: PartSetName) => void;
}) {
  const { actions } = useApp();
  const chosen = value.kind === 'folder' ? `folder:${value.path}` : value.kind;
  const pick = (key: string): void => {
    if (key === 'shipped' || key === 'used') onChange({ kind: key });
    else if (key === 'folder')
      call(bridge, 'folder:choose', 'compare').then(
        (path) => path !== null && onChange({ kind: 'folder', path }),
        actions.report,
      );
  };
  const choices = [
    ...(value.kind === 'folder' ? [{ value: chosen, label: value.path }] : []),
    ...(['shipped', 'used', 'folder'] as const).map((kind) => ({ value: kind, label: names[kind] })),
  ];
  return <SelectBox label={label} value={chosen} choices={choices} onChange={pick} />;
}
