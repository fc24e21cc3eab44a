import { useEffect, useMemo, useState } from 'react';
import type { LoadMap, LoadMapCell } from '../../../shared/ipc/agents';
import type { Bridge } from '../../../shared/ipc/contract';
import { visible } from '../../../shared/basics/invisible';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { cellText, statusWord } from '../../model/load-map';
import { loadMapAnswer } from '../../model/panels/request-answers';
import { DataTable, type Column } from '../table/data-table';
import { PanelAnswer } from './panel-answer';
import type { Shown } from '../../stores/inspection';
import { LearnedNotes } from '../agents/learned-notes';
import { loadMapPanelWords as words } from '../../words/panels/build';

interface Chosen {
  readonly path: string;
  readonly agent: string;
}

/** Each instruction file × each agent. A click on a cell says why; a click on a file opens it. */
export function LoadMapPanel({ shown, bridge }: { readonly shown: Shown; readonly bridge: Bridge }) {
  const { actions } = useApp();
  const [map, setMap] = useState<LoadMap | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { revision } = shown.inspection;
  useEffect(() => {
    let isCurrent = true;
    call(bridge, 'agents:map').then((next) => {
      if (isCurrent) setMap(next);
    }, actions.report);
    return () => {
      isCurrent = false;
    };
  }, [bridge, actions, revision]);
  const columns = useMemo(() => (map === null ? [] : columnsOf(map, chosen, setChosen)), [map, chosen]);
  if (map === null) return <p className="empty-note">{words.reading}</p>;
  if (map.files.length === 0) return <PanelAnswer answer={loadMapAnswer(map)} />;
  const cell = map.files.find(({ path }) => path === chosen?.path)?.cells.find(({ agent }) => agent === chosen?.agent);
  return (
    <div className="load-map">
      <PanelAnswer answer={loadMapAnswer(map)} />
      <LearnedNotes inspection={shown.inspection} bridge={bridge} />
      <div role="status">
        {chosen === null || cell === undefined ? null : (
          <p className="load-map-why">{visible(`${titleOf(map, chosen.agent)}, ${chosen.path}: ${cellText(cell)}`)}</p>
        )}
      </div>
      <DataTable
        label={words.table}
        columns={columns}
        rows={map.files}
        keyOf={({ path }) => path}
        onOpen={({ path }) => void actions.openSource(path)}
        nameOf={({ path }) => visible(path)}
        tools={<span className="help">{cell === undefined ? words.chooseCell : ''}</span>}
        menu={({ path }) => [{ title: words.copyPath, run: () => void actions.copyText(path, words.thePath) }]}
      />
    </div>
  );
}

type File = LoadMap['files'][number];

function columnsOf(map: LoadMap, chosen: Chosen | null, onChoose: (chosen: Chosen) => void): readonly Column<File>[] {
  return [
    { id: 'file', title: words.file, width: '20em', text: ({ path }) => visible(path) },
    {
      id: 'bytes',
      title: words.bytes,
      isNumber: true,
      width: '7em',
      text: ({ bytes }) => (bytes === null ? '–' : formatNumber(bytes)),
      hint: ({ bytes }) => (bytes === null ? words.notRead : undefined),
      value: ({ bytes }) => bytes,
    },
    ...map.agents.map(({ agent, title, version }): Column<File> => {
      const of = ({ cells }: File): LoadMapCell | undefined => cells.find((each) => each.agent === agent);
      return {
        id: agent,
        title,
        help: version === null ? words.byItsDocumentation : words.measuredWithVersion(version),
        text: (file) => {
          const cell = of(file);
          return cell === undefined ? '' : statusWord(cell);
        },
        cell: (file) => {
          const cell = of(file);
          return cell === undefined ? null : (
            <LoadCell
              cell={cell}
              isChosen={chosen?.path === file.path && chosen.agent === agent}
              onChoose={() => onChoose({ path: file.path, agent })}
            />
          );
        },
      };
    }),
  ];
}

function titleOf({ agents }: LoadMap, agent: string): string {
  return agents.find((each) => each.agent === agent)?.title ?? agent;
}

interface CellProps {
  readonly cell: LoadMapCell;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function LoadCell({ cell, isChosen, onChoose }: CellProps) {
  return (
    <button
      type="button"
      className={`load load-${cell.status}`}
      aria-pressed={isChosen}
      title={visible(cellText(cell))}
      onClick={onChoose}
    >
      {statusWord(cell)}
    </button>
  );
}
