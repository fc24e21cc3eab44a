import { describe, it } from 'vitest';
import { runs } from '../../fuzz/runs';
import { comparisons } from '../../support/literal/compare';

/** `test/long` does the same with hundreds of workspaces. */
describe('thirty random workspaces are what the design says, byte for byte', () => {
  it.each(comparisons)('%s', (_, expectSame) => expectSame(runs(30)));
});
