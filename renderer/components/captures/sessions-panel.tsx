import { useEffect } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { SessionInfo } from '../../../shared/ipc/captures';
import { useApp, useInspectionState } from '../../context';
import { formatNumber } from '../../model/counts';
import { sessionsAnswer } from '../../model/panels/request-answers';
import { PanelAnswer } from '../panels/panel-answer';
import { DataTable, type Column } from '../table/data-table';
import { AgentLogs } from './agent-logs';
import { CaptureStart } from './capture-start';
import { ExportNote } from './export-note';
import { SessionButtons } from './session-buttons';
import { SessionView } from './session-view';
import { useCaptures } from './use-captures';
import { sessionsPanelWords as words } from '../../words/panels/captures';

/** Captured sessions: start one, open one, and see its requests arrive. */
export function SessionsPanel() {
  const { captures } = useApp();
  const list = useCaptures((state) => state.list);
  const followed = useCaptures((state) => state.followed);
  const isOpening = useCaptures((state) => state.isOpening);
  const logs = useCaptures((state) => state.logs?.logs.length ?? 0);
  const workspace = useInspectionState((state) => state.shown?.inspection.workspace);
  // The folder that an agent would be started in is part of the list.
  useEffect(() => {
    void captures.load();
  }, [captures, workspace]);
  if (isOpening)
    return (
      <p className="panel-lead" role="status">
        {words.reading}
      </p>
    );
  if (followed !== null) return <SessionView followed={followed} />;
  return (
    <div className="sessions">
      {list === null ? null : <PanelAnswer answer={sessionsAnswer(list.sessions, list.older, logs)} />}
      <CaptureStart list={list} />
      <ExportNote />
      <SessionList sessions={list?.sessions ?? []} isLoaded={list !== null} />
      <AgentLogs />
    </div>
  );
}

function SessionList({
  sessions,
  isLoaded,
}: {
  readonly sessions: readonly SessionInfo[];
  readonly isLoaded: boolean;
}) {
  const { captures, actions } = useApp();
  if (!isLoaded || sessions.length === 0) return null;
  return (
    <DataTable
      label={words.sessions}
      columns={columns}
      rows={sessions}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void captures.follow(id)}
      menu={({ id }) => [
        { title: words.copyId, run: () => void actions.copyText(id, words.theId) },
        {
          title: words.copyAsCommandLine,
          run: () => void actions.copyText(`strata explain ${id}`, words.theCommandLine),
        },
        { title: words.export, starts: true, run: () => void captures.exportCopy(id) },
        { title: words.delete, run: () => void captures.remove(id) },
      ]}
    />
  );
}

const columns: readonly Column<SessionInfo>[] = [
  {
    id: 'started',
    title: words.started,
    width: '14em',
    text: ({ startedAt }) => new Date(startedAt).toLocaleString(),
    value: ({ startedAt }) => startedAt,
  },
  {
    id: 'state',
    title: words.state,
    width: '7em',
    text: ({ endedAt }) => (endedAt === null ? words.notEnded : words.ended),
    cell: ({ endedAt }) => (endedAt === null ? <span className="badge">{words.notEnded}</span> : words.ended),
  },
  { id: 'agent', title: words.agent, width: '10em', text: ({ agent }) => visible(agent ?? words.unknownAgent) },
  {
    id: 'requests',
    title: words.requests,
    isNumber: true,
    width: '7em',
    text: ({ exchanges }) => formatNumber(exchanges),
    value: ({ exchanges }) => exchanges,
  },
  { id: 'folder', title: words.folder, isWide: true, text: ({ folder }) => visible(folder ?? '') },
  { id: 'way', title: words.capturedBy, width: '9em', text: ({ wayIn }) => wayIn },
  {
    id: 'buttons',
    title: words.actions,
    hidesTitle: true,
    width: '12em',
    text: () => '',
    cell: (session) => <SessionButtons session={session} />,
  },
];
