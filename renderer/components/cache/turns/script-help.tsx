import { scriptSteps } from '../../../model/panels/cache-words';
import { scriptHelpWords as words } from '../../../words/panels/cache';

/** The lines of the script language, each with an example; a click adds it at the end of the script. */
export function ScriptHelp({ onAdd }: { readonly onAdd: ((line: string) => void) | null }) {
  return (
    <details className="script-help">
      <summary>{words.scriptLines}</summary>
      <dl>
        {scriptSteps.map(({ line, also, means }) => (
          <div key={line}>
            <dt>
              <button
                type="button"
                className="link"
                disabled={onAdd === null}
                title={words.add}
                onClick={() => onAdd?.(line)}
              >
                <code>{line}</code>
              </button>
              {also === '' ? null : (
                <>
                  {' '}
                  {words.or} <code>{also}</code>
                </>
              )}
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
