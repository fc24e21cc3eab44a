import { describe, expect, it } from 'vitest';
import { type Line, logOf, opened } from '../../../support/agent-logs';

describe('a log that is half an agent’s', () => {
  it('still gives the requests between the lines, and counts what is neither', () => {
    const request = { model: 'gpt-5', input: [{ role: 'user', content: 'x' }] };
    const { requests, findings } = opened(`${logOf({ sessionId: 'S', projectHash: 'h' }, request, { n: 1 })}{"cut`);
    expect(requests.map(({ document }) => document.sent?.form)).toEqual(['openai-responses']);
    expect(findings.map(({ ruleId }) => ruleId)).toContain('request-others');
  });

  it('never throws, whatever a line holds', () => {
    const odd: readonly Line[] = [
      { parentUuid: 'x', uuid: 'x', type: 'assistant', message: { id: 'm', content: 5 } },
      { parentUuid: 'x', uuid: 'y', type: 'assistant', message: 'no' },
      { parentUuid: 'y', uuid: 'z', type: 'user', message: { content: [1, null, 'a'] } },
      { parentUuid: 'z', uuid: 'q', type: 'assistant', message: { id: 'n', content: [[]] } },
    ];
    expect(opened(logOf(...odd)).requests).toHaveLength(3);
    const empty = opened(logOf({ type: 'response_item', payload: {} }, { type: 'compacted', payload: {} }));
    expect(empty.findings.map(({ ruleId }) => ruleId)).toEqual(['request-none']);
  });
});
