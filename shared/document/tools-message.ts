/**
 * The tools of a request as text to read, before its first message: a name, what it is for, its schema laid out. It is
 * made for eyes and copies; what is sent, counted and hashed is the tool's own text (`tool-text.ts`).
 */
import { frame, message, nodeId, section, text } from './builders';
import { jsonEntries, knownJson, layOutJson, writeJson, type JsonText } from './json-text';
import { memoByIdentity } from '../basics/memo';
import { toolText } from './tool-text';
import type { PromptMessage, SectionNode, TextNode, ToolNode } from './types';

/** The id of the message, and of the row above all tools. */
export const toolsId = nodeId('tools');

/** One section for each tool, those inside a group inside its section. */
export const toolsMessage = memoByIdentity((tools: readonly ToolNode[]): PromptMessage =>
  message(toolsId, 'system', tools[0]?.tier ?? 'L0', 'system', [
    frame('Tools'),
    ...tools.flatMap((tool) => [frame('\n\n'), sectionOf(tool)]),
  ]),
);

function sectionOf(tool: ToolNode): SectionNode {
  const { id, name, tier, kind, description, tools = [] } = tool;
  const parts = [
    [frame(kind === undefined ? name : `${name} (${kind})`)],
    ...(description.length === 0 ? [] : [description]),
    ...toolJson(tool).map((json): readonly TextNode[] => [
      text(layOutJson(json), {
        kind: 'derived',
        by: 'laying out the definition',
        from: tool.source === undefined ? [] : [tool.source],
      }),
    ]),
  ];
  return section(id, name, tier, [
    ...parts.flatMap((leaves, index) => (index === 0 ? leaves : [frame(index === 1 ? '\n' : '\n\n'), ...leaves])),
    ...tools.flatMap((inner) => [frame('\n\n'), sectionOf(inner)]),
  ]);
}

/** Keys, in any provider's form, of what a tool node has in fields of its own. */
export const toolKeys: readonly string[] = [
  'type',
  'name',
  'description',
  'input_schema',
  'parameters',
  'parametersJsonSchema',
  'parameters_json_schema',
  'inputSchema',
];
/** Objects that some providers put the definition into. */
export const toolHolders: readonly string[] = ['function', 'custom', 'toolSpec'];
const shownElsewhere = new Set([...toolKeys, 'tools']);

/** The schema of a tool, and the settings it has besides; each only where there is one. */
export const toolJson = memoByIdentity((tool: ToolNode): readonly JsonText[] =>
  [tool.inputSchema, toolSettings(tool)].filter((json) => json !== '{}'),
);

/** What the sent definition has besides kind, name, description and schema, as an object. */
export function toolSettings(tool: ToolNode): JsonText {
  const rest =
    tool.definition === undefined
      ? []
      : jsonEntries(knownJson(toolText(tool)))
          .flatMap((entry) => (toolHolders.includes(entry.key) ? jsonEntries(entry.value) : [entry]))
          .filter(({ key }) => !shownElsewhere.has(key));
  return knownJson(`{${rest.map(({ key, value }) => `${writeJson(key)}:${value}`).join(',')}}`);
}
