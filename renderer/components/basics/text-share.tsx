import type { TextShare } from '../../../shared/analysis/count/template-share';
import { Count } from './count';
import { textShareWords as words } from '../../words/window/basics';

/**
 * How much of the request is the user's, the design's template, and the agent's own prompt. Shows nothing if all of it
 * is the user's.
 */
export function TextShareNote({ share: { yours, template, agent } }: { readonly share: TextShare }) {
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
    </span>
  );
}
