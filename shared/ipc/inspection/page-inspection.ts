import { withoutText } from '../../document/without-text';
import type { Inspection } from './inspection';

/** As the page gets it: without the body of the request, which may be megabytes and is only exported by main. */
export function pageInspection(inspection: Inspection): Inspection {
  const { document } = inspection;
  return document.sent?.text === undefined
    ? inspection
    : { ...inspection, document: { ...document, sent: withoutText(document.sent) } };
}
