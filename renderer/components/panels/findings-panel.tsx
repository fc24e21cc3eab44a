import { visible } from '../../../shared/document/invisible';
import type { Inspection, LocatedFinding } from '../../../shared/ipc/inspection';
import { useApp } from '../../context';
import { VirtualList } from '../basics/virtual-list';

const order = { error: 0, warning: 1, info: 2 } as const;
const signs = { error: '✕', warning: '!', info: 'i' } as const;

/** The same list that the command line prints. A click goes to the place. */
export function FindingsPanel({ inspection }: { readonly inspection: Inspection }) {
  const { actions } = useApp();
  const findings = inspection.findings.toSorted((a, b) => order[a.severity] - order[b.severity]);
  if (findings.length === 0)
    return <p className="empty-note">Nothing to report: every file was read and every rule holds.</p>;
  const hasNotes = findings.some(({ note }) => note !== undefined);
  const go = (finding: LocatedFinding): void => {
    if (finding.node !== undefined) actions.select(finding.node);
    if (finding.place !== undefined) void actions.goTo(finding.place.source, finding.place.span, true);
  };
  return (
    <VirtualList
      key={String(hasNotes)}
      items={findings.map((finding, index) => ({ finding, index }))}
      rowHeight={hasNotes ? 44 : 26}
      keyOf={({ index }) => String(index)}
      role="list"
      aria-label="Findings"
    >
      {({ finding }) => (
        <div role="listitem" className="finding-item">
          <button
            type="button"
            className={`finding finding-${finding.severity}`}
            onClick={() => go(finding)}
            title={finding.note ?? finding.message}
          >
            <span className="sign" aria-label={finding.severity}>
              {signs[finding.severity]}
            </span>
            <span className="finding-text">
              <span className="finding-message">{visible(finding.message)}</span>
              {finding.note === undefined ? null : <span className="finding-note">{finding.note}</span>}
            </span>
            <span className="rule">{finding.ruleId}</span>
            <span className="place">{visible(placeOf(finding))}</span>
          </button>
        </div>
      )}
    </VirtualList>
  );
}

function placeOf(finding: LocatedFinding): string {
  if (finding.place === undefined) return finding.node ?? '';
  return `${finding.place.source}${finding.at === undefined ? '' : `:${finding.at.line}:${finding.at.column}`}`;
}
