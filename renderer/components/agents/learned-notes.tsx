import { useEffect, useState } from 'react';
import type { Bridge } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { BuiltSentNote, type BuiltSent } from './built-sent-note';
import { FrameNote } from './frame-note';

interface Props {
  readonly inspection: Inspection;
  readonly bridge: Bridge;
}

/** What is known of the shown agent's own prompt and, on request, whether the build equals what the agent sent. */
export function LearnedNotes({ inspection, bridge }: Props) {
  const { actions } = useApp();
  const { workspace, revision } = inspection;
  const [compared, setCompared] = useState<BuiltSent | null>(null);
  useEffect(() => setCompared(null), [revision]);
  const compare = (session: string): void => {
    call(bridge, 'agents:sent', workspace, session).then(setCompared, actions.report);
  };
  return (
    <>
      <FrameNote inspection={inspection} onCompare={compare} />
      {compared === null ? null : <BuiltSentNote compared={compared} onClose={() => setCompared(null)} />}
    </>
  );
}
