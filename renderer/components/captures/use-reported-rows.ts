import { useMemo } from 'react';
import { noReportedRows, reportedRows, type ReportedRows } from '../../model/captures/reported-rows';
import { isOfSession } from '../../model/captures/rows';
import type { Shown } from '../../stores/inspection';
import { useCaptures } from './use-captures';

/** What was reported about the rows of the request on screen. Nothing if it is not a captured request. */
export function useReportedRows(shown: Shown): ReportedRows {
  const { inspection } = shown;
  const answer = useCaptures(({ followed, answer: each }) =>
    followed !== null &&
    each !== null &&
    isOfSession(inspection, followed.session.id) &&
    inspection.sources.some(({ id }) => id === each.file)
      ? each
      : null,
  );
  // The rows are made when they are first asked for, and the headline of a built prompt needs none.
  return useMemo(() => (answer === null ? noReportedRows : reportedRows(answer, shown.rows)), [answer, shown]);
}
