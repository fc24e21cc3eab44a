import { useMemo } from 'react';
import type { NodeId, PromptDocument } from '../../../shared/document/types';
import { visit } from '../../../shared/document/walk';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp, useView } from '../../context';
import { formatNumber } from '../../model/counts';
import { tiersAnswer } from '../../model/panels/build-answers';
import { tierSums, type TierItem } from '../../model/sections/tier-items';
import { TierChip } from '../basics/count';
import { PanelAnswer } from '../panels/panel-answer';
import { DataTable } from '../table/data-table';
import { byDesign, tierColumns, type TierRow } from './tier-columns';
import { TurnFiles } from './turn-files';
import { TurnMoves } from './turn-moves';
import { tiersPanelWords as words } from '../../words/panels/tiers';

type Panel = NonNullable<Inspection['panels']['tiers']>;

/** Which item is in which tier and why, how far it is from the next tier, and what a turn moves. */
export function TiersPanel({ panel, inspection }: { readonly panel: Panel; readonly inspection: Inspection }) {
  const { actions } = useApp();
  const selected = useView((state) => state.selected);
  const rows = useMemo(() => rowsOf(panel), [panel]);
  const columns = useMemo(() => tierColumns(inspection.analysis), [inspection.analysis]);
  const show = (item: TierItem): void => {
    // While a whole file is sent, its symbol block is not sent. Then the file is shown.
    const node = item.node ?? panel.items.find((other) => other.key === `file:${item.label}`)?.node;
    if (node === undefined) actions.say(words.notInRequest(item.label, item.why));
    else actions.showNode(node);
  };
  return (
    <>
      <PanelAnswer answer={tiersAnswer(panel)}>
        <TurnMoves panel={panel} inspection={inspection} />
        <TurnFiles inspection={inspection} />
      </PanelAnswer>
      <DataTable
        label={words.items}
        className="tier-table"
        columns={columns}
        rows={rows}
        keyOf={({ item }) => item.key}
        current={rows.find(({ item }) => item.node !== undefined && item.node === selected)?.item.key ?? null}
        order={{ column: 'tier', direction: 'ascending' }}
        rowClass={({ move }) => `tier-row${move === undefined ? '' : ' has-moved'}`}
        onOpen={({ item }) => show(item)}
        nameOf={({ item }) => `${item.label}, ${item.tier}`}
        tools={<TierSumsNote panel={panel} inspection={inspection} />}
        menu={({ item }) => [{ title: words.copyPath, run: () => void actions.copyText(item.label, words.thePath) }]}
      />
    </>
  );
}

function rowsOf({ items, moves }: Panel): readonly TierRow[] {
  const byKey = new Map(moves.map((move) => [move.key, move]));
  return items.map((item) => ({ item, move: byKey.get(item.key) }));
}

function leftOutOf(document: PromptDocument): ReadonlySet<NodeId> {
  const found = new Set<NodeId>();
  visit(document, (node) => node.type === 'omitted' && found.add(node.id));
  return found;
}

function TierSumsNote({
  panel,
  inspection: { document, analysis },
}: {
  readonly panel: Panel;
  readonly inspection: Inspection;
}) {
  const leftOut = useMemo(() => leftOutOf(document), [document]);
  return (
    <>
      {tierSums(panel.items, analysis, leftOut).map(({ tier, tokens, inPrompt, tracked }) => (
        <span
          key={tier}
          className="tier-sum"
          title={words.targetHint(formatNumber(tracked), formatNumber(panel.target), byDesign)}
        >
          <TierChip tier={tier} /> {formatNumber(tokens)} ≈
          {inPrompt === tokens ? null : ` ${words.inPrompt(formatNumber(inPrompt))}`}
        </span>
      ))}
      <span title={byDesign}>{words.target(formatNumber(panel.target))}</span>
    </>
  );
}
