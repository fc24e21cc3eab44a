import type { TextShare } from '../../../shared/analysis/count/template-share';
import { Count } from './count';

/**
 * How much of the request is the user's and how much is the design's template. Shows nothing if all of it is the
 * user's.
 */
export function TextShareNote({ share: { yours, template } }: { readonly share: TextShare }) {
  if (template.tokens === 0) return null;
  return (
    <span
      className="text-share"
      title={
        'Yours: from your files, settings and machine. ' +
        'Template: words, tags and headings of the design, which Strata supplies.'
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
    </span>
  );
}
