import { useStore } from 'zustand';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { longestMarked, type MarkedText } from '../../stores/marked';
import { Count } from './count';

/** The tokens of what is selected, where it is selected; a button draws their boundaries. */
export function MarkedNote({ where }: { readonly where: MarkedText['where'] }) {
  const { marked } = useApp();
  const { marked: text, tokens, showsTokens } = useStore(marked.store);
  if (text?.where !== where) return null;
  const characters = `${formatNumber(text.text.length)} characters`;
  return (
    <span className="marked-note" role="status" data-testid={`marked-${where}`}>
      {text.text.length > longestMarked ? (
        `${characters} selected: too many to count by themselves`
      ) : tokens === null ? (
        `${characters} selected`
      ) : (
        <>
          <Count count={tokens.count} unit="tokens" /> selected · {characters}
        </>
      )}
      {tokens?.starts == null ? null : (
        <button
          type="button"
          className="toggle"
          aria-pressed={showsTokens}
          title={`Draw the token boundaries of ${tokens.vocabulary}${
            tokens.count.method === 'exact' ? '' : '; the model’s own vocabulary is not published'
          }`}
          onClick={() => marked.toggleTokens()}
        >
          Boundaries
        </button>
      )}
    </span>
  );
}
