import type { Inspection } from '../../../shared/ipc/inspection';
import { useApp } from '../../context';
import { VirtualList } from '../basics/virtual-list';

/** Every memory with its score, and why it was or was not taken. */
export function RecallPanel({ recall }: { readonly recall: NonNullable<Inspection['panels']['recall']> }) {
  const { actions } = useApp();
  const best = Math.max(0.0001, ...recall.memories.map((memory) => memory.score));
  return (
    <>
      <p className="panel-lead">
        {recall.query === '' ? (
          'No query: nothing is recalled.'
        ) : (
          <>
            Query “{recall.query}”, terms {recall.queryTerms.join(', ')}
          </>
        )}
      </p>
      <VirtualList
        items={recall.memories.map((memory, index) => ({ memory, index }))}
        rowHeight={26}
        keyOf={({ index }) => String(index)}
        role="list"
        aria-label="Memories"
      >
        {({ memory }) => (
          <div role="listitem">
            <button
              type="button"
              className={`grid-row recall-row${memory.taken ? '' : ' is-out'}`}
              title={memory.text}
              onClick={() => void actions.goTo(memory.place.source, memory.place.span, false)}
            >
              <span className="state">{memory.taken ? '✓ in' : '– out'}</span>
              <span className="bar" aria-hidden="true">
                <i style={{ width: `${(memory.score / best) * 100}%` }} />
              </span>
              <span className="tokens">{memory.score.toFixed(4)}</span>
              <span className="name">{memory.label}</span>
              <span className="preview">{memory.why}</span>
              <span className="terms">
                {memory.terms
                  .slice(0, 5)
                  .map(({ term, weight }) => `${term} ${weight.toFixed(2)}`)
                  .join(' · ')}
                {memory.terms.length > 5 ? ` · ${memory.terms.length - 5} more` : ''}
              </span>
            </button>
          </div>
        )}
      </VirtualList>
    </>
  );
}
