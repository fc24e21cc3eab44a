import { visible } from '../../../shared/basics/invisible';
import type { Bridge } from '../../../shared/ipc/contract';
import type { LocatedAsk } from '../../../shared/ipc/inspection/inspection';
import { call } from '../../bridge';
import { useApp, useShownLater, useView } from '../../context';
import { DialogFrame } from './dialog-frame';

/** Nobody reads more. The button that allows all also allows those not listed. */
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
    <DialogFrame name="trust" title="Files outside this folder" className="trust-dialog">
      <div className="trust-body">
        {asks.length === 0 && trusted.length === 0 ? <p>This folder asks for nothing outside itself.</p> : null}
        {plain.length === 0 ? null : (
          <>
            <p>The files of this folder ask for these. Until you allow one, it is neither read nor looked at.</p>
            <AskList asks={plain} allow={allow} show={show} />
          </>
        )}
        {secrets.length === 0 ? null : (
          <>
            <p className="trust-warning">
              These may hold passwords or keys. What you allow becomes part of the prompt.
            </p>
            <AskList asks={secrets} allow={allow} show={show} />
          </>
        )}
        {trusted.length === 0 ? null : (
          <>
            <h3>Allowed</h3>
            <ul className="trust-list" aria-label="Allowed">
              {trusted.slice(0, mostShown).map((path) => (
                <li key={path}>
                  <code>{visible(path)}</code>
                  <button
                    type="button"
                    className="quiet"
                    aria-label={`Take back ${visible(path)}`}
                    onClick={() => revoke([path])}
                  >
                    Take back
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
            Take all back
          </button>
        ) : null}
        <button type="button" className="quiet" onClick={() => view.showDialog(null)}>
          Close
        </button>
        {plain.length === 0 ? null : (
          <button type="button" className="primary" onClick={() => allow(plain.map(({ path }) => path))}>
            {plain.length === 1 ? 'Allow this one' : `Allow these ${plain.length}`}
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
    <ul className="trust-list" aria-label={asks[0]?.secret === true ? 'May hold secrets' : 'Asked for'}>
      {asks.slice(0, mostShown).map((ask) => (
        <li key={ask.path}>
          <div className="trust-what">
            <code>{visible(ask.path)}</code>
            <span className="trust-why">
              {visible(`${ask.reason.slice(0, 1).toUpperCase()}${ask.reason.slice(1)}`)}
              {ask.by === undefined ? '' : ', asked for by '}
              {ask.by === undefined ? null : (
                <button type="button" className="link" onClick={() => show(ask)}>
                  {visible(ask.by.source)}
                  {ask.at === undefined ? '' : ` line ${ask.at.line}`}
                </button>
              )}
            </span>
          </div>
          <button
            type="button"
            className="quiet"
            aria-label={`Allow ${visible(ask.path)}`}
            onClick={() => allow([ask.path])}
          >
            Allow
          </button>
        </li>
      ))}
      {asks.length > mostShown ? <li>and {asks.length - mostShown} more</li> : null}
    </ul>
  );
}
