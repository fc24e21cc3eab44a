import { useMemo } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { Matrix, MatrixRow } from '../../../shared/ipc/matrix';
import { useApp } from '../../context';
import { commandLine } from '../../model/command-line';
import { formatNumber, share } from '../../model/counts';
import {
  findingsWeight,
  isShown,
  numbered,
  repeatedHashes,
  valueLabel,
  variantLabel,
  type AxisChoice,
  type NumberedRow,
} from '../../model/compare/matrix';
import { Count } from '../basics/count';
import { DataTable, type Column } from '../table/data-table';
import { matrixTableWords as words } from '../../words/panels/compare';

interface Props {
  readonly matrix: Matrix;
  readonly axes: readonly AxisChoice[];
  readonly inspection: Inspection;
  readonly picked: readonly number[];
  readonly onPick: (index: number) => void;
  readonly onOpen: (row: MatrixRow) => void;
}

/** One row per variant; the one on screen is marked. */
export function MatrixTable({ matrix, axes, inspection, picked, onPick, onOpen }: Props) {
  const { actions } = useApp();
  const rows = useMemo(() => numbered(matrix.rows), [matrix]);
  const columns = useMemo(
    () => [
      pickColumn(matrix, axes, picked, onPick),
      ...axisColumns(matrix, axes),
      shownColumn(matrix, inspection),
      ...figures(matrix, axes),
    ],
    [matrix, axes, inspection, picked, onPick],
  );
  const current = rows.find((row) => isShown(inspection, matrix, row));
  return (
    <DataTable
      label={words.variants}
      className="matrix-table"
      columns={columns}
      rows={rows}
      keyOf={({ index }) => String(index)}
      current={current === undefined ? null : String(current.index)}
      rowClass={({ usable }) => (usable ? '' : 'is-broken')}
      onOpen={onOpen}
      nameOf={(row) => words.openVariant(variantLabel(matrix, axes, row))}
      tools={
        <span className="help">
          {picked.length === 1 ? words.tickSecond : current === undefined ? words.onScreenIsNewer : ''}
        </span>
      }
      menu={({ settings }) => [
        {
          title: words.copyAsCommandLine,
          run: () => {
            const set = Object.entries(settings).flatMap(([name, value]) => [
              '--set',
              `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
            ]);
            const others = inspection.controls.filter(({ name }) => !(name in settings));
            void actions.copyText(
              commandLine('inspect', { ...inspection, controls: others }, ...set),
              words.theCommandLine,
            );
          },
        },
      ]}
    />
  );
}

function pickColumn(
  matrix: Matrix,
  axes: readonly AxisChoice[],
  picked: readonly number[],
  onPick: (index: number) => void,
): Column<NumberedRow> {
  return {
    id: 'compare',
    title: words.compare,
    hidesTitle: true,
    width: '2.5em',
    text: () => '',
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={words.compareVariant(variantLabel(matrix, axes, row))}
        checked={picked.includes(row.index)}
        onChange={() => onPick(row.index)}
      />
    ),
  };
}

/** About what the column of a setting takes, in pixels: with more of them less of the figures fits. */
function axisWidth(title: string): number {
  return Math.max(130, title.length * 8);
}

function axisTitle(axes: readonly AxisChoice[], name: string): string {
  return axes.find((axis) => axis.name === name)?.label ?? name;
}

function axisColumns(matrix: Matrix, axes: readonly AxisChoice[]): readonly Column<NumberedRow>[] {
  return matrix.axes.map(({ name }) => ({
    id: `axis ${name}`,
    title: axisTitle(axes, name),
    width: '12em',
    text: ({ settings }) => visible(valueLabel(axes, name, settings[name] ?? null)),
  }));
}

/** Says in words which variant is on screen, because a background colour is neither read aloud nor copied. */
function shownColumn(matrix: Matrix, inspection: Inspection): Column<NumberedRow> {
  return {
    id: 'shown',
    title: words.onScreenTitle,
    hidesTitle: true,
    width: '7em',
    className: 'help',
    text: (row) => (isShown(inspection, matrix, row) ? words.onScreen : ''),
  };
}

function figures(matrix: Matrix, axes: readonly AxisChoice[]): readonly Column<NumberedRow>[] {
  const forAxes = matrix.axes.reduce((sum, { name }) => sum + axisWidth(axisTitle(axes, name)), 0);
  const repeated = repeatedHashes(matrix.rows);
  const most = matrix.rows.reduce((largest, { tokens }) => Math.max(largest, tokens.tokens), 0);
  return [
    {
      id: 'tokens',
      title: words.tokens,
      isNumber: true,
      width: '13em',
      text: ({ tokens }) => String(tokens.tokens),
      value: ({ tokens }) => tokens.tokens,
      cell: ({ tokens }) => (
        <>
          <Count count={tokens} />{' '}
          <span className="bar" aria-hidden="true">
            <i style={{ width: `${share(tokens.tokens, most) * 100}%` }} />
          </span>
        </>
      ),
    },
    {
      id: 'findings',
      title: words.findings,
      help: words.findingsHint,
      isNumber: true,
      width: '9em',
      text: ({ findings: { error, warning, info } }) => `${error} / ${warning} / ${info}`,
      value: findingsWeight,
      cell: ({ findings, usable }) => <Findings findings={findings} usable={usable} />,
    },
    {
      id: 'shared',
      from: forAxes + 420,
      title: words.sharedStart,
      help: words.sharedStartHint,
      isNumber: true,
      width: '9em',
      text: ({ shared }) => formatNumber(shared),
      value: ({ shared }) => shared,
    },
    {
      id: 'hash',
      from: forAxes + 540,
      title: words.hash,
      help: words.hashHint,
      width: '11em',
      text: ({ hash }) => hash.slice(0, 8),
      cell: ({ hash }) => (
        <>
          <code>{hash.slice(0, 8)}</code>
          {repeated.has(hash) ? (
            <span className="help" title={words.repeatedHint}>
              {' '}
              {words.repeated}
            </span>
          ) : null}
        </>
      ),
    },
  ];
}

const kinds = [
  ['error', '✕', words.errors],
  ['warning', '!', words.warnings],
  ['info', 'i', words.notes],
] as const;

function Findings({ findings, usable }: Pick<MatrixRow, 'findings' | 'usable'>) {
  if (kinds.every(([kind]) => findings[kind] === 0))
    return <span className="help">{usable ? '–' : words.noPrompt}</span>;
  return kinds.map(([kind, sign, counted]) =>
    findings[kind] === 0 ? null : (
      <span
        key={kind}
        className={`finding-${kind}`}
        role="img"
        aria-label={counted(findings[kind])}
        title={counted(findings[kind])}
      >
        <span className="sign">{sign}</span> {findings[kind]}{' '}
      </span>
    ),
  );
}
