import { sourceId } from '../../document/builders';
import type { Omission } from '../../document/types';
import { missingAs } from '../../sources/lookup';
import type { MissingSource, Sources } from '../../sources/types';

const reasons: Readonly<Record<Exclude<MissingSource['why'], 'untrusted'>, string>> = {
  missing: 'is not there',
  refused: 'was refused',
  'too-large': 'is too large',
  unreadable: 'cannot be read',
  'not-a-file': 'is not a file',
};

/** Says why the file requested as `as` is absent; the host's finding has the details. */
export function fileAbsence(sources: Sources, as: string, path: string): Omission {
  const missing = missingAs(sources, as)[0];
  return missing === undefined ? { reason: 'source-missing', looked: [path] } : missingOmission(missing, path);
}

export function missingOmission({ path, why }: MissingSource, shown: string = path): Omission {
  if (why === 'untrusted') return { reason: 'untrusted', paths: [path] };
  return why === 'missing'
    ? { reason: 'source-missing', looked: [shown] }
    : { reason: 'source-broken', source: sourceId(shown), problem: reasons[why] };
}
