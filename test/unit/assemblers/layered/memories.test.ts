import { describe, expect, it } from 'vitest';
import { agent, build } from '../../../support/layered';

describe('memories', () => {
  const recalled = (files: Readonly<Record<string, string>>) =>
    build({ ...agent('Hi.\n', 'name: Dill\nllm: { model: m }\n'), ...files }, { message: 'kettle' });

  it('end where Python ends a line, also inside a JSON text', () => {
    const built = recalled({
      'memory/a.jsonl': '{"content":"kettle\u2028one"}\n{"content":"kettle two"}\u0085\u00A0{"content":"kettle three"}',
    });
    expect(built.text).toContain('### Recalled Memories\n- [a.jsonl] kettle two\n- [a.jsonl] kettle three\n\n##');
    expect(built.findings.map(({ ruleId }) => ruleId)).toEqual(['memory-line', 'memory-line']);
  });

  it('count if they are white space, but not if they are empty', () => {
    const built = recalled({ 'memory/a.jsonl': '{"content":" "}\n{"content":""}\n{"content":"kettle"}' });
    expect(built.panels?.recall?.memories).toHaveLength(2);
    expect(built.findings).toMatchObject([{ message: 'The content of the memory is empty; the line is left out' }]);
  });

  it('are separated by empty lines, with any line ends', () => {
    const built = recalled({ 'MEMORY.md': 'a kettle\r\n \r\nb\r\n\r\nc kettle\r\rd kettle' });
    expect(built.panels?.recall?.memories.map(({ text }) => text)).toEqual([
      'a kettle\r\n \r\nb',
      'c kettle',
      'd kettle',
    ]);
  });
});
