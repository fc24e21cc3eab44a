import { brokenMarkup } from './broken-markup';
import { clockInPrefix } from './clock-in-prefix';
import { duplicateText } from './duplicate-text';
import { idInPrefix } from './id-in-prefix';
import { invisibleCharacters } from './invisible-characters';
import { lifetimesOutOfOrder } from './lifetimes-out-of-order';
import { lookbackExceeded } from './lookback-exceeded';
import { markerBelowMinimum } from './marker-below-minimum';
import { markerOnVolatile } from './marker-on-volatile';
import { nearLimit } from './near-limit';
import { overBudget } from './over-budget';
import { secretInPrompt } from './secret-in-prompt';
import { tooManyMarkers } from './too-many-markers';
import { truncatedText } from './truncated-text';
import type { Rule } from './types';
import { unresolvedVariable } from './unresolved-variable';
import { unsortedTools } from './unsorted-list';
import { volatileBeforeStable } from './volatile-before-stable';

export const rules: readonly Rule[] = [
  clockInPrefix,
  volatileBeforeStable,
  idInPrefix,
  unsortedTools,
  markerOnVolatile,
  markerBelowMinimum,
  tooManyMarkers,
  lifetimesOutOfOrder,
  lookbackExceeded,
  duplicateText,
  truncatedText,
  brokenMarkup,
  unresolvedVariable,
  invisibleCharacters,
  secretInPrompt,
  overBudget,
  nearLimit,
];
