import type { DragEvent } from 'react';
import type { MarkerView, UsageView } from '../../../shared/ipc/cache-view';
import { useApp } from '../../context';
import { readReaches, usageForms } from '../../model/cache/cache-usage';
import { formatNumber } from '../../model/counts';
import { assumptionText, framingNote, percent } from '../../model/cache/cache-text';
import type { Shown } from '../../stores/inspection';
import { CacheAssumption } from './cache-assumption';
import { CacheRules } from './cache-rules';
import { useCache } from './use-cache';
import { CorrectionNote, CorrectionOffer } from '../bars/correction-note';
import { UsageBars } from './usage-bars';

const placeholder = `Paste a provider's answer, or only its usage:

{ "usage": {
    "input_tokens": 120,
    "cache_read_input_tokens": 6800,
    "cache_creation_input_tokens": 0,
    "output_tokens": 310 } }`;

/** The usage a provider reported, beside the prediction for the build on screen. */
export function UsagePanel({ shown }: { readonly shown: Shown }) {
  const { cache, counts, actions } = useApp();
  const text = useCache((state) => state.usageText);
  const view = useCache((state) => state.usage);
  const take = (next: string): void => {
    cache.setUsage(next).catch(actions.report);
  };
  const onDrop = (event: DragEvent): void => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    // Otherwise the window opens what is dropped on it.
    event.stopPropagation();
    file.text().then(take, actions.report);
  };
  return (
    <div className="usage">
      <div className="usage-input">
        <textarea
          className="script-text"
          aria-label="Reported usage"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onDrop={onDrop}
          onChange={(event) => take(event.target.value)}
        />
        <div className="usage-ways">
          <button type="button" className="quiet" onClick={() => void counts.prepare()}>
            Count at the provider…
          </button>
          {text === '' ? null : (
            <button type="button" className="quiet" onClick={() => take('')}>
              Clear
            </button>
          )}
        </div>
      </div>
      <div className="usage-view">
        <CorrectionNote analysis={shown.inspection.analysis} />
        {view === null ? (
          <p className="empty-note">
            Anthropic, OpenAI, Gemini, DeepSeek and Bedrock forms are understood. What was read and written is then held
            against the breakpoints and the prediction.
          </p>
        ) : (
          <Report view={view} shown={shown} />
        )}
      </div>
    </div>
  );
}

const none: readonly MarkerView[] = [];

function Report({ view, shown }: { readonly view: UsageView; readonly shown: Shown }) {
  const markers = useCache((state) => state.reply?.cost?.outcome.markers) ?? none;
  const against = useCache((state) => state.reply?.against ?? null);
  const { usage, rows, rules, findings, fit, ofAnother } = view;
  const framing = framingNote(shown.inspection.analysis.overhead);
  return (
    <>
      {findings.map(({ message, severity }) => (
        <p key={message} className={`usage-finding finding-${severity}`}>
          {message}
        </p>
      ))}
      {usage === null ? null : (
        <>
          <p className="usage-lead">
            <strong>{usageForms[usage.form]}</strong>
            <ContextUsed used={usage.context} shown={shown} />
            <span>
              output <Reported value={usage.output} />
            </span>
            {usage.diagnosis === null ? null : (
              <span>
                the provider says: {usage.diagnosis.reason ?? 'the cache was hit'}
                {usage.diagnosis.missedTokens === null
                  ? ''
                  : ` (${formatNumber(usage.diagnosis.missedTokens)} ✓ missed)`}
              </span>
            )}
          </p>
          {ofAnother ? (
            <p className="usage-finding finding-warning">
              The model on screen is {shown.inspection.analysis.model.label}: this answer came from another provider,
              and the prediction is not about it.
            </p>
          ) : null}
          {fit === null || ofAnother ? null : <CorrectionOffer fit={fit} shown={shown} />}
          <div className="usage-assumption">
            <span>Predicted: {assumptionText(against)}.</span> <CacheAssumption />
          </div>
          <UsageBars usage={usage} rows={rows} markers={markers} />
          <p className="help">{readReaches(usage.read, markers, shown.inspection.document)}</p>
          {rows.length === 0 ? (
            <p className="help">There are no caching rules for the model on screen, so nothing was predicted.</p>
          ) : (
            <table className="plain-table usage-table">
              <thead>
                <tr>
                  <th scope="col">Tokens</th>
                  <th scope="col" className="number">
                    Predicted
                  </th>
                  <th scope="col" className="number">
                    Reported
                  </th>
                  <th scope="col">Verdict</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ what, predicted, reported, agrees, why }) => (
                  <tr key={what}>
                    <td title={what === 'total' ? framing.why : undefined}>
                      {what === 'written' ? writtenName(usage) : what === 'total' ? `total${framing.text}` : what}
                    </td>
                    <td className="number">
                      {predicted.low === predicted.high
                        ? formatNumber(predicted.high)
                        : `${formatNumber(predicted.low)}–${formatNumber(predicted.high)}`}{' '}
                      ≈
                    </td>
                    <td className="number">
                      <Reported value={reported} />
                    </td>
                    <td className={reported === null ? 'why' : agrees ? 'why agrees' : 'why differs'}>
                      {reported === null ? '' : agrees ? '✓ ' : '≠ '}
                      {why}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
      {rules === null ? null : <CacheRules rules={rules} />}
    </>
  );
}

/** A value that was not reported is not zero. */
function Reported({ value }: { readonly value: number | null }) {
  return value === null ? (
    <span className="not-reported">not reported</span>
  ) : (
    <b className="reported">
      {formatNumber(value)} <span className="mark">✓</span>
    </b>
  );
}

function ContextUsed({ used, shown }: { readonly used: number | null; readonly shown: Shown }) {
  const { contextWindow } = shown.inspection.analysis.model;
  const share = used === null || contextWindow === null ? null : Math.min(1, used / contextWindow);
  return (
    <span className="context-used">
      context used <Reported value={used} />
      {share === null || contextWindow === null ? null : (
        <>
          <span className="bar" aria-hidden="true">
            <i style={{ width: `${Math.max(1, share * 100)}%` }} />
          </span>{' '}
          {percent(share)} of {formatNumber(contextWindow)}
        </>
      )}
    </span>
  );
}

function writtenName({ written5m, written1h }: NonNullable<UsageView['usage']>): string {
  if (written5m === null && written1h === null) return 'written';
  return `written (${formatNumber(written5m ?? 0)} for 5m, ${formatNumber(written1h ?? 0)} for 1h)`;
}
