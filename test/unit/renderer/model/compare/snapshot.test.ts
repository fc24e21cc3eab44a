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

const request = (system: string, ...content: readonly object[]): Snapshot =>
  snapshot(
    requestDocument(
      JSON.stringify({
        model: 'claude-sonnet-5-5',
        max_tokens: 100,
        system,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Look' }, ...content] }],
      }),
    ),
  );

it('has the text before, between and behind the sections', () => {
  const rules = '<Rules>\nBe brief.\n</Rules>';
  const before = request(`You are a helper.\n${rules}\nThank you.`);
  expect(compareSnapshots(before, before)).toEqual([]);
  expect(compareSnapshots(before, request(`You are a friend.\n${rules}\nThank you.`))).toMatchObject([
    {
      id: 'system',
      name: 'system system: other text',
      kind: 'changed',
      beforeText: 'You are a helper.\n\nThank you.',
      afterText: 'You are a friend.\n\nThank you.',
    },
  ]);
  const { own: _, images: __, ...old } = before;
  expect(compareSnapshots(old, request(`You are a friend.\n${rules}\nThank you.`))).toEqual([]);
});

it('has the images', () => {
  const image = (data: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
  expect(compareSnapshots(request('S', image('AAAA')), request('S', image('AAAA')))).toEqual([]);
  expect(compareSnapshots(request('S', image('AAAA')), request('S', image('BAAA')))).toMatchObject([
    { name: 'image/png', kind: 'changed' },
  ]);
});
