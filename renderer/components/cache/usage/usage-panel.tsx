import type { DragEvent } from 'react';
import type { UsageView } from '../../../../shared/ipc/cache/cache-view';
import { useApp } from '../../../context';
import { readReaches, usageForms } from '../../../model/cache/cache-usage';
import { formatNumber } from '../../../model/counts';
import { assumptionText, framingNote, percent } from '../../../model/cache/cache-text';
import type { Shown } from '../../../stores/inspection';
import { usageAnswer } from '../../../model/panels/cache-answers';
import { PanelAnswer } from '../../panels/panel-answer';
import { CacheAssumption } from '../cache-assumption';
import { CacheRules } from '../cache-rules';
import { useCache } from '../use-cache';
import { CorrectionNote, CorrectionOffer } from '../../bars/correction-note';
import { DataTable, type Column } from '../../table/data-table';
import { UsageBars } from './usage-bars';
import { usagePanelWords as words } from '../../../words/panels/volatility-and-usage';

const placeholder = words.placeholder;

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
    <>
      <PanelAnswer answer={usageAnswer(view)} />
      <div className="usage">
        <div className="usage-input">
          <textarea
            className="script-text"
            aria-label={words.reportedUsage}
            spellCheck={false}
            placeholder={placeholder}
            value={text}
            onDrop={onDrop}
            onChange={(event) => take(event.target.value)}
          />
          <div className="usage-ways">
            <button type="button" className="quiet" onClick={() => void counts.prepare()}>
              {words.countAtProvider}
            </button>
            {text === '' ? null : (
              <button type="button" className="quiet" onClick={() => take('')}>
                {words.clear}
              </button>
            )}
          </div>
        </div>
        <div className="usage-view">
          <CorrectionNote analysis={shown.inspection.analysis} />
          {view === null ? <p className="empty-note">{words.help}</p> : <Report view={view} shown={shown} />}
        </div>
      </div>
    </>
  );
}

const none: readonly never[] = [];

function Report({ view, shown }: { readonly view: UsageView; readonly shown: Shown }) {
  const markers = useCache((state) => state.reply?.cost?.outcome.markers) ?? none;
  const against = useCache((state) => state.reply?.against ?? null);
  const { usage, rows, rules, findings, fit, ofAnother } = view;
  const { model } = shown.inspection.analysis;
  const isPredicted = !ofAnother && rows.length > 0;
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
            <ContextUsed used={usage.context} contextWindow={ofAnother ? null : model.contextWindow} />
            <span>
              {words.output} <Reported value={usage.output} />
            </span>
            {usage.diagnosis === null ? null : (
              <span>
                {words.providerSays} {usage.diagnosis.reason ?? words.cacheWasHit}
                {usage.diagnosis.missedTokens === null ? '' : words.missed(formatNumber(usage.diagnosis.missedTokens))}
              </span>
            )}
          </p>
          {ofAnother ? <p className="usage-finding finding-warning">{words.otherProvider(model.label)}</p> : null}
          {fit === null || ofAnother ? null : <CorrectionOffer fit={fit} shown={shown} />}
          {!isPredicted ? (
            <UsageBars usage={usage} rows={none} markers={none} />
          ) : (
            <>
              <div className="usage-assumption">
                <span>{words.predictedUnder(assumptionText(against))}</span> <CacheAssumption />
              </div>
              <UsageBars usage={usage} rows={rows} markers={markers} />
              <p className="help">{readReaches(usage.read, markers, shown.inspection.document)}</p>
            </>
          )}
          {ofAnother || isPredicted ? null : <p className="help">{words.rulesUnknown}</p>}
          {!isPredicted ? (
            <ReportedOnly usage={usage} />
          ) : (
            <DataTable
              label={words.predictedAndReported}
              className="usage-table"
              columns={usageColumns(usage, framing)}
              rows={rows}
              keyOf={({ what }) => what}
            />
          )}
        </>
      )}
      {rules === null || ofAnother ? null : <CacheRules rules={rules} />}
    </>
  );
}

/** What an answer of another provider says, without a prediction. */
function ReportedOnly({ usage }: { readonly usage: NonNullable<UsageView['usage']> }) {
  return (
    <table className="plain-table usage-table">
      <thead>
        <tr>
          <th scope="col">{words.tokens}</th>
          <th scope="col" className="number">
            {words.reported}
          </th>
        </tr>
      </thead>
      <tbody>
        {(['read', 'written', 'uncached'] as const).map((what) => (
          <tr key={what}>
            <td>{nameOf(what, usage)}</td>
            <td className="number">
              <Reported value={usage[what]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function usageColumns(
  usage: NonNullable<UsageView['usage']>,
  framing: ReturnType<typeof framingNote>,
): readonly Column<UsageView['rows'][number]>[] {
  return [
    {
      id: 'what',
      title: words.tokens,
      text: ({ what }) => `${nameOf(what, usage)}${what === 'total' ? framing.text : ''}`,
      hint: ({ what }) => (what === 'total' ? framing.why : undefined),
    },
    {
      id: 'predicted',
      title: words.predicted,
      isNumber: true,
      text: ({ predicted: { low, high } }) =>
        `${low === high ? formatNumber(high) : `${formatNumber(low)}–${formatNumber(high)}`} ≈`,
      value: ({ predicted }) => predicted.high,
    },
    {
      id: 'reported',
      title: words.reported,
      isNumber: true,
      text: ({ reported }) => (reported === null ? words.notReported : `${formatNumber(reported)} ✓`),
      value: ({ reported }) => reported,
      cell: ({ reported }) => <Reported value={reported} />,
    },
    {
      id: 'verdict',
      title: words.verdict,
      className: 'why',
      text: ({ reported, agrees, why }) => `${reported === null ? '' : agrees ? '✓ ' : '≠ '}${why}`,
      cell: ({ reported, agrees, why }) => (
        <span className={reported === null ? '' : agrees ? 'agrees' : 'differs'}>
          {reported === null ? '' : agrees ? '✓ ' : '≠ '}
          {why}
        </span>
      ),
    },
  ];
}

/** A value that was not reported is not zero. */
function Reported({ value }: { readonly value: number | null }) {
  return value === null ? (
    <span className="not-reported">{words.notReported}</span>
  ) : (
    <b className="reported">
      {formatNumber(value)} <span className="mark">✓</span>
    </b>
  );
}

/** `contextWindow`: of the model that answered; null if it is not known. */
function ContextUsed({ used, contextWindow }: { readonly used: number | null; readonly contextWindow: number | null }) {
  const share = used === null || contextWindow === null ? null : Math.min(1, used / contextWindow);
  return (
    <span className="context-used">
      {words.contextUsed} <Reported value={used} />
      {share === null || contextWindow === null ? null : (
        <>
          <span className="bar" aria-hidden="true">
            <i style={{ width: `${Math.max(1, share * 100)}%` }} />
          </span>{' '}
          {words.of(percent(share), formatNumber(contextWindow))}
        </>
      )}
    </span>
  );
}

function nameOf(what: UsageView['rows'][number]['what'], usage: NonNullable<UsageView['usage']>): string {
  return what === 'written' ? writtenName(usage) : words[what];
}

function writtenName({ written5m, written1h }: NonNullable<UsageView['usage']>): string {
  if (written5m === null && written1h === null) return words.written;
  return words.writtenByLifetime(formatNumber(written5m ?? 0), formatNumber(written1h ?? 0));
}
