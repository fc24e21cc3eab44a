import { useState } from 'react';
import { layOutJson } from '../../../shared/document/json-text';
import { share } from '../../model/counts';
import type { Shown } from '../../stores/inspection';
import { Count, TierChip } from '../basics/count';
import { VirtualList } from '../basics/virtual-list';

/** Tools come first in a request. Each is shown with its cost. */
export function ToolsPanel({ shown }: { readonly shown: Shown }) {
  const { tools } = shown.inspection.document;
  const { analysis } = shown.inspection;
  const [open, setOpen] = useState<string | null>(null);
  const tool = tools.find((each) => each.id === open) ?? tools[0];
  if (tools.length === 0) return <p className="empty-note">This request has no tools.</p>;
  const largest = Math.max(1, ...tools.map((each) => analysis.tokens[each.id]?.tokens ?? 0));
  return (
    <div className="tools">
      <VirtualList
        items={tools}
        rowHeight={26}
        keyOf={(each) => each.id}
        role="list"
        aria-label="Tools"
        className="tools-list"
      >
        {(each) => {
          const count = analysis.tokens[each.id];
          return (
            <div role="listitem">
              <button
                type="button"
                className="grid-row tool-row"
                aria-pressed={each.id === tool?.id}
                onClick={() => setOpen(each.id)}
              >
                <TierChip tier={each.tier} />
                <span className="name">{each.name}</span>
                <span className="bar" aria-hidden="true">
                  <i style={{ width: `${share(count?.tokens ?? 0, largest) * 100}%` }} />
                </span>
                <span className="tokens">{count === undefined ? '' : <Count count={count} />}</span>
              </button>
            </div>
          );
        }}
      </VirtualList>
      {tool === undefined ? null : (
        <article className="tool-detail" aria-label={tool.name} tabIndex={0}>
          <h3>{tool.name}</h3>
          <p>{tool.description.map((leaf) => leaf.value).join('')}</p>
          <pre>{layOutJson(tool.inputSchema)}</pre>
        </article>
      )}
    </div>
  );
}
