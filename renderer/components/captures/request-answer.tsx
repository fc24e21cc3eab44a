import { useMemo, useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { RequestAnswer } from '../../../shared/ipc/captures';
import { useApp, useInspectionState } from '../../context';
import { formatNumber } from '../../model/counts';
import { isWholeRequest, rowNames } from '../../model/captures/reported-rows';
import { causeWords, editPlaceText, happenedText } from '../../model/captures/rows';
import { ResponseView } from './response-view';
import { useCaptures } from './use-captures';
import { requestAnswerWords as words } from '../../words/panels/captures';

/** What the chosen request read from the cache and why, what it cost, and what the provider answered. */
export function RequestAnswerView() {
  const { captures } = useApp();
  const answer = useCaptures((state) => state.answer);
  const chosen = useCaptures((state) => state.chosen);
  const [what, setWhat] = useState<'cache' | 'response'>('cache');
  const show = (next: 'cache' | 'response'): void => {
    setWhat(next);
    if (next === 'response') void captures.loadResponse();
  };
  if (chosen === null) return <aside className="answer" />;
  return (
    <aside className="answer" aria-label={words.request(chosen)}>
      <div className="answer-head">
        <b>{words.request(chosen)}</b>
        <span className="bar-space" />
        <button type="button" className="quiet" aria-pressed={what === 'cache'} onClick={() => show('cache')}>
          {words.cache}
        </button>
        <button type="button" className="quiet" aria-pressed={what === 'response'} onClick={() => show('response')}>
          {words.response}
        </button>
      </div>
      <Happened number={chosen} />
      {what === 'response' ? (
        <ResponseView key={chosen} />
      ) : answer === null ? (
        <p className="help">{words.notToModel}</p>
      ) : (
        <Explanation answer={answer} />
      )}
    </aside>
  );
}

/** What went wrong with the request, and which part of it could not be kept. */
function Happened({ number }: { readonly number: number }) {
  const row = useCaptures(({ followed }) => followed?.rows.find((each) => each.number === number));
  const happened = row === undefined ? null : happenedText(row);
  if (row === undefined || (happened === null && row.notes.length === 0)) return null;
  return (
    <div className="answer-happened">
      {happened === null ? null : <p role="status">{visible(happened)}</p>}
      {row.notes.map((note) => (
        <p key={note} className="help">
          {visible(note)}
        </p>
      ))}
    </div>
  );
}

function Explanation({ answer: whole }: { readonly answer: RequestAnswer }) {
  const { answer, stretches, line, unread } = whole;
  const { actions } = useApp();
  const rows = useInspectionState((state) => state.shown?.rows);
  const nameOf = useMemo(() => rowNames(rows ?? []), [rows]);
  const { text, left, struck, edit } = answer;
  return (
    // Focusable, so that the keyboard can scroll it.
    <div className="answer-body" tabIndex={0}>
      <p className="answer-text">{visible(text)}</p>
      {edit === null ? null : (
        <figure className="answer-edit">
          <figcaption>
            <button type="button" className="link" onClick={() => actions.select(edit.node)}>
              {visible(edit.name)}
            </button>
            <span className="help"> {visible(editPlaceText(edit, line))}</span>
          </figcaption>
          <del>{visible(edit.lineBefore)}</del>
          <ins>{visible(edit.lineAfter)}</ins>
          {unread === undefined ? null : <p className="help">{visible(unread)}</p>}
        </figure>
      )}
      {left.length === 0 ? null : (
        <ul className="answer-causes" aria-label={words.fitting}>
          {left.map((causes) => (
            <li key={causes.map(({ cause }) => cause).join()}>
              {causes.map(({ cause, fact }) => (
                <span key={cause}>
                  <b>{causeWords[cause]}</b> {visible(fact)}{' '}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      {struck.length === 0 ? null : (
        <ul className="answer-struck" aria-label={words.ruledOut}>
          {struck.map(({ cause, fact }) => (
            <li key={cause}>
              <s>{causeWords[cause]}</s> {visible(fact)}
            </li>
          ))}
        </ul>
      )}
      <h3>{words.stretches}</h3>
      <table className="answer-markers" aria-label={words.stretches}>
        <tbody>
          {stretches.map(({ from, to, ends, tokens, isReported }) => (
            <tr key={to}>
              <td>
                {isWholeRequest(whole)
                  ? words.wholeRequest
                  : `${visible(nameOf(from))}${from === to ? '' : ` … ${visible(nameOf(ends[0] ?? to))}`}`}
              </td>
              <td className="number" title={isReported ? words.reported : words.fitted}>
                {formatNumber(tokens)} {isReported ? '✓' : '≈'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
