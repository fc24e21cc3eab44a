import type { TokenCount } from '../../../shared/analysis/types';
import type { Range } from '../../model/cache/cache-text';
import { reportedTotal } from '../../model/captures/reported-rows';
import type { Shown } from '../../stores/inspection';
import { useRequests } from '../requests/use-requests';
import { useReportedRows } from './use-reported-rows';

/** What the request on screen cost by the usage that its response reported; null if a file reports none. */
export function useReportedCost({ inspection: { architecture, controls } }: Shown): Range | null {
  const index = Number(controls.find(({ name }) => name === 'index')?.value ?? 1);
  return useRequests(({ sequence }) => {
    const step = architecture === 'request' ? sequence?.steps[index - 1] : undefined;
    return step?.reported == null ? null : (step.billed?.cost ?? null);
  });
}

/** What the response to the request on screen reported as its input: in a captured session, or in a file or log. */
export function useReportedTotal(shown: Shown): TokenCount | null {
  const captured = useReportedRows(shown).total;
  const { architecture, controls } = shown.inspection;
  const index = Number(controls.find(({ name }) => name === 'index')?.value ?? 1);
  const inFile = useRequests(({ sequence }) =>
    architecture === 'request' ? (sequence?.steps[index - 1]?.reported?.context ?? null) : null,
  );
  return captured ?? (inFile === null ? null : reportedTotal(inFile));
}
