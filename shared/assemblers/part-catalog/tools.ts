import { nodeId, omitted, tool } from '../../document/builders';
import { writeJson } from '../../document/json-text';
import type { OmittedNode, ToolNode } from '../../document/types';
import { leaves } from '../../document/walk';
import { append } from '../../sources/text/append';
import { finding, type Finding } from '../../sources/findings';
import type { Agent } from './project/agents';
import { findTool, toolPartIds, toolParts, type ToolPartId } from './catalog/catalog';
import type { ListItem } from './project/file-text';
import { mcpTools } from './project/mcp';
import type { Model } from './model';
import { renderPart } from './catalog/render';
import type { PartState } from './system-prompt';
import { toolSchemas } from './catalog/tool-schemas';

export interface Tools {
  readonly tools: readonly ToolNode[];
  /** Tools that are not enabled. */
  readonly aside: readonly OmittedNode[];
  readonly states: ReadonlyMap<string, PartState>;
  readonly findings: readonly Finding[];
}

/** part-catalog, rule 9: descriptions go into the tools array. A subagent gets the tools its definition names. */
export function assembleTools(model: Model, agent: Agent | undefined): Tools {
  const findings: Finding[] = agent === undefined ? [] : unknownNames(model, agent);
  const tools: ToolNode[] = [];
  const aside: OmittedNode[] = [];
  const states = new Map<string, PartState>();
  for (const id of toolPartIds) {
    const { name } = toolParts[id];
    const node = nodeId('tools', name);
    const rendered = renderPart(model, id, node);
    const description = rendered.nodes.flatMap(leaves).filter(({ value }) => value !== '');
    const off = whyOff(model, agent, id);
    states.set(
      id,
      off === undefined ? { included: true, why: `the tool ${name} is enabled`, node } : { included: false, why: off },
    );
    if (off === undefined) {
      tools.push(tool(node, name, 'L0', description, writeJson(toolSchemas[id]), model.parts.get(id)?.source));
      append(findings, rendered.findings);
    } else
      aside.push(
        omitted(node, name, 'L0', { reason: 'condition-false', condition: `the tool ${name} is enabled` }, description),
      );
  }
  const mcp = mcpTools(model.mcp).filter(
    ({ name }) => agent === undefined || allows(agent, (item) => item === name || name.startsWith(`${item}__`)),
  );
  return { tools: [...tools, ...mcp], aside, states, findings };
}

function whyOff(model: Model, agent: Agent | undefined, id: ToolPartId): string | undefined {
  if (!model.tools.has(id)) return 'not in tools';
  return agent === undefined || allows(agent, (name) => findTool(name) === id)
    ? undefined
    : `${agent.name} may not use it`;
}

function allows(agent: Agent, is: (name: string) => boolean): boolean {
  const named = (items: readonly ListItem[]): boolean => items.some(({ value }) => is(value));
  return (
    (agent.tools === undefined || agent.tools.some(({ value }) => value === '*') || named(agent.tools)) &&
    !named(agent.disallowed)
  );
}

function unknownNames(model: Model, agent: Agent): Finding[] {
  const { source } = agent;
  return [...(agent.tools ?? []), ...agent.disallowed].flatMap(({ value, span }) => {
    const isKnown =
      value === '*' ||
      findTool(value) !== undefined ||
      model.mcp.servers.some(({ key }) => value.startsWith(`mcp__${key}`));
    return isKnown
      ? []
      : [
          finding(
            'warning',
            'unknown-tool',
            `${agent.name} names the tool "${value}", which does not exist`,
            source && { source, span },
          ),
        ];
  });
}
