import type { TextShare } from '../../../shared/analysis/count/template-share';
import { Count } from './count';

/**
 * How much of the request is the user's, the design's template, and the agent's own prompt. Shows nothing if all of it
 * is the user's.
 */
export function TextShareNote({ share: { yours, template, agent } }: { readonly share: TextShare }) {
  if (template.tokens === 0 && agent.tokens === 0) return null;
  return (
    <span
      className="text-share"
      title={
        'Yours: from your files, settings and machine. ' +
        'Template: words, tags and headings of the design, which Strata supplies. ' +
        'Agent’s own: its prompt and tools, learned from a capture on this machine.'
      }
    >
      <span>
        yours <Count count={yours} />
      </span>{' '}
      ·{' '}
      <span>
        <i className="hatch-swatch" aria-hidden="true" />
        template <Count count={template} />
      </span>
      {agent.tokens === 0 ? null : (
        <>
          {' · '}
          <span>
            <i className="hatch-swatch" aria-hidden="true" />
            agent’s own <Count count={agent} />
          </span>
        </>
      )}
    </span>
  );
}
