import { describe, it } from 'vitest';
import { runs } from '../../fuzz/runs';
import { comparisons } from '../../support/literal/compare';

/** `test/long` does the same with hundreds of workspaces. */
describe('thirty random workspaces equal the restated design, byte for byte', () => {
  it.each(comparisons)('%s', (_, expectSame) => expectSame(runs(30)));
});
