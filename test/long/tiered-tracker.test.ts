import fc from 'fast-check';
import { test } from 'vitest';
import { expectByTheRules, script } from '../support/tiered-messages/tracker-scripts';

test('hundreds of random turn scripts follow the restated rules', () => {
  fc.assert(fc.property(script, expectByTheRules), { numRuns: 600 });
}, 300_000);
