import { describe, expect, it } from 'vitest';
import { nodeText } from '../../../../shared/document/walk';
import { exportDocument } from '../../../../shared/exporters';
import { readRequests } from '../../../../shared/requests/requests';
import { type Line, logOf, sourceOf, opened, bodiesOf, missing, at, fail } from '../../../support/agent-logs';

describe('a Codex rollout', () => {
  const item = (second: number, payload: Line): Line => ({ timestamp: at(second), type: 'response_item', payload });
  const said = (role: string, text: string): Line => ({
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  });
  const call = { type: 'function_call', call_id: 'c1', name: 'exec_command', arguments: '{"cmd":"ls"}' };
  const output = { type: 'function_call_output', call_id: 'c1', output: 'a.txt' };
  const usage = (input: number, cached: number): Line => ({
    timestamp: at(9),
    type: 'token_usage_record',
    payload: { response_id: 'r', usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: 3 } },
  });
  const meta = {
    timestamp: at(0),
    type: 'session_meta',
    payload: { id: 'T', cwd: '/w', base_instructions: { text: 'Work "well".\n# Rules\nBe brief.' } },
  };
  const context = { timestamp: at(1), type: 'turn_context', payload: { turn_id: 'U', model: 'gpt-5.5' } };
  const turn = [
    meta,
    item(1, said('user', 'List the files.')),
    context,
    { timestamp: at(1), type: 'event_msg', payload: { type: 'task_started' } },
    item(2, { type: 'reasoning', summary: [], encrypted_content: 'x' }),
    item(2, call),
    usage(100, 0),
    item(3, output),
    item(4, said('assistant', 'One file: a.txt')),
    usage(150, 90),
  ];

  it('gives one request for each response', () => {
    const base = {
      type: 'message',
      role: 'developer',
      content: [{ type: 'input_text', text: meta.payload.base_instructions.text }],
    };
    const first = [base, said('user', 'List the files.')];
    expect(bodiesOf(logOf(...turn))).toEqual([
      { model: 'gpt-5.5', input: first },
      { model: 'gpt-5.5', input: [...first, { type: 'reasoning', summary: [], encrypted_content: 'x' }, call, output] },
    ]);
  });

  it('opens with usage, times, places and what is not recorded', () => {
    const { requests, findings } = opened(logOf(...turn));
    expect(requests.map((each) => each.at)).toEqual([at(1), at(3)]);
    expect(requests[1]?.response).toMatchObject({
      usage: { input_tokens: 150, input_tokens_details: { cached_tokens: 90 }, output_tokens: 3 },
    });
    const document = requests[1]?.document;
    expect(document?.sent).toMatchObject({ form: 'openai-responses', model: 'gpt-5.5', rebuiltFrom: 'Codex rollout' });
    expect(document?.messages.map(({ role }) => role)).toEqual(['developer', 'user', 'assistant', 'assistant', 'tool']);
    expect(nodeText(document?.messages[0] ?? fail())).toBe('Work "well".\n# Rules\nBe brief.');
    expect(missing(document)).toEqual(['Tools', 'Parameters']);
    expect(findings.map(({ ruleId, message }) => [ruleId, message])).toEqual([
      ['request-rebuilt', '2 requests are rebuilt from the 10 lines of a Codex rollout'],
    ]);
  });

  it('shares the messages that requests have in common', () => {
    const [first, second] = opened(logOf(...turn)).requests;
    expect(second?.document.messages[0]).toBe(first?.document.messages[0]);
  });

  it('goes on from what a compaction kept', () => {
    const compacted = {
      timestamp: at(5),
      type: 'compacted',
      payload: { message: 's', replacement_history: [said('user', 'Summary.')] },
    };
    const [, , third] = bodiesOf(
      logOf(...turn, compacted, item(6, said('user', 'Go on.')), item(7, said('assistant', 'Done.'))),
    );
    expect(third).toMatchObject({ input: [{ role: 'developer' }, said('user', 'Summary.'), said('user', 'Go on.')] });
    const cut = { timestamp: at(5), type: 'compacted', payload: { message: 's' } };
    const { requests } = opened(logOf(...turn, cut, item(7, said('assistant', 'Done.'))));
    expect(missing(requests[2]?.document)).toContain('What the compaction kept');
  });

  it('shows what was asked, if no response was written', () => {
    expect(opened(logOf(...turn.slice(0, 3))).requests).toHaveLength(1);
  });

  it('is not exported as the bytes that were sent', () => {
    const whole = readRequests(sourceOf(logOf(...turn))).requests[0]?.document ?? fail();
    expect(exportDocument(whole, 'sent').warnings.map(({ message }) => message)).toEqual([
      'Not exported: this request was rebuilt from a Codex rollout, which does not hold all that was sent. ' +
        'Choose the form of a provider.',
    ]);
    expect(JSON.parse(exportDocument(whole, 'openai-responses').body)).toMatchObject({ model: 'gpt-5.5' });
  });
});
