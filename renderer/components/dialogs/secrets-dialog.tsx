import type { SecretInfo } from '../../../shared/ipc/contract';
import { formatNames } from '../../model/action-texts';
import { useApp, useView } from '../../context';
import { DialogFrame } from './dialog-frame';

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
      title={`${one ? 'A text looks' : `${secrets.length} texts look`} like a secret`}
      className="secrets-dialog"
    >
      <div className="export-secrets">
        <p>
          You are about to copy the prompt as {formatNames[format]}. Masked, {one ? 'it reads' : 'they read'}:
        </p>
        <SecretList secrets={secrets} />
      </div>
      <footer className="dialog-foot">
        <button type="button" className="quiet" onClick={() => view.showDialog(null)}>
          Cancel
        </button>
        <button type="button" className="quiet" onClick={() => copy(false)}>
          Copy as it is
        </button>
        <button type="button" className="primary" autoFocus onClick={() => copy(true)}>
          Copy masked
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
          <strong>{secret.kind}</strong> line {secret.line} <code>{secret.masked}</code>
        </li>
      ))}
      {secrets.length > 50 ? <li>and {secrets.length - 50} more</li> : null}
    </ul>
  );
}
