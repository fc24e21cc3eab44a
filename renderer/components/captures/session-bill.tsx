import { useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { SessionSummary } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { causeWords, costText, wasteWords } from '../../model/captures/rows';
import { useCaptures } from './use-captures';
import { sessionBillWords as words } from '../../words/panels/captures';

const [mostRequests, mostWaste] = [8, 20];

/** The bill of the whole session: spent, lost per cause and section, waste, counts, and a search across requests. */
export function SessionBillView() {
  const summary = useCaptures((state) => state.summary);
  return (
    <aside className="answer" aria-label={words.bill}>
      <div className="answer-body">
        <FindText />
        {summary === null ? <p className="help">{words.addingUp}</p> : <Bill summary={summary} />}
      </div>
    </aside>
  );
}

function Bill({ summary: { bill, waste, counts } }: { readonly summary: SessionSummary }) {
  const { captures } = useApp();
  const { hitRate, inputCost, outputCost, lost, byCause, bySection } = bill;
  return (
    <>
      <p className="answer-text">
        {hitRate === null ? words.nothingReported : words.hitRate((100 * hitRate).toFixed(1))}{' '}
        {words.spent(costText(inputCost), costText(outputCost), lostText(lost))}
      </p>
      {byCause.length === 0 ? null : (
        <>
          <h3>{words.lostTo}</h3>
          <ul className="bill-list">
            {byCause.map(({ cause, tokens, cost, requests }) => (
              <li key={cause}>
                <b>{causeWords[cause]}</b> {words.tokensAndCost(formatNumber(tokens), costText(cost))}:{' '}
                {requests.slice(0, mostRequests).map((number) => (
                  <button key={number} type="button" className="link" onClick={() => void captures.choose(number)}>
                    {number}
                  </button>
                ))}
                {requests.length > mostRequests ? ` ${words.andMore(requests.length - mostRequests)}` : null}
              </li>
            ))}
            {bySection.map(({ node, name, tokens, cost }) => (
              <li key={node}>
                {words.in} <b>{visible(name)}</b> {words.tokensAndCost(formatNumber(tokens), costText(cost))}
              </li>
            ))}
          </ul>
        </>
      )}
      {waste.length === 0 ? null : (
        <>
          <h3>{words.waste}</h3>
          <ul className="bill-list">
            {waste.slice(0, mostWaste).map(({ kind, name, node, first, requests, tokens, cost }) => (
              <li key={`${kind} ${node} ${first}`}>
                <b>{wasteWords[kind]}</b> {visible(name)}:{' '}
                {words.wasted(
                  formatNumber(tokens),
                  requests === 1 ? words.oneRequest : words.requests(requests),
                  cost === null ? costText(cost) : `≈ ${costText(cost)}`,
                )}{' '}
                <button type="button" className="link" onClick={() => void captures.choose(first)}>
                  {words.request(first)}
                </button>
              </li>
            ))}
            {waste.length > mostWaste ? <li className="help">{words.andMore(waste.length - mostWaste)}</li> : null}
          </ul>
        </>
      )}
      {counts.length === 0 ? null : (
        <>
          <h3>{words.learnedCounts}</h3>
          <ul className="bill-list">
            {counts.map(({ modelId, ratio, low, high, stretches, reportedTokens }) => (
              <li key={modelId}>
                <b>{visible(modelId)}</b>{' '}
                {words.learned(
                  ratio.toFixed(3),
                  `${low.toFixed(3)}–${high.toFixed(3)}`,
                  formatNumber(reportedTokens),
                  stretches === 1 ? words.oneMeasurement : words.measurements(stretches),
                )}
              </li>
            ))}
          </ul>
          <div className="capture-row">
            <button type="button" onClick={() => void captures.learn()}>
              {words.correct}
            </button>
            <button type="button" onClick={() => void captures.forget()}>
              {words.forget}
            </button>
          </div>
        </>
      )}
    </>
  );
}

/** Tokens where the price is not known. */
function lostText({ tokens, cost }: SessionSummary['bill']['lost']): string {
  if (tokens === 0) return words.noMisses;
  return cost === null ? words.lostTokens(formatNumber(tokens)) : words.lostToMisses(costText(cost));
}

function FindText() {
  const { captures } = useApp();
  const found = useCaptures((state) => state.found);
  const [text, setText] = useState('');
  return (
    <form
      className="capture-row"
      onSubmit={(event) => {
        event.preventDefault();
        void captures.find(text);
      }}
    >
      <input
        type="search"
        aria-label={words.findText}
        placeholder={words.findTextPlaceholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found === null ? null : found.place === null ? (
        <span className="help">{words.noRequestHasIt}</span>
      ) : (
        <span className="help">
          {words.firstIn}{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              if (found.place !== null) void captures.choose(found.place.first);
            }}
          >
            {words.request(found.place.first)}
          </button>{' '}
          {words.foundIn(
            found.place.role,
            found.place.requests.length === 1 ? words.oneRequest : words.requests(found.place.requests.length),
          )}{' '}
          <q>{visible(found.place.excerpt.slice(0, 100))}</q>
        </span>
      )}
    </form>
  );
}
