import { visible } from '../../../shared/basics/invisible';
import type { AgentLog } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { logsText, sizeText } from '../../model/captures/logs';
import { DataTable, type Column } from '../table/data-table';
import { useCaptures } from './use-captures';
import { agentLogsWords as words } from '../../words/panels/captures';

/** The sessions that agents themselves keep about this folder. */
export function AgentLogs() {
  const { captures, actions } = useApp();
  const found = useCaptures((state) => state.logs);
  if (found === null || (found.logs.length === 0 && !found.canAskOpenCode)) return null;
  return (
    <section className="agent-logs" aria-label={words.label}>
      <div className="agent-logs-head">
        <h3>{words.title}</h3>
        <span className="help">{visible(logsText(found))}</span>
        {found.canAskOpenCode ? (
          <button
            type="button"
            className="quiet outlined"
            title={words.askOpenCodeHint}
            onClick={() => void captures.askOpenCode()}
          >
            {words.askOpenCode}
          </button>
        ) : null}
      </div>
      {found.logs.length === 0 ? null : (
        <DataTable
          label={words.label}
          columns={columns}
          rows={found.logs}
          keyOf={({ agent, id }) => `${agent} ${id}`}
          nameOf={({ title, id }) => `${title} ${id}`}
          onOpen={(log) => void captures.openLog(log)}
          menu={({ id, path }) => [
            { title: words.copyId, run: () => void actions.copyText(id, words.theId) },
            ...(path === null
              ? []
              : [{ title: words.copyPath, run: () => void actions.copyText(path, words.thePath) }]),
            {
              title: words.copyAsCommandLine,
              run: () => void actions.copyText(`strata sequence ${id}`, words.theCommandLine),
            },
          ]}
        />
      )}
    </section>
  );
}

const columns: readonly Column<AgentLog>[] = [
  {
    id: 'written',
    title: words.written,
    width: '14em',
    text: ({ writtenAt }) => new Date(writtenAt).toLocaleString(),
    value: ({ writtenAt }) => writtenAt,
  },
  { id: 'agent', title: words.agent, width: '10em', text: ({ title }) => title },
  {
    id: 'size',
    title: words.size,
    isNumber: true,
    width: '7em',
    text: ({ bytes }) => (bytes === null ? '' : sizeText(bytes)),
    value: ({ bytes }) => bytes,
  },
  { id: 'id', title: words.session, width: '22em', text: ({ id }) => visible(id) },
  {
    id: 'log',
    title: words.log,
    isWide: true,
    text: ({ path }) => (path === null ? words.printedByOpenCode : visible(path)),
  },
];
