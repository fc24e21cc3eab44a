import { useStore } from 'zustand';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { longestMarked, type MarkedText } from '../../stores/marked';
import { Count } from './count';
import { markedNoteWords as words } from '../../words/window/basics';

/** The tokens of what is selected, where it is selected; a button draws their boundaries. */
export function MarkedNote({ where }: { readonly where: MarkedText['where'] }) {
  const { marked } = useApp();
  const { marked: text, tokens, showsTokens } = useStore(marked.store);
  if (text?.where !== where) return null;
  const characters = words.characters(formatNumber(text.text.length));
  return (
    <span className="marked-note" role="status" data-testid={`marked-${where}`}>
      {text.text.length > longestMarked ? (
        words.tooManyToCount(characters)
      ) : tokens === null ? (
        words.selected(characters)
      ) : (
        <>
          <Count count={tokens.count} unit="tokens" /> {words.selectedTokens(characters)}
        </>
      )}
      {tokens?.starts == null ? null : (
        <button
          type="button"
          className="toggle"
          aria-pressed={showsTokens}
          title={words.boundariesHint(
            tokens.vocabulary,
            tokens.count.method === 'exact' ? '' : words.vocabularyUnpublished,
          )}
          onClick={() => marked.toggleTokens()}
        >
          {words.boundaries}
        </button>
      )}
    </span>
  );
}
