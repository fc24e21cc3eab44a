import type { TextShare } from '../../../shared/analysis/count/template-share';
import type { TokenCount } from '../../../shared/analysis/types';
import { Count } from './count';
import { textShareWords as words } from '../../words/window/basics';

/**
 * How much of the request is the user's, the design's template, and the agent's own prompt. Shows nothing if all of it
 * is the user's.
 */
export function TextShareNote({
  share: { yours, template, agent },
  framing,
}: {
  readonly share: TextShare;
  /** What belongs to no text: the framing of the request. */
  readonly framing: TokenCount;
}) {
  if (template.tokens === 0 && agent.tokens === 0) return null;
  return (
    <span className="text-share" title={words.hint}>
      <span>
        {words.yours} <Count count={yours} />
      </span>
      {template.tokens === 0 ? null : (
        <>
          {' · '}
          <span>
            <i className="hatch-swatch" aria-hidden="true" />
            {words.template} <Count count={template} />
          </span>
        </>
      )}
      {agent.tokens === 0 ? null : (
        <>
          {' · '}
          <span>
            <i className="hatch-swatch" aria-hidden="true" />
            {words.agentsOwn} <Count count={agent} />
          </span>
        </>
      )}
      {framing.tokens === 0 ? null : (
        <>
          {' · '}
          <span>
            {words.framing} <Count count={framing} />
          </span>
        </>
      )}
    </span>
  );
}
