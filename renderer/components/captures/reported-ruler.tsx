import { formatNumber } from '../../model/counts';
import { isOfSession } from '../../model/captures/rows';
import { quarter } from '../../model/sections/ruler';
import type { Shown } from '../../stores/inspection';
import { useCaptures } from './use-captures';
import { reportedRulerWords as words } from '../../words/panels/captures';

/** A lane of the ruler for a captured request: what the provider reported as read, as written and as uncached. */
export function ReportedRuler({ height, shown }: { readonly height: number; readonly shown: Shown }) {
  const reported = useCaptures(({ followed, chosen }) =>
    followed !== null && isOfSession(shown.inspection, followed.session.id)
      ? (followed.rows.find(({ number }) => number === chosen)?.reported ?? null)
      : null,
  );
  if (reported?.context == null || reported.context === 0) return null;
  const { context } = reported;
  const [read, written] = [reported.read ?? 0, reported.written ?? 0];
  const zones = [
    { name: 'read', from: 0, tokens: read },
    { name: 'written', from: read, tokens: written },
    { name: 'uncached', from: read + written, tokens: context - read - written },
  ] as const;
  return (
    <>
      {zones.map(({ name, from, tokens }) =>
        tokens <= 0 ? null : (
          <span
            key={name}
            className={`ruler-reported is-${name}`}
            role="img"
            aria-label={words.zone(words[name], formatNumber(tokens))}
            title={words.zoneHint(words[name], formatNumber(tokens))}
            style={{
              top: quarter((from / context) * height),
              height: quarter(Math.max(2, (tokens / context) * height)),
            }}
          />
        ),
      )}
    </>
  );
}
