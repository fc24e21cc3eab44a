import { expect, it } from 'vitest';
import { compareSnapshots, firstChange } from '../../../../../renderer/model/compare/compare';
import { snapshotOf } from '../../../../../renderer/model/compare/snapshot';
import { PromptText } from '../../../../../renderer/model/prompt/prompt-text';
import { breakpoint, frame, joinWith, message, nodeId, section } from '../../../../../shared/document/builders';
import type { PromptDocument } from '../../../../../shared/document/types';
import type { Snapshot } from '../../../../../shared/ipc/written/snapshot';
import { inspectionOf } from '../../../../support/inspection';
import { requestDocument } from '../../../../support/request-document';

function snapshot(document: PromptDocument): Snapshot {
  return snapshotOf({ ...inspectionOf(1), document }, 0, new PromptText(document));
}

it('has no trace of a breakpoint in the middle of a line', () => {
  const ids = ['a', 'b', 'c'].map((name) => nodeId(name));
  const parts = ids.map((id) => section(id, id, 'L0', [frame(`text of ${id}`)]));
  const messages = [message(nodeId('system'), 'system', 'L0', 'system', joinWith(' ', parts))];
  const marked = ids.map((id) =>
    snapshot({ ...inspectionOf(1).document, messages, breakpoints: [breakpoint(id, 'L0')] }),
  );
  for (const after of marked)
    for (const before of marked) {
      expect(firstChange(before, after)).toBeUndefined();
      expect(compareSnapshots(before, after)).toEqual([]);
    }
});

it('has every field of a tool that was sent, and not its marker', () => {
  const sent = (tool: object): Snapshot =>
    snapshot(
      requestDocument(
        JSON.stringify({
          model: 'claude-sonnet-5-5',
          max_tokens: 100,
          tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' }, ...tool }],
          messages: [{ role: 'user', content: 'Hello' }],
        }),
      ),
    );
  expect(compareSnapshots(sent({}), sent({ cache_control: { type: 'ephemeral' } }))).toEqual([]);
  expect(firstChange(sent({}), sent({ strict: true }))).toMatchObject({ name: 'look' });
  expect(firstChange(sent({ type: 'custom' }), sent({ type: 'custom_2' }))).toMatchObject({ name: 'look' });
});
