import { useStore } from 'zustand';
import { useApp } from '../../context';

export function Toasts() {
  const { toasts } = useApp();
  const shown = useStore(toasts.store, (state) => state.toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={`toast toast-${toast.kind}`}>
          <span>{toast.text}</span>
          <button type="button" aria-label="Dismiss" onClick={() => toasts.dismiss(toast.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
