import type { SecretInfo } from '../../../shared/ipc/contract';
import { formatNames } from '../../model/action-texts';
import { useApp, useView } from '../../context';
import { DialogFrame } from './dialog-frame';
import { secretsDialogWords as words } from '../../words/window/dialogs';

/** Shown before text with secrets leaves the app: lists them and asks whether to include them. */
export function SecretsDialog() {
  const { actions, view } = useApp();
  const leaving = useView((state) => state.leaving);
  if (leaving === null) return null;
  const { scope, format, secrets, tried } = leaving;
  const copy = (mask: boolean): void => {
    view.showDialog(null);
    actions.copy(scope, format, mask, tried).catch(actions.report);
  };
  const one = secrets.length === 1;
  return (
    <DialogFrame
      name="secrets"
      title={one ? words.oneSecret : words.secrets(secrets.length)}
      className="secrets-dialog"
    >
      <div className="export-secrets">
        <p>{words.aboutToCopy(formatNames[format], one ? words.itReads : words.theyRead)}</p>
        <SecretList secrets={secrets} />
      </div>
      <footer className="dialog-foot">
        <button type="button" className="quiet" onClick={() => view.showDialog(null)}>
          {words.cancel}
        </button>
        <button type="button" className="quiet" onClick={() => copy(false)}>
          {words.copyUnmasked}
        </button>
        <button type="button" className="primary" autoFocus onClick={() => copy(true)}>
          {words.copyMasked}
        </button>
      </footer>
    </DialogFrame>
  );
}

export function SecretList({ secrets }: { readonly secrets: readonly SecretInfo[] }) {
  return (
    <ul className="secret-list">
      {secrets.slice(0, 50).map((secret, index) => (
        <li key={index}>
          <strong>{secret.kind}</strong> {words.line(secret.line)} <code>{secret.masked}</code>
        </li>
      ))}
      {secrets.length > 50 ? <li>{words.andMore(secrets.length - 50)}</li> : null}
    </ul>
  );
}
