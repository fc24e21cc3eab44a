import { useApp } from '../../context';
import { referenceText } from '../../model/cache/cache-text';
import { useCache } from './use-cache';
import { SelectBox } from '../basics/select-box';

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
      <div className="segments" role="group" aria-label="Cache before this request">
        <button
          type="button"
          className="segment"
          aria-pressed={!isWarm}
          title="Nothing was sent before: nothing is read"
          onClick={() => assume('nothing')}
        >
          Cold
        </button>
        <button
          type="button"
          className="segment"
          aria-pressed={isWarm}
          title="If the same prefix was sent before, and has not expired"
          onClick={() => assume('sent')}
        >
          Warm
        </button>
      </div>
      {!isWarm || reply === null || against === null || reply.references.length < 2 ? null : (
        <SelectBox
          label="Sent before"
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
