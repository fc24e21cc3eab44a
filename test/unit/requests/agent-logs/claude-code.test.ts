import { describe, expect, it } from 'vitest';
import { nodeText } from '../../../../shared/document/walk';
import { type Line, logOf, opened, bodiesOf, missing, at } from '../../../support/agent-logs';

describe('a Claude Code transcript', () => {
  const line = (uuid: string, parentUuid: string | null, type: string, message: Line, more: Line = {}): Line => ({
    parentUuid,
    isSidechain: false,
    cwd: '/w',
    sessionId: 'S',
    type,
    message,
    uuid,
    timestamp: at(Number(uuid.replace(/\D/g, ''))),
    ...more,
  });
  const block = (id: string, content: Line, output: number): Line => ({
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [content],
    usage: { input_tokens: 9, cache_read_input_tokens: 80, cache_creation_input_tokens: 10, output_tokens: output },
  });
  const use = (id: string): Line => ({ type: 'tool_use', id, name: 'Read', input: { path: id, n: 1.0 } });
  const result = (id: string): Line => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` });
  const asked = line('u1', null, 'user', { role: 'user', content: 'Read both.\n<system-reminder>x</system-reminder>' });
  const session = [
    { type: 'summary', summary: 'Reading', leafUuid: 'a5' },
    asked,
    line('a2', 'u1', 'assistant', block('m1', use('t1'), 1)),
    line('a3', 'a2', 'assistant', block('m1', use('t2'), 7)),
    // Each result hangs on its own call, so one of them is on a branch.
    line('r4', 'a2', 'user', { role: 'user', content: [result('t1')] }),
    line('r5', 'a3', 'user', { role: 'user', content: [result('t2')] }),
    line('a6', 'r5', 'assistant', block('m2', { type: 'text', text: 'Read.' }, 5)),
  ];
  const firstMessage = {
    role: 'user',
    content: [{ type: 'text', text: 'Read both.\n<system-reminder>x</system-reminder>' }],
  };

  it('joins the blocks of a response and the results of calls side by side', () => {
    const [, ...lines] = session;
    expect(bodiesOf(logOf(...lines))).toEqual([
      { model: 'claude-sonnet-4-5', messages: [firstMessage] },
      {
        model: 'claude-sonnet-4-5',
        messages: [
          firstMessage,
          { role: 'assistant', content: [use('t1'), use('t2')] },
          { role: 'user', content: [result('t1'), result('t2')] },
        ],
      },
    ]);
  });

  it('opens with the last usage of each response', () => {
    const { requests, findings } = opened(logOf(...session));
    expect(requests.map(({ response }) => response)).toMatchObject([
      { usage: { output_tokens: 7 }, content: [use('t1'), use('t2')] },
      { usage: { output_tokens: 5 } },
    ]);
    expect(missing(requests[0]?.document)).toEqual(['System prompt', 'Tools', 'Parameters and cache breakpoints']);
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(['request-rebuilt', 'request-others']);
  });

  it('follows the branch that a response is on', () => {
    const other = line('u7', null, 'user', { role: 'user', content: 'Another start.' });
    const answer = line('a8', 'u7', 'assistant', block('m3', { type: 'text', text: 'Yes.' }, 1));
    expect(bodiesOf(logOf(...session.slice(1), other, answer))[2]).toMatchObject({
      messages: [{ role: 'user', content: [{ text: 'Another start.' }] }],
    });
  });

  it('names the conversation of a subagent, and leaves out what was never sent', () => {
    const side = { isSidechain: true, agentId: 'g1' };
    const { requests } = opened(
      logOf(
        line('u1', null, 'user', { role: 'user', content: 'Look.' }, side),
        line(
          'x2',
          'u1',
          'assistant',
          { ...block('e', { type: 'text', text: 'API error' }, 0), model: '<synthetic>' },
          side,
        ),
        line(
          'v3',
          'x2',
          'user',
          { role: 'user', content: 'Only shown.' },
          { ...side, isVisibleInTranscriptOnly: true },
        ),
        line('a4', 'v3', 'assistant', block('m9', { type: 'text', text: 'Seen.' }, 1), side),
      ),
    );
    expect(requests.map(({ label }) => label)).toEqual(['#1 subagent']);
    expect(requests[0]?.document.messages.map(nodeText)).toEqual(['Look.']);
  });
});
