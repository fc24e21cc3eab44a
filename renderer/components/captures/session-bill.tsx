import { useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { SessionSummary } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { causeWords, costText, wasteWords } from '../../model/captures/rows';
import { useCaptures } from './use-captures';

/** The bill of the whole session: spent, lost per cause and section, waste, counts, and a search across requests. */
export function SessionBillView() {
  const summary = useCaptures((state) => state.summary);
  return (
    <aside className="answer" aria-label="Bill of the session">
      <div className="answer-body">
        <FindText />
        {summary === null ? <p className="help">Adding up…</p> : <Bill summary={summary} />}
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
        {hitRate === null
          ? 'Nothing is reported yet.'
          : `${(100 * hitRate).toFixed(1)} % of all input was read from cache.`}{' '}
        Input {costText(inputCost)}, output {costText(outputCost)}
        {lost.tokens === 0 ? '. Nothing was lost.' : `; ${costText(lost.cost)} of it lost to misses.`}
      </p>
      {byCause.length === 0 ? null : (
        <>
          <h3>Lost to</h3>
          <ul className="bill-list">
            {byCause.map(({ cause, tokens, cost, requests }) => (
              <li key={cause}>
                <b>{causeWords[cause]}</b> {formatNumber(tokens)} tokens, {costText(cost)}:{' '}
                {requests.slice(0, 8).map((number) => (
                  <button key={number} type="button" className="link" onClick={() => void captures.choose(number)}>
                    {number}
                  </button>
                ))}
              </li>
            ))}
            {bySection.map(({ node, name, tokens, cost }) => (
              <li key={node}>
                in <b>{visible(name)}</b> {formatNumber(tokens)} tokens, {costText(cost)}
              </li>
            ))}
          </ul>
        </>
      )}
      {waste.length === 0 ? null : (
        <>
          <h3>Waste</h3>
          <ul className="bill-list">
            {waste.slice(0, 20).map(({ kind, name, node, first, requests, tokens, cost }) => (
              <li key={`${kind} ${node} ${first}`}>
                <b>{wasteWords[kind]}</b> {visible(name)}: {formatNumber(tokens)} tokens in {requests}{' '}
                {requests === 1 ? 'request' : 'requests'}, {costText(cost)}, from{' '}
                <button type="button" className="link" onClick={() => void captures.choose(first)}>
                  request {first}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {counts.length === 0 ? null : (
        <>
          <h3>Counts learned from the bill</h3>
          <ul className="bill-list">
            {counts.map(({ modelId, ratio, low, high, stretches, reportedTokens }) => (
              <li key={modelId}>
                <b>{visible(modelId)}</b> × {ratio.toFixed(3)} ({low.toFixed(3)}–{high.toFixed(3)}), from{' '}
                {formatNumber(reportedTokens)} reported tokens in {stretches}{' '}
                {stretches === 1 ? 'stretch' : 'stretches'}
              </li>
            ))}
          </ul>
          <div className="capture-row">
            <button type="button" onClick={() => void captures.learn()}>
              Correct the estimates of this agent
            </button>
            <button type="button" onClick={() => void captures.forget()}>
              Forget
            </button>
          </div>
        </>
      )}
    </>
  );
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
        aria-label="Where did this text first appear"
        placeholder="Where did this text first appear?"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found === null ? null : found.place === null ? (
        <span className="help">No request has it.</span>
      ) : (
        <span className="help">
          first in{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              if (found.place !== null) void captures.choose(found.place.first);
            }}
          >
            request {found.place.first}
          </button>{' '}
          ({found.place.role}), in {found.place.requests.length} of all:{' '}
          <q>{visible(found.place.excerpt.slice(0, 100))}</q>
        </span>
      )}
    </form>
  );
}
