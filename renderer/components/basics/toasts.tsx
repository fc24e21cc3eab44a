import { useStore } from 'zustand';
import { useApp, useView } from '../../context';
import { toastPlace } from '../../stores/cause-place';
import { toastsWords as words } from '../../words/window/basics';

/** Shown near what caused them. Beside an open dialog in the corner, to cover none of its buttons. */
export function Toasts() {
  const { toasts } = useApp();
  const shown = useStore(toasts.store, (state) => state.toasts);
  const hasDialog = useView((state) => state.dialog !== null);
  const cause = hasDialog ? null : (shown.at(-1)?.cause ?? null);
  const place = cause === null ? {} : toastPlace(cause, { width: window.innerWidth, height: window.innerHeight });
  return (
    <div className={`toasts${cause === null ? '' : ' is-near'}`} style={place} role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={`toast toast-${toast.kind}`}>
          <span>{toast.text}</span>
          <button type="button" aria-label={words.dismiss} onClick={() => toasts.dismiss(toast.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
