import { useState } from 'react';
import { Checkbox } from 'react-aria-components';
import { visible } from '../../../shared/basics/invisible';
import type { PromptDocument } from '../../../shared/document/types';
import { findNode, leaves } from '../../../shared/document/walk';
import { useApp } from '../../context';
import { describeOrigin } from '../../model/describe';
import {
  countSent,
  fileName,
  placeText,
  sentKinds,
  sentNames,
  sentSigns,
  type SentRow,
} from '../../model/compare/sent';
import { sentAnswer } from '../../model/panels/request-answers';
import { PanelAnswer } from '../panels/panel-answer';
import { Diff } from '../panels/diff';
import { useRequests } from './use-requests';
import { SelectBox } from '../basics/select-box';
import { DataTable, type Column } from '../table/data-table';
import { sentPanelWords as words } from '../../words/panels/requests';

/** A sent request beside this build, by section, with the source line that made each text or would have made it. */
export function SentPanel({ document }: { readonly document: PromptDocument }) {
  const { requests, actions } = useApp();
  const sent = useRequests((state) => state.sent);
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const [open, setOpen] = useState<number | null>(null);
  if (sent === null) return <SentWays />;
  /** Where a text comes from that has no file. */
  const originOf = (row: SentRow): string => {
    const node = row.builtNode === undefined ? undefined : findNode(document, row.builtNode);
    const made =
      node === undefined || node.type === 'image' || node.type === 'omitted'
        ? undefined
        : leaves(node).find(({ origin }) => origin.kind !== 'frame');
    return made === undefined ? '' : visible(describeOrigin(made.origin));
  };
  const columns: readonly Column<{ readonly row: SentRow; readonly index: number }>[] = [
    {
      id: 'kind',
      title: words.state,
      width: '8em',
      text: ({ row }) => `${sentSigns[row.kind]} ${sentNames[row.kind]}`,
      cell: ({ row }) => (
        <>
          <span className="change-kind" aria-hidden="true">
            {sentSigns[row.kind]}
          </span>{' '}
          {sentNames[row.kind]}
        </>
      ),
    },
    {
      id: 'name',
      title: words.section,
      isWide: true,
      text: ({ row }) => visible(row.note === undefined ? row.name : `${row.name} ${row.note}`),
      hint: ({ row }) => row.note,
    },
    {
      id: 'place',
      title: words.madeBy,
      width: '16em',
      text: ({ row }) => (row.place === undefined ? originOf(row) : visible(placeText(row))),
      cell: ({ row }) =>
        row.place === undefined ? (
          <span className="sent-origin">{originOf(row)}</span>
        ) : (
          <span className="place">{visible(placeText(row))}</span>
        ),
    },
  ];
  const counts = countSent(sent.rows);
  const rows = sent.rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => !onlyDifferences || row.kind !== 'same');
  const firstDifference = sent.rows.findIndex(({ kind }) => kind !== 'same');
  const shown = sent.rows[open ?? firstDifference] ?? sent.rows[0];
  const go = (row: SentRow, index: number): void => {
    setOpen(index);
    if (row.builtNode !== undefined) actions.select(row.builtNode);
    if (row.place !== undefined) void actions.goTo(row.place.source, row.place.span, false);
  };
  return (
    <>
      <PanelAnswer answer={sentAnswer(counts)} />
      <div className="changes">
        <div className="changes-list sent-list">
          <div className="panel-lead">
            <span className="sent-file" title={sent.path}>
              {visible(fileName(sent.path))}
            </span>
            {sent.requests.length > 1 ? (
              <SelectBox
                label={words.request}
                hideLabel
                value={String(sent.index)}
                choices={sent.requests.map((label, at) => ({ value: String(at + 1), label }))}
                onChange={(value) => {
                  setOpen(null);
                  void requests.compareSent(sent.path, Number(value));
                }}
              />
            ) : null}
            <span className="bar-space" />
            <button type="button" className="quiet" onClick={() => void requests.chooseSent()}>
              {words.choose}
            </button>
            <button type="button" className="quiet" onClick={() => void requests.pasteSent()}>
              {words.paste}
            </button>
            <button
              type="button"
              className="quiet"
              aria-label={words.closeTheRequest}
              onClick={() => requests.forgetSent()}
            >
              ×
            </button>
          </div>
          <div className="panel-lead">
            {sentKinds.map((kind) => (
              <span key={kind} className={`sent-count sent-${kind}`}>
                <span className="change-kind" aria-hidden="true">
                  {sentSigns[kind]}
                </span>{' '}
                {counts[kind]} {sentNames[kind]}
              </span>
            ))}
            <Checkbox className="checkbox" isSelected={onlyDifferences} onChange={setOnlyDifferences}>
              <span className="box" aria-hidden="true">
                {onlyDifferences ? '✓' : ''}
              </span>
              {words.differencesOnly}
            </Checkbox>
          </div>
          {sent.notes.length === 0 ? null : (
            <p className="panel-lead finding-warning">
              {sent.notes.slice(0, 3).map((note, index) => (
                <span key={index}>{visible(note)}</span>
              ))}
              {sent.notes.length > 3 ? <span>{words.andMore(sent.notes.length - 3)}</span> : null}
            </p>
          )}
          <DataTable
            label={words.sections}
            columns={columns}
            rows={rows}
            keyOf={({ index }) => String(index)}
            current={shown === undefined ? null : String(sent.rows.indexOf(shown))}
            rowClass={({ row }) => `sent-row sent-${row.kind}`}
            onOpen={({ row, index }) => go(row, index)}
            nameOf={({ row }) => `${row.name}, ${sentNames[row.kind]}`}
            menu={({ row }) => [
              {
                title: words.copySent,
                disabled: row.sent === undefined ? words.notSent : '',
                run: () => void actions.copyText(row.sent ?? '', words.whatWasSent),
              },
              {
                title: words.copyBuilt,
                disabled: row.built === undefined ? words.notBuilt : '',
                run: () => void actions.copyText(row.built ?? '', words.whatIsBuilt),
              },
            ]}
          />
        </div>
        {shown === undefined ? null : (
          <div className="sent-diff">
            <div className="diff-names">
              <span>{words.sentSide(shown.sent === undefined ? words.notThere : '')}</span>
              <span>{words.builtHereSide(shown.built === undefined ? words.notThere : '')}</span>
            </div>
            <Diff
              before={shown.sent ?? ''}
              after={shown.built ?? ''}
              beforeLabel={words.sent}
              afterLabel={words.builtHere}
            />
          </div>
        )}
      </div>
    </>
  );
}

function SentWays() {
  const { requests } = useApp();
  return (
    <>
      <PanelAnswer answer={{ text: words.question }} />
      <div className="sent-ways">
        <p>{words.howCompared}</p>
        <p>
          <button type="button" className="primary" onClick={() => void requests.chooseSent()}>
            {words.chooseFile}
          </button>{' '}
          <button type="button" className="quiet outlined" onClick={() => void requests.pasteSent()}>
            {words.pasteRequest}
          </button>
        </p>
        <p className="help">{words.pasteHint}</p>
      </div>
    </>
  );
}
