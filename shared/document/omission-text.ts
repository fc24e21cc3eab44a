import type { Omission } from './types';
import { grouped } from '../basics/grouped';

/**
 * Describes an omission, in the same words in the window, on the command line and in reports. `name` shortens paths
 * where space is limited.
 */
export function omissionText(omission: Omission, name: (path: string) => string = (path) => path): string {
  switch (omission.reason) {
    case 'condition-false':
      return `sent only when ${omission.condition}`;
    case 'source-missing':
      return `not found: ${omission.looked.map(name).join(', ')}`;
    case 'source-empty':
      return `${name(omission.source)} is empty`;
    case 'source-broken':
      return `${name(omission.source)}: ${omission.problem}`;
    case 'untrusted':
      return `not allowed: ${omission.paths.map(name).join(', ')}`;
    case 'variant-excludes':
      return `left out in ${omission.variant}`;
    case 'overridden':
      return omission.by.startsWith('file:')
        ? `the whole file ${name(omission.by.slice('file:'.length))} is sent instead`
        : `overridden by ${omission.by}`;
    case 'not-injected':
      return omission.purpose;
    case 'not-learned':
      return `the agent's own text, not known yet; ${omission.how}`;
    case 'not-recorded':
      return `not recorded in a ${omission.log}`;
    case 'over-budget':
      return `over budget: ${grouped(omission.actual)} of ${grouped(omission.limit)}`;
  }
}
