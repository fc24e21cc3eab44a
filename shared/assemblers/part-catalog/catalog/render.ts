import { builtin, frame } from '../../../document/builders';
import type { NodeId, PromptNode, TextNode } from '../../../document/types';
import { leaves } from '../../../document/walk';
import { finding, type Finding } from '../../../sources/findings';
import { sliceRope, type Rope } from '../../../sources/text/rope';
import { contentEnd, contentStart, isBlankText } from '../../../sources/text/white-space';
import { toolPartIds, toolParts, type SystemPartId } from './catalog';
import { claudeMdNodes, claudeMdSeparator } from '../project/claude-md';
import { commandNodes } from '../project/commands';
import { interpolate, nothing, textValue, type Interpolated, type Lookup, type Value } from './interpolate';
import { mcpNodes } from '../project/mcp';
import type { Model } from '../model';
import type { CatalogPart } from './part-set';
import { promptVars, variableName } from './vars';

/** `BASH_TOOL_NAME`, and `READ_TOOL_NAME` for an alias. */
const toolNames: ReadonlyMap<string, Value> = new Map(
  toolPartIds.flatMap((id) => {
    const { name, aliases } = toolParts[id];
    return [name, ...aliases].map((each): [string, Value] => [
      `${variableName(each)}_TOOL_NAME`,
      textValue([builtin(id, name)]),
    ]);
  }),
);

/** A value keeps its sections only in the part listed here. */
const homes: Readonly<Record<string, SystemPartId>> = {
  MCP_SERVERS: 'mcp-servers',
  SLASH_COMMANDS: 'slash-commands',
  CLAUDE_MD: 'claude-md',
};

function lookupFor(model: Model, partId: string): Lookup {
  return (name) => {
    if (name === 'SECURITY_POLICY' && (partId === 'security-policy' || model.securityPolicy === 'part')) {
      return partId === 'security-policy' ? undefined : textValue([]);
    }
    const value =
      model.vars.values.get(name) ??
      computed(model, name) ??
      toolNames.get(name) ??
      (promptVars.some((each) => each === name) ? textValue([]) : undefined);
    return value?.kind === 'text' && homes[name] !== partId ? textValue(value.nodes.flatMap(leaves)) : value;
  };
}

function computed(model: Model, name: string): Value | undefined {
  const { cwd, os, shell } = model.environment;
  switch (name) {
    case 'SECURITY_POLICY':
      return textValue(renderPart(model, 'security-policy').nodes);
    case 'OUTPUT_STYLE_CONFIG':
    case 'OUTPUT_STYLE_NAME':
      return model.styles.chosen === undefined ? nothing : textValue(styleName(model.styles.chosen));
    case 'OUTPUT_STYLE':
      return model.styles.chosen === undefined ? nothing : textValue(model.styles.chosen.body);
    case 'CWD':
      return textValue(cwd);
    case 'OS':
      return textValue(os);
    case 'SHELL':
      return textValue(shell);
    case 'ENVIRONMENT':
      return textValue(environmentLines(model));
    case 'MCP_SERVERS':
      return textValue(mcpNodes(model.mcp));
    case 'SLASH_COMMANDS':
      return textValue(commandNodes(model.commands));
    case 'CLAUDE_MD':
      return textValue(claudeMdNodes(model.claudeMd));
    case 'APPEND':
      return textValue(appendText(model));
    default:
      return undefined;
  }
}

function styleName({ name, nameRope, file }: NonNullable<Model['styles']['chosen']>): Rope {
  return nameRope.length > 0
    ? nameRope
    : [{ type: 'text', value: name, origin: { kind: 'derived', by: 'file name', from: [file.id] } }];
}

/** The appended text is never trimmed, not even at the ends of a part. */
const appended = { kind: 'setting', name: 'systemPrompt' } as const;

function isGiven({ origin, value }: TextNode): boolean {
  return (
    (origin.kind === 'setting' && origin.name === appended.name) ||
    (origin.kind === 'frame' && value === claudeMdSeparator)
  );
}

function appendText({ option }: Model): Rope {
  return option.append === '' ? [] : [{ type: 'text', value: option.append, origin: appended }];
}

/** An unknown value has no line. */
function environmentLines({ environment: { cwd, os, shell } }: Model): Rope {
  const lines: (readonly [string, Rope])[] = [
    ['- Working directory: ', cwd],
    ['- Platform: ', os],
    ['- Shell: ', shell],
  ];
  const filled = lines.filter(([, value]) => value.length > 0);
  return filled.flatMap(([label, value], index): readonly TextNode[] => [
    frame(`${index === 0 ? '' : '\n'}${label}`),
    ...value,
  ]);
}

interface Rendered {
  readonly nodes: readonly PromptNode[];
  readonly findings: readonly Finding[];
}

export function renderPart(model: Model, id: string, node?: NodeId): Rendered {
  const part = model.parts.get(id);
  if (part === undefined) return { nodes: [], findings: [] };
  const result = interpolate(part.body, lookupFor(model, id));
  return { nodes: trimNodes(result.nodes), findings: variableFindings(part, result, node) };
}

/**
 * Trims the part's own text at both ends. Sections such as CLAUDE.md files, their separators and appended text are not
 * trimmed.
 */
function trimNodes(nodes: readonly PromptNode[]): readonly PromptNode[] {
  const isContent = (node: PromptNode): boolean =>
    node.type !== 'omitted' && (node.type !== 'text' || isGiven(node) || !isBlankText(node.value));
  const first = nodes.findIndex(isContent);
  const last = nodes.findLastIndex(isContent);
  return nodes.flatMap((node, index): readonly PromptNode[] => {
    if (node.type !== 'text' || isGiven(node) || (index > first && index < last)) return [node];
    if (index < first || index > last) return [];
    const start = index === first ? contentStart(node.value) : 0;
    return sliceRope([node], start, index === last ? contentEnd(node.value) : node.value.length);
  });
}

function variableFindings(
  part: CatalogPart,
  { unresolved, empty }: Interpolated,
  node: NodeId | undefined,
): readonly Finding[] {
  const extras = node === undefined ? {} : { node };
  const open = unresolved.map(({ code, name, place }) =>
    name === undefined
      ? finding(
          'warning',
          'unsupported-expression',
          `${code} in the part ${part.id} is a form that is not understood; it is sent as written`,
          place,
          extras,
        )
      : finding(
          'warning',
          'unknown-variable',
          `The part ${part.id} uses the unknown variable ${name}; ${code} is sent as written`,
          place,
          { ...extras, note: `Give it a value: vars.${name}.` },
        ),
  );
  const unset = empty.flatMap(({ name = '', place }) =>
    promptVars.some((each) => each === name) && name !== 'SECURITY_POLICY'
      ? [
          finding(
            'info',
            'empty-variable',
            `${name} in the part ${part.id} has no value, so nothing replaces it`,
            place,
            { ...extras, note: `Give it a value: vars.${name}.` },
          ),
        ]
      : [],
  );
  return [...open, ...unset];
}
