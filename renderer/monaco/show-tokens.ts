import type { MarkedState, MarkedText } from '../stores/marked';
import type { TokenMarks } from './token-marks';

/** Draws the boundaries if the user wants them and the selection is in this editor. */
export function showTokens(
  marks: TokenMarks,
  { marked, tokens, showsTokens }: MarkedState,
  where: MarkedText['where'],
): void {
  if (!showsTokens || marked?.where !== where || tokens?.starts == null) marks.clear();
  else marks.show(marked.start, marked.text.length, tokens.starts);
}
