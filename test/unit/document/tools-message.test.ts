import { describe, expect, it } from 'vitest';
import { frame, nodeId, text, tool } from '../../../shared/document/builders';
import { jsonEntries, jsonString, knownJson } from '../../../shared/document/json-text';
import { toolJson, toolsMessage } from '../../../shared/document/tools-message';
import type { ToolNode } from '../../../shared/document/types';
import { nodeText } from '../../../shared/document/walk';

const defined = (definition: string): Pick<ToolNode, 'definition'> => ({ definition: [frame(definition)] });

describe('the entries of a JSON object', () => {
  it('keep how their values are written', () => {
    const entries = jsonEntries(knownJson('{"a":1.0,"b\\u0041":{"x":[1,{"y":"}"}]},"c":"\\"q\\"","d":[]}'));
    expect(entries).toEqual([
      { key: 'a', value: '1.0' },
      { key: 'bA', value: '{"x":[1,{"y":"}"}]}' },
      { key: 'c', value: '"\\"q\\""' },
      { key: 'd', value: '[]' },
    ]);
    expect(entries.map(({ value }) => jsonString(value))).toEqual([undefined, undefined, '"q"', undefined]);
  });

  it('are none for what is not an object, and end where a body was cut', () => {
    expect(jsonEntries(knownJson('[1]'))).toEqual([]);
    expect(jsonEntries(knownJson('{}'))).toEqual([]);
    expect(jsonEntries(knownJson('{"a":1,"b'))).toHaveLength(2);
    expect(jsonString(knownJson('"cut'))).toBe('cut');
  });
});

describe('the tools as text', () => {
  const source = { kind: 'file', source: nodeId('a.json'), span: { start: 3, end: 7 } } as never;
  const look: ToolNode = {
    ...tool(nodeId('tools', '0', '0'), 'look', 'L0', [text('Look', source)], knownJson('{"type":"object"}')),
    ...defined('{"type":"function","name":"look","description":"Look","parameters":{"type":"object"},"strict":true}'),
  };
  const group: ToolNode = {
    ...tool(nodeId('tools', '0'), 'eyes', 'L0', [], knownJson('{}')),
    kind: 'namespace',
    ...defined('{"type":"namespace","name":"eyes"}'),
    tools: [look],
  };

  it('say name, description, schema and settings, those of a group inside it', () => {
    const message = toolsMessage([group]);
    expect(nodeText(message)).toBe(
      'Tools\n\neyes (namespace)\n\nlook\nLook\n\n{\n  "type": "object"\n}\n\n{\n  "strict": true\n}',
    );
    const [section] = message.children.filter((child) => child.type === 'section');
    expect(section?.id).toBe('tools/0');
    expect(section?.children.filter((child) => child.type === 'section').map(({ id }) => id)).toEqual(['tools/0/0']);
  });

  it('are made once for the same tools, and know where a description comes from', () => {
    const tools = [look];
    expect(toolsMessage(tools)).toBe(toolsMessage(tools));
    const [section] = toolsMessage(tools).children.filter((child) => child.type === 'section');
    expect(section?.children.find((child) => child.type === 'text' && child.value === 'Look')).toBe(
      look.description[0],
    );
  });

  it('find the settings of a tool inside what its provider puts around it', () => {
    const chat: ToolNode = {
      ...tool(nodeId('tools', '0'), 'look', 'L0', [], knownJson('{"type":"object"}')),
      ...defined('{"type":"function","function":{"name":"look","parameters":{"type":"object"},"strict":true}}'),
    };
    expect(toolJson(chat)).toEqual(['{"type":"object"}', '{"strict":true}']);
    const search: ToolNode = {
      ...tool(nodeId('tools', '0'), 'web_search', 'L0', [], knownJson('{}')),
      ...defined('{"type":"web_search_20250305","name":"web_search","max_uses":5}'),
    };
    expect(toolJson(search)).toEqual(['{"max_uses":5}']);
    const custom: ToolNode = {
      ...tool(nodeId('tools', '0'), 'patch', 'L0', [], knownJson('{}')),
      ...defined('{"type":"custom","custom":{"name":"patch","description":"Patches","format":{"type":"text"}}}'),
    };
    expect(toolJson(custom)).toEqual(['{"format":{"type":"text"}}']);
  });

  it('show a schema once, whatever its provider calls it', () => {
    for (const key of ['input_schema', 'parameters', 'parametersJsonSchema', 'parameters_json_schema', 'inputSchema']) {
      const named: ToolNode = {
        ...tool(nodeId('tools', '0'), 'look', 'L0', [], knownJson('{"type":"object"}')),
        ...defined(`{"name":"look","${key}":{"type":"object"}}`),
      };
      expect(toolJson(named), key).toEqual(['{"type":"object"}']);
    }
  });
});
