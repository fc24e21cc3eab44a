import { useMemo } from 'react';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { assumptionText, costText, isTooShort, nodeName, costSummary } from '../../model/cache/cache-text';
import { useCache } from './use-cache';
import { lacksFrame, partText } from '../../../shared/document/lacks-frame';
import { cacheStatusWords as words } from '../../words/panels/cache';

/**
 * What the next request costs, and the assumption it rests on; a click shows why. `isStep`: the user went to another
 * request of the file. That is not an edit, so no price of an edit is shown.
 */
export function CacheStatus({ inspection, isStep }: { readonly inspection: Inspection; readonly isStep: boolean }) {
  const { view, cache } = useApp();
  const reply = useCache((state) => state.reply);
  const first = reply?.cost?.first?.node ?? null;
  const name = useMemo(
    () => (first === null ? '' : nodeName(inspection.document, first)),
    [inspection.document, first],
  );
  if (reply === null) return null;
  const { against } = reply;
  const cost = reply.cost === null || !isStep ? reply.cost : { ...reply.cost, first: null };
  const open = (): void => {
    cache.show('request');
    view.showPanel('cache');
  };
  const isPart = lacksFrame(inspection.document);
  const text =
    cost === null
      ? words.rulesUnknown
      : isPart
        ? words.forPart(costText(cost.coldCost, cost.coldCost))
        : costSummary(cost, against, inspection.analysis.total.method);
  const where = cost?.first == null ? '' : words.firstDifference(name);
  const rule = cost === null ? '' : words.byRules(cost.rules.title, cost.rules.asOf);
  const again =
    against !== null || cost?.unchangedCost == null || isTooShort(cost)
      ? ''
      : words.ifWarm(costText(cost.unchangedBestCost, cost.unchangedCost));
  const title = cost === null ? '' : isPart ? partText : `${assumptionText(against)}. ${again}${where}${rule}`;
  const uncached = cost === null || cost.survived === 0 ? ' is-uncached' : '';
  const edited = cost?.first == null || isTooShort(cost) ? '' : ' is-edited';
  return (
    <button
      type="button"
      className={`status-cache${uncached}${edited}`}
      data-testid="edit-cost"
      title={title}
      onClick={open}
    >
      {text}
    </button>
  );
}
