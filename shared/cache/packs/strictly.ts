import { memoByIdentity } from '../../basics/memo';
import type { RulePack } from './rule-pack';

/** The pack read strictly: what a change loses only for some models counts as lost. */
export const strictly = memoByIdentity((pack: RulePack): RulePack => {
  if (!pack.invalidation.some(({ tools, system }) => tools === 'model-specific' || system === 'model-specific'))
    return pack;
  return {
    ...pack,
    invalidation: pack.invalidation.map((row) => ({
      ...row,
      tools: row.tools === 'model-specific' ? 'lost' : row.tools,
      system: row.system === 'model-specific' ? 'lost' : row.system,
    })),
  };
});
