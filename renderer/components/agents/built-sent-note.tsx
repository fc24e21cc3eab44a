import { visible } from '../../../shared/basics/invisible';
import type { Results } from '../../../shared/ipc/contract';
import { useApp } from '../../context';
import { placeText, sentNames, sentSigns } from '../../model/compare/sent';
import { builtSentNoteWords as words } from '../../words/panes/agents';

export type BuiltSent = Results['agents:sent'];

interface Props {
  readonly compared: BuiltSent;
  readonly onClose: () => void;
}

/** Compares what is built with what was sent: equal, with its hash, or what differs, by section. */
export function BuiltSentNote({ compared, onClose }: Props) {
  const { actions } = useApp();
  const { session, request, hash, volatile, fields, rows, notes } = compared;
  const residue = rows.filter(({ kind }) => kind !== 'same');
  const same = words.sectionsSame(rows.length - residue.length, rows.length);
  const detail = hash === null ? same : words.hash(hash);
  return (
    <section className="built-sent" aria-label={words.builtAndSent}>
      <p role="status">
        <strong>{hash === null ? words.differs(request, session) : words.equal(request, session)}</strong> {detail}{' '}
        <button type="button" className="quiet" aria-label={words.close} onClick={onClose}>
          ×
        </button>
      </p>
      {notes.map((note) => (
        <p key={note} className="finding-warning">
          {visible(note)}
        </p>
      ))}
      {hash !== null || residue.length === 0 ? null : (
        <ul>
          {residue.map((row, index) => (
            <li key={index}>
              <span aria-hidden="true">{sentSigns[row.kind]}</span> {sentNames[row.kind]}: {visible(row.name)}{' '}
              {row.place === undefined ? null : (
                <button
                  type="button"
                  className="link"
                  onClick={() => row.place && void actions.goTo(row.place.source, row.place.span, true)}
                >
                  {visible(placeText(row))}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {fields.length === 0 ? null : <p>{words.otherFields(visible(fields.join(', ')))}</p>}
      {volatile.length === 0 ? null : <p className="help">{words.notCompared(visible(volatile.join(', ')))}</p>}
    </section>
  );
}
