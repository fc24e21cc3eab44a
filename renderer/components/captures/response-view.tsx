import { useEffect } from 'react';
import { visible } from '../../../shared/basics/invisible';
import { useApp } from '../../context';
import { useCaptures } from './use-captures';

const words = { text: '', thinking: 'thinking', call: 'call', error: 'error', raw: 'as sent' } as const;

/** What the provider answered, to read. */
export function ResponseView() {
  const { captures } = useApp();
  const response = useCaptures((state) => state.response);
  const chosen = useCaptures((state) => state.chosen);
  useEffect(() => {
    void captures.loadResponse();
  }, [captures, chosen]);
  if (response === null) return null;
  if (response.length === 0) return <p className="help">No response is kept for this request.</p>;
  return (
    <div className="answer-body response">
      {response.map(({ kind, name, text }, index) => (
        <section key={index} className={`response-${kind}`}>
          {kind === 'text' ? null : (
            <h3>
              {words[kind]} {visible(name ?? '')}
            </h3>
          )}
          <pre>{visible(text)}</pre>
        </section>
      ))}
    </div>
  );
}
