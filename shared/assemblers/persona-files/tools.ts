/** Reads tools.json: `[{name, description, parameters}]`, sorted by name (persona-files, rule 11). */
import { z } from 'zod';
import { byCodePoint } from '../../basics/code-point-order';
import { layOutJson } from '../../document/json-text';
import type { Omission } from '../../document/types';
import { configChild, configJson, stringAt, type ConfigEntry, type ConfigNode } from '../../sources/config/config-node';
import { finding, type Finding } from '../../sources/findings';
import { parseJson } from '../../sources/config/json';
import { fileAs } from '../../sources/lookup';
import { ropeText } from '../../sources/text/rope';
import type { SourceFile, Sources } from '../../sources/types';
import { fileAbsence } from './absence';
import type { Listed, Read, Tool } from './model';

export const toolsSchema = z.array(
  z.looseObject({
    name: z.string().min(1),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  }),
);

export function readTools(sources: Sources): Read<Listed<Tool>> {
  const source = fileAs(sources, 'tools');
  if (source === undefined)
    return { value: { items: [], absent: fileAbsence(sources, 'tools', 'tools.json') }, findings: [] };
  const { root, findings: syntax } = parseJson(source, 'tools-syntax');
  if (root?.kind !== 'array') {
    const shape =
      root === undefined
        ? []
        : [
            finding('error', 'tools-shape', 'tools.json should be an array of tools', {
              source: source.id,
              span: root.span,
            }),
          ];
    return {
      value: {
        items: [],
        absent: { reason: 'source-broken', source: source.id, problem: 'tools.json is not an array' },
      },
      findings: [...syntax, ...shape],
    };
  }
  const findings: Finding[] = [...syntax];
  const read = root.items.map((node, index) => readTool(source, node, index, findings));
  const items = withoutRepeats(read, root.items, findings).toSorted(
    (a, b) => byCodePoint(a.name, b.name) || a.index - b.index,
  );
  const absent: Omission =
    items.length === 0
      ? { reason: 'source-empty', source: source.id }
      : { reason: 'condition-false', condition: 'a tool can be read' };
  return { value: { items, absent }, findings };
}

function readTool(source: SourceFile, node: ConfigNode, index: number, findings: Finding[]): Tool {
  const at = (span: ConfigNode['span']) => ({ source: source.id, span });
  const nameRope = stringAt(node, ['name']);
  const name = ropeText(nameRope);
  const description = stringAt(node, ['description']);
  const parameters = configChild(node, 'parameters');
  const schema: ConfigNode =
    parameters?.kind === 'object' ? parameters : { kind: 'object', span: node.span, entries: [] };
  const tool: Tool = {
    index,
    name,
    source: source.id,
    nameRope,
    description,
    parameters: configJson(schema),
    printed: layOutJson(configJson(sortedKeys(schema))),
  };
  if (name === '') {
    findings.push(finding('warning', 'tool-unnamed', 'A tool without a name is left out', at(node.span)));
    return { ...tool, absent: { reason: 'source-broken', source: source.id, problem: 'it has no name' } };
  }
  const described = configChild(node, 'description');
  if (described !== undefined && described.kind !== 'string')
    findings.push(finding('warning', 'tool-shape', `The description of ${name} should be a text`, at(described.span)));
  if (parameters === undefined)
    findings.push(finding('info', 'tool-shape', `${name} has no parameters; {} is used`, at(node.span)));
  else if (parameters.kind !== 'object')
    findings.push(
      finding(
        'warning',
        'tool-shape',
        `The parameters of ${name} should be a JSON schema object; {} is used`,
        at(parameters.span),
      ),
    );
  return tool;
}

/** The design sorts object keys, keeps each key once, and removes needless escapes; numbers keep their spelling. */
function sortedKeys(node: ConfigNode): ConfigNode {
  if (node.kind === 'string') return { kind: 'string', span: node.span, value: node.value, rope: node.rope };
  if (node.kind === 'array') return { ...node, items: node.items.map(sortedKeys) };
  if (node.kind !== 'object') return node;
  const last = new Map(node.entries.map((entry) => [entry.key, entry]));
  const entries = [...last.values()].toSorted((a, b) => byCodePoint(a.key, b.key));
  return {
    ...node,
    entries: entries.map(({ key, keySpan, value }): ConfigEntry => ({ key, keySpan, value: sortedKeys(value) })),
  };
}

/** Of several tools with one name, the last one registered counts. */
function withoutRepeats(tools: readonly Tool[], nodes: readonly ConfigNode[], findings: Finding[]): readonly Tool[] {
  const last = new Map(tools.filter((tool) => tool.absent === undefined).map((tool) => [tool.name, tool.index]));
  return tools.map((tool) => {
    const winner = last.get(tool.name);
    const node = nodes[tool.index];
    if (tool.absent !== undefined || winner === undefined || winner === tool.index || node === undefined) return tool;
    findings.push(
      finding('warning', 'tool-duplicate', `There are two tools named ${tool.name}; the last one is used`, {
        source: tool.source,
        span: node.span,
      }),
    );
    return { ...tool, absent: { reason: 'overridden', by: `the later tool ${tool.name}` } };
  });
}
