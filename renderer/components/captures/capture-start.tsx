import { useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { AgentStart, CaptureList, KnownAgent, RunningCapture } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import { missingText } from '../../model/captures/start';
import { SelectBox } from '../basics/select-box';
import { captureStartWords as words } from '../../words/panels/captures';

const anyAgent = 'any';

/** Starts a capture and the agent, or a capture alone and says what to type in a terminal. */
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
      note: start.kind === 'no-program' ? words.notOnPath : '',
    })),
    { value: anyAgent, label: words.anyOther, note: words.anyOtherNote },
  ];
  return (
    <div className="capture-start">
      <p>{words.lead}</p>
      <div className="capture-row">
        <SelectBox label={words.agent} value={value} choices={choices} onChange={setChosen} />
        {agent?.start.kind === 'ready' ? <StartButton agent={agent} isFirst /> : null}
        <button
          type="button"
          className={agent?.start.kind === 'ready' ? 'quiet outlined' : 'primary'}
          title={words.startCaptureHint}
          onClick={() => void captures.start(value === anyAgent ? null : value)}
        >
          {words.startCapture}
        </button>
      </div>
      <StartText start={agent?.start ?? null} />
    </div>
  );
}

/** Names the program, the folder and the terminal before the agent is started. */
function StartText({ start }: { readonly start: AgentStart | null }) {
  if (start?.kind !== 'ready') return <p className="help">{visible(missingText(start))}</p>;
  return (
    <p className="help">
      {words.runs} <code>{visible(start.program)}</code> {words.in} <code>{visible(start.folder)}</code>
      {words.inNewTerminal} <code>{visible(start.terminal)}</code>
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
      title={words.startHint(visible(start.program), visible(start.folder))}
      onClick={() => void (isFirst ? captures.startIn(id, named) : captures.openTerminal(named))}
    >
      {isFirst ? words.start(title) : words.startInTerminal(title)}
    </button>
  );
}

export function CaptureLines({ running }: { readonly running: RunningCapture }) {
  const { actions, captures } = useApp();
  const { agent, terminal, lines, notes } = running;
  return (
    <section className="capture-lines" aria-label={words.runningCapture}>
      <p>
        <b>{words.isRunning}</b> {terminal === null ? '' : `${visible(terminal.text)} `}
        {terminal?.isOpen === true ? words.agentIsOpen : words.typeLines}
      </p>
      <div className="capture-row">
        <button
          type="button"
          className="quiet outlined"
          onClick={() => void actions.copyText(lines.join('\n'), words.theLines)}
        >
          {words.copyLines}
        </button>
        {agent === null ? null : <StartButton agent={agent} />}
        <button type="button" className="quiet outlined" onClick={() => void captures.stop()}>
          {words.endCapture}
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
