import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../build/setup/paths.mjs';
import { createSession } from '../../../electron/host/session';
import { examplePictures } from '../../../electron/state/example-pictures';
import { allTools } from '../../../shared/document/tool-text';
import type { NodeId, Tier } from '../../../shared/document/types';

it.each(Object.entries(examplePictures))('the picture of %s shows its tiers', async (name, { bands, line }) => {
  const session = createSession({ watch: false });
  try {
    const { document, analysis } = await session.open(join(root, 'build', 'examples', name));
    const sums = new Map<Tier | 'tools', number>();
    const add = (key: Tier | 'tools', id: NodeId): void =>
      void sums.set(key, (sums.get(key) ?? 0) + (analysis.tokens[id]?.tokens ?? 0));
    for (const { id } of allTools(document.tools)) add('tools', id);
    for (const message of document.messages) {
      const sections = message.children.filter(({ type }) => type === 'section');
      if (sections.length === 0) add(message.tier, message.id);
      for (const child of message.children) if (child.type === 'section') add(child.tier, child.id);
    }
    const total = [...sums.values()].reduce((all, each) => all + each, 0);
    for (const [tier, percent] of bands)
      expect(Math.abs(percent - ((sums.get(tier) ?? 0) / total) * 100), tier).toBeLessThan(3);
    expect(bands.reduce((all, [, percent]) => all + percent, 0)).toBe(100);
    expect(line).not.toBe('');
  } finally {
    await session.close();
  }
});

it('the first example caches', async () => {
  const [first = ''] = Object.keys(examplePictures);
  const session = createSession({ watch: false });
  const { document } = await session.open(join(root, 'build', 'examples', first));
  await session.close();
  expect(document.breakpoints.length).toBeGreaterThan(0);
});
