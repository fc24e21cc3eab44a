import type { InspectorError } from '../../../shared/ipc/contract';
import { useApp } from '../../context';

/** Offers a layout for a folder that matches no design. */
export function LayoutOffer({ failure }: { readonly failure: InspectorError | null }) {
  const { requests } = useApp();
  const folder = failure?.folder;
  if (folder === undefined) return null;
  return (
    <p className="layout-offer">
      <button type="button" className="primary" onClick={() => void requests.createLayout(folder)}>
        New layout from this folder
      </button>
      <span className="help">writes a strata.json that lists the prompt files found here, and nothing else</span>
    </p>
  );
}
