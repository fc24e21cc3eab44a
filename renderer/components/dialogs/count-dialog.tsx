import { useState } from 'react';
import { Checkbox } from 'react-aria-components';
import { useStore } from 'zustand';
import type { CountPlan } from '../../../shared/ipc/contract';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { DialogFrame } from './dialog-frame';
import { SecretList } from './secrets-dialog';
import { countDialogWords as words } from '../../words/window/dialogs';

/** Shown before the prompt is sent for counting: what is sent where, and with which key. */
export function CountDialog() {
  const { counts } = useApp();
  const plan = useStore(counts.store, (state) => state.plan);
  if (plan === null) return null;
  return (
    <DialogFrame
      name="count"
      title={plan.ok ? words.title(plan.provider) : words.titleAnyProvider}
      className="count-dialog"
    >
      {plan.ok ? <Ask plan={plan} /> : <p className="count-text">{plan.problem}.</p>}
    </DialogFrame>
  );
}

function Ask({ plan }: { readonly plan: Extract<CountPlan, { readonly ok: true }> }) {
  const { counts } = useApp();
  const { secrets, asking, problem } = useStore(counts.store);
  const [mask, setMask] = useState(true);
  const { provider, address, bytes, messages, tools, key } = plan;
  return (
    <>
      <div className="count-text">
        <p>{words.whatIsSent(provider)}</p>
        <dl className="count-plan">
          <dt>{words.what}</dt>
          <dd>
            {words.wholePrompt(
              words.messages(formatNumber(messages)),
              words.tools(formatNumber(tools)),
              formatNumber(Math.max(1, Math.round(bytes / 1024))),
            )}
          </dd>
          <dt>{words.where}</dt>
          <dd>
            <code>{address}</code>
          </dd>
          <dt>{words.key}</dt>
          <dd>
            {key.from === 'environment' ? (
              <>
                <code>{key.name}</code> {words.keyOfEnvironment}
              </>
            ) : (
              <>
                <code>{key.name}</code> {words.keyOfService} <code>{key.service}</code> {words.keyOfKeychain}
              </>
            )}
            {words.keyIsNotKept}
          </dd>
        </dl>
        {secrets.length === 0 ? (
          <p className="help">{words.noSecrets}</p>
        ) : (
          <>
            <Checkbox className="checkbox" isSelected={mask} onChange={setMask} isDisabled={asking}>
              <span className="box" aria-hidden="true">
                {mask ? '✓' : ''}
              </span>
              {words.maskSecrets(secrets.length)}
            </Checkbox>
            <SecretList secrets={secrets} />
          </>
        )}
        {problem === null ? null : (
          <p className="count-problem" role="alert">
            {problem}.
          </p>
        )}
        {asking ? <div className="count-progress" role="progressbar" aria-label={words.waitingFor(provider)} /> : null}
      </div>
      <footer className="dialog-foot">
        <button type="button" className="quiet" onClick={() => void counts.stop()}>
          {words.cancel}
        </button>
        <button
          type="button"
          className="primary"
          autoFocus
          disabled={asking}
          onClick={() => void counts.ask(mask && secrets.length > 0)}
        >
          {asking ? words.waiting : problem === null ? words.sendAndCount : words.tryAgain}
        </button>
      </footer>
    </>
  );
}
