import type { TokenCount } from '../../../shared/analysis/types';
import { reportedTotal } from '../../model/captures/reported-rows';
import type { Shown } from '../../stores/inspection';
import { useRequests } from '../requests/use-requests';
import { useReportedRows } from './use-reported-rows';

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
