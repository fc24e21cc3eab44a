import type { ReactNode } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { Answer } from '../../model/panels/answer';

/** The first line of a panel: what it answers, and beside it what can be done about it. */
export function PanelAnswer({ answer, children }: { readonly answer: Answer; readonly children?: ReactNode }) {
  return (
    <div className={`panel-answer${answer.tone === undefined ? '' : ` is-${answer.tone}`}`}>
      <p role="status">{visible(answer.text)}</p>
      {children}
    </div>
  );
}
