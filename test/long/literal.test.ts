import { describe, it } from 'vitest';
import { runs } from '../fuzz/runs';
import { comparisons } from '../support/literal/compare';

describe('five hundred random workspaces equal the restated design, byte for byte', () => {
  it.each(comparisons)('%s', (_, expectSame) => expectSame(runs(500)), 600_000);
});
