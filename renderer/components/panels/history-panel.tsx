import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../context';
import { causeText } from '../../model/cause-text';
import { formatChange, formatNumber, marks } from '../../model/counts';
import { historyAnswer } from '../../model/panels/build-answers';
import { isPinned, pinBuild } from '../../pin';
import { DataTable, type Column } from '../table/data-table';
import { PanelAnswer } from './panel-answer';
import { historyPanelWords as words } from '../../words/panels/build';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** What was built, when and why. Any build can be compared with the current one, or pinned. */
export function HistoryPanel() {
  const app = useApp();
  const { history, view, actions } = app;
  const { builds, dropped, baseline } = useStore(history.store);
  const rows = useMemo(
    () =>
      builds

        .map((build, index) => {
          const before = builds[index - 1];
          return { build, change: before === undefined ? null : build.tokens - before.tokens };
        })
        .toReversed(),
    [builds],
  );
  type Row = (typeof rows)[number];
  const columns = useMemo((): readonly Column<Row>[] => {
    const compare = ({ build }: Row): void => {
      view.compareWith(`build:${build.revision}`);
      view.showPanel('changes');
    };
    return [
      {
        id: 'revision',
        title: words.revision,
        isNumber: true,
        width: '7em',
        text: ({ build }) => String(build.revision),
        value: ({ build }) => build.revision,
      },
      {
        id: 'time',
        title: words.time,
        width: '8em',
        text: ({ build }) => clock.format(build.at),
        value: ({ build }) => build.at,
        cell: ({ build }) => <time>{clock.format(build.at)}</time>,
      },
      { id: 'cause', title: words.why, isWide: true, text: ({ build }) => causeText(build.cause) },
      {
        id: 'tokens',
        title: words.tokens,
        isNumber: true,
        width: '9em',
        text: ({ build }) => `${formatNumber(build.tokens)} ${marks[build.method]}`,
        value: ({ build }) => build.tokens,
      },
      {
        id: 'change',
        title: words.change,
        help: words.changeHint,
        isNumber: true,
        width: '8em',
        text: ({ change }) => (change === null ? '–' : formatChange(change)),
        value: ({ change }) => change,
      },
      {
        id: 'actions',
        title: words.actions,
        hidesTitle: true,
        width: '13em',
        text: ({ build }) => (isPinned(build, baseline) ? 'pinned' : ''),
        cell: (row) => (
          <>
            <button
              type="button"
              className="quiet"
              disabled={row === rows[0]}
              title={row === rows[0] ? words.onScreenHint : words.compareHint}
              onClick={() => compare(row)}
            >
              {words.compare}
            </button>
            <button
              type="button"
              className="quiet"
              title={words.pinHint}
              onClick={() => void pinBuild(app, row.build).catch(actions.report)}
            >
              {isPinned(row.build, baseline) ? words.pinned : words.pin}
            </button>
          </>
        ),
      },
    ];
  }, [app, actions, view, rows, baseline]);
  return (
    <>
      <PanelAnswer answer={historyAnswer(builds, dropped)} />
      <DataTable
        label={words.builds}
        columns={columns}
        rows={rows}
        keyOf={({ build }) => String(build.revision)}
        rowClass={() => 'history-row'}
      />
    </>
  );
}
