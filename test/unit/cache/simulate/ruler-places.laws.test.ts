/** The ruler and the cache count from the same place. */
import { expect, it } from 'vitest';
import { planRuler, roleMarks } from '../../../../renderer/model/sections/ruler';
import { sectionRows } from '../../../../renderer/model/sections/rows';
import { stableStart } from '../../../../renderer/model/stable-start';
import { framedPrefixTokens } from '../../../../shared/analysis/count/prefix-tokens';
import { message, nodeId } from '../../../../shared/document/builders';
import { counted, filePart, prose, system } from '../../../support/cache/documents';

it.each(['claude-sonnet-4-5', 'gpt-5'])('has each end where the cache counts it, framing first: %s', (model) => {
  const first = system(filePart('A', 'L0', prose(200)), filePart('B', 'L2', prose(300)));
  const asked = ['one', 'two', 'three'].map((name) =>
    message(nodeId(name), 'user', 'active', 'history', [filePart(name, 'active', prose(40, name))]),
  );
  for (const messages of [first.messages, [...first.messages, ...asked]]) {
    const { document, analysis } = counted({ ...first, messages }, model);
    const { ends, total } = planRuler(sectionRows(document, analysis), roleMarks(analysis));
    const cached = [...framedPrefixTokens(document, analysis)].filter(([id]) => ends.has(id));
    expect(cached.length).toBeGreaterThan(1);
    for (const [id, { tokens }] of cached) expect([id, ends.get(id)]).toEqual([id, tokens]);
    expect(total).toBe(analysis.total.tokens);
    const isAsked = messages.length > first.messages.length;
    expect(stableStart({ document, analysis })?.tokens).toBe(isAsked ? ends.get(nodeId('system')) : undefined);
  }
});
