import type { ExampleInfo } from '../../../shared/ipc/contract';
import { useApp } from '../../context';
import { tierLetters } from '../../model/describe';

/** An example with a small ruler: the share of each tier in its tokens. */
export function ExampleCard({ example: { path, title, line, bands } }: { readonly example: ExampleInfo }) {
  const { actions } = useApp();
  return (
    <button type="button" className="example-card" onClick={() => void actions.openFolder(path)}>
      <span className="example-picture" aria-hidden="true">
        {bands.map(([tier, percent]) => (
          <i key={tier} data-tier={tier === 'tools' ? 'none' : tier} style={{ flexGrow: percent }}>
            {percent < 18 ? '' : tier === 'tools' ? 'T' : tierLetters[tier]}
          </i>
        ))}
      </span>
      <span className="example-words">
        <b>{title}</b>
        <span>{line}</span>
      </span>
    </button>
  );
}
