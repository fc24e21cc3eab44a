import { visible } from '../../../shared/basics/invisible';
import type { AgentLog } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { logsText, sizeText } from '../../model/captures/logs';
import { DataTable, type Column } from '../table/data-table';
import { useCaptures } from './use-captures';

/** The sessions that agents keep of the folder themselves. */
export function AgentLogs() {
  const { captures, actions } = useApp();
  const found = useCaptures((state) => state.logs);
  if (found === null || (found.logs.length === 0 && !found.canAskOpenCode)) return null;
  return (
    <section className="agent-logs" aria-label="Sessions of this folder">
      <div className="agent-logs-head">
        <h3>Sessions of this folder, kept by the agents</h3>
        <span className="help">{visible(logsText(found))}</span>
        {found.canAskOpenCode ? (
          <button
            type="button"
            className="quiet outlined"
            title="Runs “opencode session list”, without plugins and without the folder’s configuration"
            onClick={() => void captures.askOpenCode()}
          >
            Ask opencode for its own
          </button>
        ) : null}
      </div>
      {found.logs.length === 0 ? null : (
        <DataTable
          label="Sessions of this folder"
          columns={columns}
          rows={found.logs}
          keyOf={({ agent, id }) => `${agent} ${id}`}
          nameOf={({ title, id }) => `${title} ${id}`}
          onOpen={(log) => void captures.openLog(log)}
          menu={({ id, path }) => [
            { title: 'Copy id', run: () => void actions.copyText(id, 'the id') },
            ...(path === null ? [] : [{ title: 'Copy path', run: () => void actions.copyText(path, 'the path') }]),
            {
              title: 'Copy as command line',
              run: () => void actions.copyText(`strata sequence ${id}`, 'the command line'),
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
    title: 'Written',
    width: '14em',
    text: ({ writtenAt }) => new Date(writtenAt).toLocaleString(),
    value: ({ writtenAt }) => writtenAt,
  },
  { id: 'agent', title: 'Agent', width: '10em', text: ({ title }) => title },
  {
    id: 'size',
    title: 'Size',
    isNumber: true,
    width: '7em',
    text: ({ bytes }) => (bytes === null ? '' : sizeText(bytes)),
    value: ({ bytes }) => bytes,
  },
  { id: 'id', title: 'Session', width: '22em', text: ({ id }) => visible(id) },
  {
    id: 'log',
    title: 'Log',
    isWide: true,
    text: ({ path }) => (path === null ? 'printed by opencode export' : visible(path)),
  },
];
