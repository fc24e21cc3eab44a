import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSession } from '../../../electron/host/session';
import { settingTries } from '../../../renderer/model/sections/let-in';
import { findNode, nodeText, visit } from '../../../shared/document/walk';
import type { OmittedNode } from '../../../shared/document/types';
import { analyzeNothing } from '../../support/host/notes';

const folder = join(import.meta.dirname, '../../../build/examples');

it.each(['tagged-sections', 'declared'])(
  'what is left out of %s has the very text it has once a setting lets it in',
  async (name) => {
    const session = createSession({ watch: false, analyze: analyzeNothing });
    const { document, specs, controls } = await session.open(join(folder, name));
    const absent: OmittedNode[] = [];
    visit(document, (node) => {
      if (node.type === 'omitted' && node.would !== undefined) absent.push(node);
    });
    const seen: string[] = [];
    for (const { name: setting, value } of settingTries({ specs, controls }, '')) {
      const { document: other } = await session.configure({ settings: { [setting]: value } });
      await session.configure({
        settings: { [setting]: controls.find((each) => each.name === setting)?.value ?? null },
      });
      for (const node of absent) {
        const now = findNode(other, node.id);
        if (now?.type !== 'section') continue;
        seen.push(node.id);
        expect(nodeText(now), node.id).toBe(node.would?.map((leaf) => leaf.value).join(''));
      }
    }
    await session.close();
    expect(seen.length, `${absent.length} left out`).toBeGreaterThan(0);
  },
);
