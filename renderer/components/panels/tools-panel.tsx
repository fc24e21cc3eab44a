import { useMemo, useState } from 'react';
import { lacksFrame } from '../../../shared/document/lacks-frame';
import { layOutJson } from '../../../shared/document/json-text';
import { useApp } from '../../context';
import { percentOf, share } from '../../model/counts';
import { toolsAnswer } from '../../model/panels/build-answers';
import type { Shown } from '../../stores/inspection';
import { Count, TierChip } from '../basics/count';
import { DataTable, type Column } from '../table/data-table';
import { PanelAnswer } from './panel-answer';
import { toolsPanelWords as words } from '../../words/panels/build';

/** Tools come first in a request. Each is shown with its cost. */
export function ToolsPanel({ shown }: { readonly shown: Shown }) {
  const { actions } = useApp();
  const { tools } = shown.inspection.document;
  const { analysis } = shown.inspection;
  const [open, setOpen] = useState<string | null>(null);
  const rows = useMemo(() => rowsOf(shown), [shown]);
  const tool = tools.find((each) => each.id === open) ?? tools[0];
  return (
    <>
      <PanelAnswer answer={toolsAnswer(tools, analysis, lacksFrame(shown.inspection.document))} />
      {tool === undefined ? null : (
        <div className="tools">
          <DataTable
            label={words.tools}
            columns={columns}
            rows={rows}
            keyOf={({ tool: { id } }) => id}
            current={tool.id}
            rowClass={() => 'tool-row'}
            onOpen={({ tool: { id } }) => {
              setOpen(id);
              actions.select(id);
            }}
            menu={({ tool: { id } }) => [{ title: words.copyText, run: () => void actions.copyNode(id) }]}
          />
          <article className="tool-detail" aria-label={tool.name} tabIndex={0}>
            <h3>{tool.name}</h3>
            <p>{tool.description.map((leaf) => leaf.value).join('')}</p>
            <pre>{layOutJson(tool.inputSchema)}</pre>
          </article>
        </div>
      )}
    </>
  );
}

type Row = ReturnType<typeof rowsOf>[number];

function rowsOf({ inspection: { document, analysis } }: Shown) {
  const largest = Math.max(1, ...document.tools.map(({ id }) => analysis.tokens[id]?.tokens ?? 0));
  return document.tools.map((tool) => ({
    tool,
    count: analysis.tokens[tool.id],
    largest,
    total: analysis.total.tokens,
  }));
}

const columns: readonly Column<Row>[] = [
  { id: 'name', title: words.tool, width: '16em', isWide: true, text: ({ tool }) => tool.name },
  {
    id: 'tier',
    title: words.tier,
    width: '5em',
    text: ({ tool }) => tool.tier,
    cell: ({ tool }) => <TierChip tier={tool.tier} />,
  },
  {
    id: 'tokens',
    title: words.tokens,
    isNumber: true,
    width: '13em',
    text: ({ count }) => String(count?.tokens ?? ''),
    value: ({ count }) => count?.tokens ?? null,
    cell: ({ count, largest }) =>
      count === undefined ? (
        ''
      ) : (
        <>
          <Count count={count} />{' '}
          <span className="bar" aria-hidden="true">
            <i style={{ width: `${share(count.tokens, largest) * 100}%` }} />
          </span>
        </>
      ),
  },
  {
    id: 'share',
    title: words.share,
    help: words.shareHint,
    isNumber: true,
    width: '6em',
    text: ({ count, total }) => percentOf(count?.tokens ?? 0, total),
    value: ({ count, total }) => share(count?.tokens ?? 0, total),
  },
];
