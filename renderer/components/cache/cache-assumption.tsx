import { useApp } from '../../context';
import { referenceText } from '../../model/cache/cache-text';
import { useCache } from './use-cache';
import { SelectBox } from '../basics/select-box';
import { cacheAssumptionWords as words } from '../../words/cache';

/**
 * Cold or warm: Strata has sent nothing, so what the cache holds is the user's assumption. It is shown beside its
 * figures.
 */
export function CacheAssumption() {
  const { cache, actions } = useApp();
  const reply = useCache((state) => state.reply);
  const isWarm = useCache((state) => state.against !== 'nothing');
  const assume = (against: Parameters<typeof cache.assume>[0]): void => {
    cache.assume(against).catch(actions.report);
  };
  if (reply?.cost === null) return null;
  const against = reply?.against ?? null;
  return (
    <>
      <div className="segments" role="group" aria-label={words.cacheBeforeThisRequest}>
        <button
          type="button"
          className="segment"
          aria-pressed={!isWarm}
          title={words.ifNothingWasSentBefore}
          onClick={() => assume('nothing')}
        >
          {words.cold}
        </button>
        <button
          type="button"
          className="segment"
          aria-pressed={isWarm}
          title={words.ifTheSamePrefixWas}
          onClick={() => assume('sent')}
        >
          {words.warm}
        </button>
      </div>
      {!isWarm || reply === null || against === null || reply.references.length < 2 ? null : (
        <SelectBox
          label={words.sentBefore}
          hideLabel
          value={against.name}
          choices={reply.references.map((reference) => ({
            value: reference.name,
            label: referenceText(reference),
            note: new Date(reference.at).toLocaleTimeString('en-GB'),
          }))}
          onChange={(name) => assume(reply.references.find((reference) => reference.name === name)?.name ?? 'sent')}
        />
      )}
    </>
  );
}
