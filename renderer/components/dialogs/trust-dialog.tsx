import { visible } from '../../../shared/basics/invisible';
import type { Bridge } from '../../../shared/ipc/contract';
import type { LocatedAsk } from '../../../shared/ipc/inspection/inspection';
import { call } from '../../bridge';
import { useApp, useShownLater, useView } from '../../context';
import { DialogFrame } from './dialog-frame';
import { trustDialogWords as words } from '../../words/window/dialogs';

/** Nobody reads a longer list. The button that allows all also allows what is not listed. */
const mostShown = 200;

/**
 * What the folder wants to read outside itself, which of its files asks, and the choice; also what was allowed before.
 */
export function TrustDialog({ bridge }: { readonly bridge: Bridge }) {
  const { actions, view } = useApp();
  const isOpen = useView((state) => state.dialog === 'trust');
  const shown = useShownLater();
  if (!isOpen || shown === null) return null;
  const { asks, trusted } = shown.inspection;
  const plain = asks.filter(({ secret }) => !secret);
  const secrets = asks.filter(({ secret }) => secret);
  const allow = (paths: readonly string[]): void => void call(bridge, 'trust:allow', [...paths]).catch(actions.report);
  const revoke = (paths: readonly string[]): void =>
    void call(bridge, 'trust:revoke', [...paths]).catch(actions.report);
  const show = ({ by }: LocatedAsk): void => {
    view.showDialog(null);
    if (by !== undefined) actions.goTo(by.source, by.span, true).catch(actions.report);
  };
  return (
    <DialogFrame name="trust" title={words.title} className="trust-dialog">
      <div className="trust-body">
        {asks.length === 0 && trusted.length === 0 ? <p>{words.asksForNothing}</p> : null}
        {plain.length === 0 ? null : (
          <>
            <p>{words.whatIsAsked}</p>
            <AskList asks={plain} allow={allow} show={show} />
          </>
        )}
        {secrets.length === 0 ? null : (
          <>
            <p className="trust-warning">{words.mayHoldSecretsHint}</p>
            <AskList asks={secrets} allow={allow} show={show} />
          </>
        )}
        {trusted.length === 0 ? null : (
          <>
            <h3>{words.allowed}</h3>
            <ul className="trust-list" aria-label={words.allowed}>
              {trusted.slice(0, mostShown).map((path) => (
                <li key={path}>
                  <code>{visible(path)}</code>
                  <button
                    type="button"
                    className="quiet"
                    aria-label={words.revokePath(visible(path))}
                    onClick={() => revoke([path])}
                  >
                    {words.revoke}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <footer className="dialog-foot">
        {trusted.length > 1 ? (
          <button type="button" className="quiet" onClick={() => revoke(trusted)}>
            {words.revokeAll}
          </button>
        ) : null}
        <button type="button" className="quiet" onClick={() => view.showDialog(null)}>
          {words.close}
        </button>
        {plain.length === 0 ? null : (
          <button type="button" className="primary" onClick={() => allow(plain.map(({ path }) => path))}>
            {plain.length === 1 ? words.allowThisOne : words.allowThese(plain.length)}
          </button>
        )}
      </footer>
    </DialogFrame>
  );
}

interface ListProps {
  readonly asks: readonly LocatedAsk[];
  readonly allow: (paths: readonly string[]) => void;
  readonly show: (ask: LocatedAsk) => void;
}

function AskList({ asks, allow, show }: ListProps) {
  return (
    <ul className="trust-list" aria-label={asks[0]?.secret === true ? words.mayHoldSecrets : words.askedFor}>
      {asks.slice(0, mostShown).map((ask) => (
        <li key={ask.path}>
          <div className="trust-what">
            <code>{visible(ask.path)}</code>
            <span className="trust-why">
              {visible(`${ask.reason.slice(0, 1).toUpperCase()}${ask.reason.slice(1)}`)}
              {ask.by === undefined ? '' : words.askedForBy}
              {ask.by === undefined ? null : (
                <button type="button" className="link" onClick={() => show(ask)}>
                  {visible(ask.by.source)}
                  {ask.at === undefined ? '' : words.line(ask.at.line)}
                </button>
              )}
            </span>
          </div>
          <button
            type="button"
            className="quiet"
            aria-label={words.allowPath(visible(ask.path))}
            onClick={() => allow([ask.path])}
          >
            {words.allow}
          </button>
        </li>
      ))}
      {asks.length > mostShown ? <li>{words.andMore(asks.length - mostShown)}</li> : null}
    </ul>
  );
}
