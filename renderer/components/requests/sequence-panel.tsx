import { useEffect, useMemo } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { NodeId } from '../../../shared/document/types';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { requestCommandLine } from '../../model/command-line';
import { sequenceAnswer } from '../../model/panels/request-answers';
import { PanelAnswer } from '../panels/panel-answer';
import { DataTable } from '../table/data-table';
import { RequestPair, type Side } from './request-pair';
import { usePicks } from './request-picks';
import { rowsOf, sequenceColumns } from './sequence-columns';
import { StepView } from './step-view';
import { useRequests } from './use-requests';
import { sequencePanelWords as words } from '../../words/panels/requests';

/** How many findings are shown above the table; the Findings panel has all of them. */
const maxFindings = 3;

/** The requests of one file in order: what each cost, where it differs from the one before, and what that broke. */
export function SequencePanel({ inspection, bridge }: { readonly inspection: Inspection; readonly bridge: Bridge }) {
  const { requests, actions } = useApp();
  const sequence = useRequests((state) => state.sequence);
  const { picked, toggle, pair, clear } = usePicks();
  const current = Number(inspection.controls.find(({ name }) => name === 'index')?.value ?? 1) - 1;
  useEffect(() => {
    if (requests.store.getState().sequence === null) void requests.loadSequence();
  }, [requests]);
  const rows = useMemo(() => (sequence === null ? [] : rowsOf(sequence.steps)), [sequence]);
  const columns = useMemo(() => {
    const open = async (index: number, node?: NodeId): Promise<void> => {
      await actions.setSetting('index', index + 1);
      if (node !== undefined) actions.select(node);
    };
    return sequenceColumns(rows, picked, toggle, open);
  }, [rows, actions, picked, toggle]);
  if (sequence === null)
    return (
      <p className="empty-note" role="status">
        {words.comparing}
      </p>
    );
  const { steps, findings } = sequence;
  const side = (index: number): Side => ({
    label: `${index + 1} ${visible(steps[index]?.label ?? '')}`,
    settings: { index: index + 1 },
  });
  const [first, second] = picked.toSorted((a, b) => a - b);
  const step = steps[current];
  return (
    <div className="split">
      <div className="split-main">
        <PanelAnswer answer={sequenceAnswer(sequence)} />
        {findings.length === 0 ? null : (
          <p className="panel-lead">
            {findings.slice(0, maxFindings).map((finding) => (
              <span key={finding.message} className={`finding-${finding.severity}`}>
                {visible(finding.message)}
              </span>
            ))}
            {findings.length > maxFindings ? (
              <span>{words.moreInFindings(formatNumber(findings.length - maxFindings))}</span>
            ) : null}
          </p>
        )}
        <DataTable
          label={words.requests}
          className="sequence-table"
          columns={columns}
          rows={rows}
          keyOf={({ index }) => String(index)}
          current={String(current)}
          rowClass={({ flags }) => (flags.some(({ kind }) => kind === 'broke') ? 'is-flagged' : '')}
          onOpen={({ index }) => void actions.setSetting('index', index + 1)}
          nameOf={({ index }) => words.request(index + 1)}
          tools={<span className="help">{picked.length === 1 ? words.tickSecond : ''}</span>}
          menu={({ index, step: { continues } }) => [
            {
              title: words.compareWithBefore,
              disabled: continues === null ? words.continuesNone : '',
              run: () => continues !== null && pair(continues - 1, index),
            },
            {
              title: words.copyAsCommandLine,
              run: () =>
                void actions.copyText(requestCommandLine('explain', inspection, index + 1), words.theCommandLine),
            },
          ]}
        />
      </div>
      {first !== undefined && second !== undefined ? (
        <RequestPair bridge={bridge} before={side(first)} after={side(second)} from={sequence} onClose={clear} />
      ) : step === undefined ? null : (
        <StepView step={step} onCompare={(number) => pair(number - 1, current)} />
      )}
    </div>
  );
}
