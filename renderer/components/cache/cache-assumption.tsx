import { useApp } from '../../context';
import { referenceText } from '../../model/cache/cache-text';
import { useCache } from './use-cache';
import { SelectBox } from '../basics/select-box';
import { cacheAssumptionWords as words } from '../../words/panels/cache';

/**
 * Cold or warm. Strata sends nothing, so it cannot know what the cache holds: the user assumes it. The assumption is
 * shown beside the figures that rest on it.
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
      <div className="segments" role="group" aria-label={words.assumption}>
        <button
          type="button"
          className="segment"
          aria-pressed={!isWarm}
          title={words.coldHint}
          onClick={() => assume('nothing')}
        >
          {words.cold}
        </button>
        <button
          type="button"
          className="segment"
          aria-pressed={isWarm}
          title={words.warmHint}
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
