import { useState } from 'react';
import { Checkbox } from 'react-aria-components';
import { useStore } from 'zustand';
import type { CountPlan } from '../../../shared/ipc/contract';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { DialogFrame } from './dialog-frame';
import { SecretList } from './secrets-dialog';

/** Shown before the prompt is sent for counting: what is sent where, and with which key. */
export function CountDialog() {
  const { counts } = useApp();
  const plan = useStore(counts.store, (state) => state.plan);
  if (plan === null) return null;
  return (
    <DialogFrame
      name="count"
      title={plan.ok ? `Count at ${plan.provider}` : 'Count at the provider'}
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
  const one = secrets.length === 1;
  return (
    <>
      <div className="count-text">
        <p>
          This sends the prompt on screen to {provider}, which answers with its number of tokens. Nothing else is asked
          for, and nothing is sent again until you ask again.
        </p>
        <dl className="count-plan">
          <dt>What</dt>
          <dd>
            the whole prompt: {formatNumber(messages)} message{messages === 1 ? '' : 's'}, {formatNumber(tools)} tool
            {tools === 1 ? '' : 's'}, {formatNumber(Math.max(1, Math.round(bytes / 1024)))} KB
          </dd>
          <dt>Where</dt>
          <dd>
            <code>{address}</code>
          </dd>
          <dt>Key</dt>
          <dd>
            {key.from === 'environment' ? (
              <>
                <code>{key.name}</code> of the environment
              </>
            ) : (
              <>
                <code>{key.name}</code> of the service <code>{key.service}</code> in the system keychain: the
                environment has none
              </>
            )}
            . It is sent to this address only, and kept nowhere.
          </dd>
        </dl>
        {secrets.length === 0 ? (
          <p className="help">Nothing in it looks like a secret.</p>
        ) : (
          <>
            <Checkbox className="checkbox" isSelected={mask} onChange={setMask} isDisabled={asking}>
              <span className="box" aria-hidden="true">
                {mask ? '✓' : ''}
              </span>
              Mask {secrets.length} text{one ? '' : 's'} that look{one ? 's' : ''} like a secret; masked, the count is a
              little off
            </Checkbox>
            <SecretList secrets={secrets} />
          </>
        )}
        {problem === null ? null : (
          <p className="count-problem" role="alert">
            {problem}.
          </p>
        )}
        {asking ? <div className="count-progress" role="progressbar" aria-label={`Waiting for ${provider}`} /> : null}
      </div>
      <footer className="dialog-foot">
        <button type="button" className="quiet" onClick={() => void counts.stop()}>
          Cancel
        </button>
        <button
          type="button"
          className="primary"
          autoFocus
          disabled={asking}
          onClick={() => void counts.ask(mask && secrets.length > 0)}
        >
          {asking ? 'Waiting…' : problem === null ? 'Send and count' : 'Try again'}
        </button>
      </footer>
    </>
  );
}
