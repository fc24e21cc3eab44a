import fc from 'fast-check';
import { test } from 'vitest';
import { expectByTheRules, script } from '../../../support/tiered-messages/tracker-scripts';

test('random turn scripts follow the restated rules', () => {
  fc.assert(fc.property(script, expectByTheRules), { numRuns: 30 });
});
