import fc from 'fast-check';
import { test } from 'vitest';
import { expectByTheRules, script } from '../../../support/tiered-messages/tracker-scripts';

test('random scripts of turns go by the written rules', () => {
  fc.assert(fc.property(script, expectByTheRules), { numRuns: 30 });
});
