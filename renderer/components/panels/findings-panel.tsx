import { useMemo, useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { Inspection, LocatedFinding } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { findingsAnswer } from '../../model/panels/build-answers';
import {
  findingColumns,
  findingGroups,
  placeOf,
  type FindingGroup,
  type Remedy,
} from '../../model/panels/finding-groups';
import { tableText } from '../../model/table/table';
import { ContextMenu, type MenuEntry, type MenuPlace } from '../basics/context-menu';
import { PanelAnswer } from './panel-answer';
import { findingsPanelWords as words } from '../../words/panels/build';

const signs = { error: '✕', warning: '!', info: 'i' } as const;
const severityNames = { error: words.error, warning: words.warning, info: words.note } as const;

/** With fewer there is nothing to filter. */
const fewest = 6;
/** Findings of one group that are shown at first. */
const mostShown = 20;

/** The same findings that the command line prints, by rule, with what to do and a way to do it. */
export function FindingsPanel({ inspection }: { readonly inspection: Inspection }) {
  const { actions } = useApp();
  const { findings } = inspection;
  const [filter, setFilter] = useState('');
  const groups = useMemo(() => findingGroups(findings, filter.trim()), [findings, filter]);
  if (findings.length === 0) return <PanelAnswer answer={findingsAnswer(findings)} />;
  const shown = groups.flatMap((group) => group.findings);
  return (
    <>
      <PanelAnswer answer={findingsAnswer(findings)}>
        {findings.length < fewest && filter === '' ? null : (
          <input
            className="filter"
            type="search"
            aria-label={words.filterFindings}
            placeholder={words.filter}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        )}
        <button
          type="button"
          className="quiet"
          onClick={() => void actions.copyText(tableText(findingColumns, shown), words.findings(shown.length))}
        >
          {words.copyTable}
        </button>
      </PanelAnswer>
      <div className="finding-groups">
        {groups.map((group) => (
          <Group key={group.key} group={group} />
        ))}
        {groups.length === 0 ? <p className="empty-note">{words.noFindingHas(filter.trim())}</p> : null}
      </div>
    </>
  );
}

const remedyTitles: Readonly<Record<Remedy, string>> = {
  trust: words.allowReading,
  settings: words.settings,
  silence: words.silenceThisRule,
};

function Group({ group: { rule, severity, findings, note, remedies } }: { readonly group: FindingGroup }) {
  const { actions, view } = useApp();
  const [showsAll, setShowsAll] = useState(false);
  const drawn = showsAll ? findings : findings.slice(0, mostShown);
  const doIt: Readonly<Record<Remedy, () => void>> = {
    trust: () => view.showDialog('trust'),
    settings: () => document.querySelector<HTMLElement>('[data-focus="settings"]')?.click(),
    silence: () => void actions.silence(rule),
  };
  return (
    <section className="finding-group" aria-label={`${severityNames[severity]}: ${rule}`}>
      <header className={`finding-head is-${severity}`}>
        <span className="sign" aria-label={severityNames[severity]}>
          {signs[severity]}
        </span>
        <code className="rule">{rule}</code>
        {findings.length === 1 ? null : <span className="help">{words.times(formatNumber(findings.length))}</span>}
        <span className="finding-note">{note === undefined ? '' : visible(note)}</span>
        {remedies.map((remedy) => (
          <button
            key={remedy}
            type="button"
            className="quiet outlined"
            title={remedy === 'silence' ? words.silenceHint(rule) : undefined}
            onClick={doIt[remedy]}
          >
            {remedyTitles[remedy]}
          </button>
        ))}
      </header>
      <ul className="finding-list">
        {drawn.map((finding, index) => (
          <li key={index}>
            <FindingRow finding={finding} showsNote={note === undefined} />
          </li>
        ))}
      </ul>
      {drawn.length < findings.length ? (
        <button type="button" className="link finding-more" onClick={() => setShowsAll(true)}>
          {words.showMore(formatNumber(findings.length - drawn.length))}
        </button>
      ) : null}
    </section>
  );
}

function FindingRow({ finding, showsNote }: { readonly finding: LocatedFinding; readonly showsNote: boolean }) {
  const { actions } = useApp();
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const { message, note, node, place, ruleId } = finding;
  const go = (): void => {
    if (node !== undefined) actions.select(node);
    if (place !== undefined) void actions.goTo(place.source, place.span, true);
  };
  const entries: readonly MenuEntry[] = [
    {
      title: words.goThere,
      disabled: node === undefined && place === undefined ? words.noPlace : '',
      run: go,
    },
    { title: words.copyMessage, starts: true, run: () => void actions.copyText(message, words.theMessage) },
    { title: words.copyRule, run: () => void actions.copyText(ruleId, words.theRule) },
  ];
  return (
    <>
      <button
        type="button"
        className={`finding finding-${finding.severity}`}
        onClick={go}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenu({ left: event.clientX, top: event.clientY });
        }}
      >
        <span className="finding-text">
          <span className="finding-message">{visible(message)}</span>
          {showsNote && note !== undefined ? <span className="finding-note">{visible(note)}</span> : null}
        </span>
        <span className="place">{visible(placeOf(finding))}</span>
      </button>
      {menu === null ? null : (
        <ContextMenu label={words.finding} place={menu} entries={entries} onClose={() => setMenu(null)} />
      )}
    </>
  );
}
