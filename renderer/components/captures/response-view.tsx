import { useEffect } from 'react';
import { visible } from '../../../shared/basics/invisible';
import { useApp } from '../../context';
import { useCaptures } from './use-captures';
import { responseViewWords as words } from '../../words/panels/captures';

const kinds = { text: '', thinking: words.thinking, call: words.call, error: words.error, raw: words.asSent } as const;

/** What the provider answered, as readable text. */
export function ResponseView() {
  const { captures } = useApp();
  const response = useCaptures((state) => state.response);
  const chosen = useCaptures((state) => state.chosen);
  useEffect(() => {
    void captures.loadResponse();
  }, [captures, chosen]);
  if (response === null) return null;
  if (response.length === 0) return <p className="help">{words.noneKept}</p>;
  return (
    <div className="answer-body response">
      {response.map(({ kind, name, text }, index) => (
        <section key={index} className={`response-${kind}`}>
          {kind === 'text' ? null : (
            <h3>
              {kinds[kind]} {visible(name ?? '')}
            </h3>
          )}
          <pre>{visible(text)}</pre>
        </section>
      ))}
    </div>
  );
}
