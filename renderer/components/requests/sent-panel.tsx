import { useState } from 'react';
import { Checkbox } from 'react-aria-components';
import { visible } from '../../../shared/document/invisible';
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
import { Diff } from '../panels/diff';
import { useRequests } from './use-requests';
import { SelectBox } from '../basics/select-box';
import { VirtualList } from '../basics/virtual-list';

/** A sent request beside this build, by section, with the source line that made each text or would have made it. */
export function SentPanel({ document }: { readonly document: PromptDocument }) {
  const { requests, actions } = useApp();
  const sent = useRequests((state) => state.sent);
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const [open, setOpen] = useState<number | null>(null);
  if (sent === null) return <SentWays />;
  /** The origin of text that comes from no file. */
  const originOf = (row: SentRow): string => {
    const node = row.builtNode === undefined ? undefined : findNode(document, row.builtNode);
    const made =
      node === undefined || node.type === 'image' || node.type === 'omitted'
        ? undefined
        : leaves(node).find(({ origin }) => origin.kind !== 'frame');
    return made === undefined ? '' : visible(describeOrigin(made.origin));
  };
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
    <div className="changes">
      <div className="changes-list sent-list">
        <div className="panel-lead">
          <span className="sent-file" title={sent.path}>
            {visible(fileName(sent.path))}
          </span>
          {sent.requests.length > 1 ? (
            <SelectBox
              label="Request"
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
            Choose…
          </button>
          <button type="button" className="quiet" onClick={() => void requests.pasteSent()}>
            Paste
          </button>
          <button type="button" className="quiet" aria-label="Close the request" onClick={() => requests.forgetSent()}>
            ×
          </button>
        </div>
        <div className="panel-lead" role="status">
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
            differences only
          </Checkbox>
        </div>
        {sent.notes.length === 0 ? null : (
          <p className="panel-lead finding-warning">
            {sent.notes.slice(0, 3).map((note, index) => (
              <span key={index}>{visible(note)}</span>
            ))}
            {sent.notes.length > 3 ? <span>and {sent.notes.length - 3} more: open the request to see them</span> : null}
          </p>
        )}
        {rows.length === 0 ? <p className="empty-note">Every section was sent as it is built here.</p> : null}
        <VirtualList
          items={rows}
          rowHeight={26}
          keyOf={({ index }) => String(index)}
          role="list"
          aria-label="Sections of the request and of the build"
        >
          {({ row, index }) => (
            <div role="listitem">
              <button
                type="button"
                className={`change-row sent-row sent-${row.kind}`}
                aria-pressed={row === shown}
                onClick={() => go(row, index)}
                title={row.note ?? ''}
              >
                <span className="change-kind" aria-hidden="true">
                  {sentSigns[row.kind]}
                </span>
                <span className="sent-kind">{sentNames[row.kind]}</span>
                <span className="name">
                  {visible(row.name)}
                  {row.note === undefined ? '' : <span className="sent-note"> {visible(row.note)}</span>}
                </span>
                {row.place === undefined ? (
                  <span className="sent-origin">{originOf(row)}</span>
                ) : (
                  <span className="place">{visible(placeText(row))}</span>
                )}
              </button>
            </div>
          )}
        </VirtualList>
      </div>
      {shown === undefined ? null : (
        <div className="sent-diff">
          <div className="diff-names">
            <span>Sent{shown.sent === undefined ? ': not there' : ''}</span>
            <span>Built here{shown.built === undefined ? ': not there' : ''}</span>
          </div>
          <Diff before={shown.sent ?? ''} after={shown.built ?? ''} beforeLabel="Sent" afterLabel="Built here" />
        </div>
      )}
    </div>
  );
}

function SentWays() {
  const { requests } = useApp();
  return (
    <div className="sent-ways">
      <p>
        Is the preview what was sent? Lay a real request beside this build: every section is same, changed, only here or
        only there, with the file line behind it.
      </p>
      <p>
        <button type="button" className="primary" onClick={() => void requests.chooseSent()}>
          Choose a request file…
        </button>{' '}
        <button type="button" className="quiet outlined" onClick={() => void requests.pasteSent()}>
          Paste request
        </button>
      </p>
      <p className="help">
        A request body, JSON lines, a HAR or a cURL command. Secrets in headers are dropped on the way in.
      </p>
    </div>
  );
}
