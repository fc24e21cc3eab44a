import { useEffect } from 'react';
import { visible } from '../../../shared/document/invisible';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { RequestPair, type Side } from './request-pair';
import { usePicks } from './request-picks';
import { useRequests } from './use-requests';
import { SequenceRow } from './sequence-row';

/** How many findings are shown above the table; the Findings panel has all of them. */
const told = 3;

/** The requests of one file in order: where each differs from the one before, and what that does to the cache. */
export function SequencePanel({ inspection, bridge }: { readonly inspection: Inspection; readonly bridge: Bridge }) {
  const { requests, actions } = useApp();
  const sequence = useRequests((state) => state.sequence);
  const { picked, toggle, clear } = usePicks();
  const current = Number(inspection.controls.find(({ name }) => name === 'index')?.value ?? 1) - 1;
  useEffect(() => {
    if (requests.store.getState().sequence === null) void requests.loadSequence();
  }, [requests]);
  if (sequence === null)
    return (
      <p className="empty-note" role="status">
        Comparing the requests of this file…
      </p>
    );
  const { steps, findings } = sequence;
  const side = (index: number): Side => ({
    label: `${index + 1} ${visible(steps[index]?.label ?? '')}`,
    settings: { index: index + 1 },
  });
  const [first, second] = picked.toSorted((a, b) => a - b);
  const hasRules = steps.some(({ predicted }) => predicted !== null);
  return (
    <div className="split">
      <div className="split-main">
        <p className="panel-lead">
          <span>
            {steps.length} requests, each against the one before.{' '}
            {picked.length === 1
              ? 'Choose a second one to compare the two.'
              : 'A row opens its request; two boxes compare.'}
          </span>
          {hasRules ? null : (
            <span>No caching rules are known for {inspection.analysis.model.label}, so nothing is predicted.</span>
          )}
          {findings.slice(0, told).map((finding) => (
            <span key={finding.message} className={`finding-${finding.severity}`}>
              {visible(finding.message)}
            </span>
          ))}
          {findings.length > told ? (
            <span>{formatNumber(findings.length - told)} more things to know are in Findings.</span>
          ) : null}
        </p>
        <div className="table-scroll" tabIndex={0} role="group" aria-label="Requests in their order">
          <table className="data-table sequence-table">
            <thead>
              <tr>
                <th scope="col">
                  <span className="only-heard">Compare</span>
                </th>
                <th scope="col" className="number">
                  #
                </th>
                <th scope="col">Request</th>
                <th scope="col" className="number">
                  Tokens
                </th>
                <th scope="col">Changes</th>
                <th scope="col">Parts at</th>
                <th scope="col" aria-label="Predicted, drawn" />
                <th
                  scope="col"
                  className="number"
                  title="What the rules of the provider predict, between the least and the most"
                >
                  Read
                </th>
                <th scope="col" className="number">
                  Written
                </th>
                <th scope="col" className="number">
                  Uncached
                </th>
                <th
                  scope="col"
                  className="number"
                  title="Reported by the provider in the file: read, written, uncached"
                >
                  Reported ✓
                </th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {steps.map((step, index) => (
                <SequenceRow
                  key={index}
                  step={step}
                  index={index}
                  current={index === current}
                  picked={picked.includes(index)}
                  onPick={() => toggle(index)}
                  onOpen={async (node) => {
                    await actions.setSetting('index', index + 1);
                    if (node !== undefined) actions.select(node);
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {first === undefined || second === undefined ? null : (
        <RequestPair bridge={bridge} before={side(first)} after={side(second)} from={sequence} onClose={clear} />
      )}
    </div>
  );
}
