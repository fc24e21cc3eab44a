import fc from 'fast-check';
import { test } from 'vitest';
import { expectRestated, tieredWorkspace } from '../support/tiered-messages/workspaces';

test('hundreds of random workspaces give the message array that the design describes', () => {
  fc.assert(fc.property(tieredWorkspace, expectRestated), { numRuns: 400 });
});
