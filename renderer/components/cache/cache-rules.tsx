import type { RulesView, RuleSource } from '../../../shared/ipc/cache/cache-view';
import { ruleFigures, sourceText } from '../../model/cache/cache-text';
import { cacheRulesWords as words } from '../../words/panels/cache';

/** Which rules a verdict rests on, their date and their source. */
export function CacheRules({ rules }: { readonly rules: RulesView }) {
  return (
    <details className="cache-rules">
      <summary>
        <strong>{rules.title}</strong>
        {words.rulesOf(rules.asOf, rules.model, rules.listed ? '' : words.isNotListed, ruleFigures(rules).join(' · '))}
      </summary>
      <ul>
        {rules.source === null ? null : (
          <li>
            {words.figures} <SourceLine source={rules.source} />
          </li>
        )}
        {rules.overriddenBy.map((file) => (
          <li key={file}>{words.changedByFile(file)}</li>
        ))}
        {rules.notes.map(({ text, source }) => (
          <li key={text}>
            {text}
            {source === null ? (
              ''
            ) : (
              <>
                {' '}
                <SourceLine source={source} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function SourceLine({ source }: { readonly source: RuleSource }) {
  return (
    <span className="cache-source">
      {sourceText(source)} <code>{source.url}</code>
    </span>
  );
}
