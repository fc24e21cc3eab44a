import { useMemo } from 'react';
import type { Inspection } from '../../../shared/ipc/inspection';
import { useApp } from '../../context';
import { assumptionText, dollars, isTooShort, nodeName, shortCost } from '../../model/cache/cache-text';
import { useCache } from './use-cache';

/** The cost of the next request, always visible, with its assumption. A click shows why. */
export function CacheStatus({ inspection }: { readonly inspection: Inspection }) {
  const { view, cache } = useApp();
  const reply = useCache((state) => state.reply);
  const first = reply?.cost?.first?.node ?? null;
  const name = useMemo(
    () => (first === null ? '' : nodeName(inspection.document, first)),
    [inspection.document, first],
  );
  if (reply === null) return null;
  const { cost, against } = reply;
  const open = (): void => {
    cache.show('request');
    view.showPanel('cache');
  };
  const text = cost === null ? 'caching rules unknown' : shortCost(cost, against, inspection.analysis.total.method);
  const where = cost?.first == null ? '' : `The first difference is in ${name}. `;
  const rule = cost === null ? '' : `By the rules of ${cost.rules.title}, ${cost.rules.asOf}.`;
  const again =
    against !== null || cost?.unchangedCost == null || isTooShort(cost)
      ? ''
      : `If the same prefix was sent before, it costs ${dollars(cost.unchangedCost)}. `;
  const title = cost === null ? '' : `${assumptionText(against)}. ${again}${where}${rule}`;
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
