import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../../renderer/model/sections/row';
import { sectionRows } from '../../../../../renderer/model/sections/rows';
import { largeRequest } from '../../../../support/agent-session';
import { requestDocument } from '../../../../support/request-document';
import { inspectionOf } from '../../../../support/inspection';

const { analysis } = inspectionOf(1);
const rowsOf = (body: string): readonly Row[] => sectionRows(requestDocument(body), analysis);
const said = ({ name, detail }: Row): string => `${name}${detail === '' ? '' : ` (${detail})`}`;

describe('the rows of a conversation', () => {
  it('name a call by its tool and a result by the call it answers, and say the kind of each block', () => {
    const rows = rowsOf(largeRequest({ messages: 6, resultWords: 20 }));
    const message = (start: string): readonly string[] =>
      rows.find(({ name }) => name.startsWith(start))?.children.map(said) ?? [];
    expect(message('2 user')).toEqual([
      'text',
      'image (image/png)',
      'harbour-rules.txt (document)',
      'container_upload (as sent)',
    ]);
    expect(message('3 assistant').map((each) => each.slice(0, 21))).toEqual([
      'thinking',
      'text (Step 1: a sent ',
      'harbour_tool_1 (call)',
      'Bash (call)',
    ]);
    expect(message('4 user')).toEqual(['result of harbour_tool_1', 'result of Bash', 'text']);
  });

  it('name a result by the message around it, and one that answers nothing is a result', () => {
    const body = JSON.stringify({
      model: 'gpt-4.1',
      messages: [
        { role: 'user', content: 'Look.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"pier"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'A pier.' },
        { role: 'tool', tool_call_id: 'c9', content: 'What?' },
      ],
    });
    expect(rowsOf(body).map(said)).toEqual([
      '1 user (history)',
      '2 assistant · look (history · call)',
      '3 tool · result of look (history)',
      '4 tool · result (history)',
    ]);
  });

  it('stand for the tools of a namespace under it', () => {
    const inner = { type: 'function', name: 'look', description: 'Look.', parameters: { type: 'object' } };
    const [tools] = rowsOf(
      JSON.stringify({
        model: 'gpt-5.2-codex',
        input: [{ role: 'user', content: 'Look.' }],
        tools: [{ type: 'namespace', name: 'eyes', description: 'All that sees.', tools: [inner] }],
      }),
    );
    expect(tools?.detail).toBe('2');
    expect(tools?.children.map(said)).toEqual(['eyes (namespace · 1)']);
    expect(tools?.children[0]?.children.map(({ name }) => name)).toEqual(['look']);
  });
});
