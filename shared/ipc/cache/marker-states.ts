import type { MarkerState } from '../../cache/simulate/outcome';

/** The states of a breakpoint, in the words of window and command line. */
export const markerStates: Readonly<Record<MarkerState, string>> = {
  kept: 'kept',
  written: 'written',
  'below-minimum': 'too short',
  borderline: 'borderline',
  'looked-up': 'only looked up',
  illegal: 'refused',
};
