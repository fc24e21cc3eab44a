import { useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { AgentStart, CaptureList, KnownAgent, RunningCapture } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { missingText } from '../../model/captures/start';
import { SelectBox } from '../basics/select-box';

const anyAgent = 'any';

/** Starts a capture and the agent; or a capture alone, with what to type in a terminal of one's own. */
export function CaptureStart({ list }: { readonly list: CaptureList | null }) {
  const { captures } = useApp();
  const [chosen, setChosen] = useState<string>();
  const running = list?.running ?? null;
  if (running !== null) return <CaptureLines running={running} />;
  const agents = list?.agents ?? [];
  const value = chosen ?? agents.find(({ start }) => start.kind !== 'no-program')?.id ?? anyAgent;
  const agent = agents.find(({ id }) => id === value);
  const choices = [
    ...agents.map(({ id, title, start }) => ({
      value: id,
      label: title,
      note: start.kind === 'no-program' ? 'not on the PATH' : '',
    })),
    { value: anyAgent, label: 'Any other', note: 'takes a base address from the environment' },
  ];
  return (
    <div className="capture-start">
      <p>A capture keeps every request that an agent sends, and what came back.</p>
      <div className="capture-row">
        <SelectBox label="Agent" value={value} choices={choices} onChange={setChosen} />
        {agent?.start.kind === 'ready' ? <StartButton agent={agent} isFirst /> : null}
        <button
          type="button"
          className={agent?.start.kind === 'ready' ? 'quiet outlined' : 'primary'}
          title="Shows the lines to type in a terminal of your own"
          onClick={() => void captures.start(value === anyAgent ? null : value)}
        >
          Start capture
        </button>
      </div>
      <StartText start={agent?.start ?? null} />
    </div>
  );
}

/** Names in full what would be run, before it is. */
function StartText({ start }: { readonly start: AgentStart | null }) {
  if (start?.kind !== 'ready') return <p className="help">{visible(missingText(start))}</p>;
  return (
    <p className="help">
      Runs <code>{visible(start.program)}</code> in <code>{visible(start.folder)}</code>, in a new terminal (
      <code>{visible(start.terminal)}</code>).
    </p>
  );
}

function StartButton({ agent, isFirst = false }: { readonly agent: KnownAgent; readonly isFirst?: boolean }) {
  const { captures } = useApp();
  const { id, title, start } = agent;
  if (start.kind !== 'ready') return null;
  const { kind: _, ...named } = start;
  return (
    <button
      type="button"
      className={isFirst ? 'primary' : 'quiet outlined'}
      title={`Runs ${visible(start.program)} in ${visible(start.folder)}`}
      onClick={() => void (isFirst ? captures.startIn(id, named) : captures.openTerminal(named))}
    >
      {isFirst ? `Start ${title}` : `Start ${title} in a terminal`}
    </button>
  );
}

export function CaptureLines({ running }: { readonly running: RunningCapture }) {
  const { actions, captures } = useApp();
  const { agent, terminal, lines, notes } = running;
  return (
    <section className="capture-lines" aria-label="Running capture">
      <p>
        <b>The capture is running.</b> {terminal === null ? '' : `${visible(terminal.text)} `}
        {terminal?.isOpen === true
          ? 'Its requests appear here. To start it in a terminal of your own, type the lines below there.'
          : 'Type the lines below in the terminal where you start the agent.'}
      </p>
      <div className="capture-row">
        <button
          type="button"
          className="quiet outlined"
          onClick={() => void actions.copyText(lines.join('\n'), 'the lines')}
        >
          Copy lines
        </button>
        {agent === null ? null : <StartButton agent={agent} />}
        <button type="button" className="quiet outlined" onClick={() => void captures.stop()}>
          End capture
        </button>
      </div>
      {agent === null ? null : <StartText start={agent.start} />}
      <pre>{lines.map(visible).join('\n')}</pre>
      {notes.map((note) => (
        <p key={note} className="help">
          {visible(note)}
        </p>
      ))}
    </section>
  );
}
