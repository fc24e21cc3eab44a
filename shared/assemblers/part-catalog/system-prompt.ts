import { joinWith, nodeId, omitted, section, setting } from '../../document/builders';
import type { NodeId, Omission, OmittedNode, PromptNode } from '../../document/types';
import { leaves, nodeText } from '../../document/walk';
import { finding, type Finding } from '../../sources/findings';
import { isBlankText } from '../../sources/text/white-space';
import { orders, systemParts, toolParts, type SystemPartId, type ToolPartId } from './catalog/catalog';
import type { Model } from './model';
import { renderPart } from './catalog/render';

/** Whether a part is included and why, for the catalogue view. */
export interface PartState {
  readonly included: boolean;
  readonly why: string;
  readonly node?: NodeId;
}

export interface SystemPrompt {
  readonly children: readonly PromptNode[];
  readonly states: ReadonlyMap<string, PartState>;
  readonly findings: readonly Finding[];
}

/** `would`: the part has text that can be shown although it is left out. */
type Decision =
  | { readonly met: true; readonly why: string }
  | { readonly met: false; readonly why: string; readonly omission: Omission; readonly would: boolean };

const always: Decision = { met: true, why: 'always part of the prompt' };

function conditionFalse(id: SystemPartId, why: string, would: boolean): Decision {
  return { met: false, why, omission: { reason: 'condition-false', condition: systemParts[id].condition }, would };
}

function ifTool(model: Model, id: SystemPartId, tool: ToolPartId): Decision {
  const { name } = toolParts[tool];
  return model.tools.has(tool)
    ? { met: true, why: `the tool ${name} is enabled` }
    : conditionFalse(id, `the tool ${name} is not enabled`, true);
}

function ifOn(id: SystemPartId, on: boolean, name: string): Decision {
  return on ? { met: true, why: `${name} is on` } : conditionFalse(id, `${name} is off`, true);
}

function missing(why: string, ...looked: readonly string[]): Decision {
  return { met: false, why, omission: { reason: 'source-missing', looked }, would: false };
}

function decide(model: Model, id: SystemPartId): Decision {
  switch (id) {
    case 'security-policy':
      return model.securityPolicy === 'inline'
        ? {
            met: false,
            why: 'the security policy is in the main part only',
            omission: { reason: 'variant-excludes', variant: 'securityPolicy: inline' },
            would: true,
          }
        : always;
    case 'past-sessions':
      return ifOn(id, model.sessions, 'sessions');
    case 'agent-memory':
      return ifOn(id, model.memory, 'memory');
    case 'glob-docs':
      return ifTool(model, id, 'tool-glob');
    case 'grep-docs':
      return ifTool(model, id, 'tool-grep');
    case 'search-replace-docs':
      return ifTool(model, id, 'tool-file-edit');
    case 'todo-docs':
      return ifTool(model, id, 'tool-todo-write');
    case 'mcp-servers': {
      const { servers, source } = model.mcp;
      if (servers.length > 0) return { met: true, why: `${servers.length} in .mcp.json` };
      return source === undefined
        ? missing('there is no .mcp.json', '.mcp.json')
        : conditionFalse(id, '.mcp.json names no server', false);
    }
    case 'slash-commands': {
      const { commands } = model.commands;
      return commands.length > 0
        ? { met: true, why: `${commands.length} in .claude/commands` }
        : missing('there is no slash command', '.claude/commands/*.md');
    }
    case 'claude-md': {
      const { files, hasContent, looked, unread } = model.claudeMd;
      const [first] = files;
      if (hasContent) return { met: true, why: `found ${files.map((file) => file.id).join(', ')}` };
      if (first === undefined && unread !== undefined)
        return { met: false, why: 'no CLAUDE.md could be read', omission: unread, would: false };
      if (first === undefined) return missing('no CLAUDE.md was found', ...looked);
      return {
        met: false,
        why: `${first.id} is empty`,
        omission: { reason: 'source-empty', source: first.id },
        would: false,
      };
    }
    case 'output-style': {
      if (model.styles.chosen !== undefined)
        return { met: true, why: `the output style ${model.styles.chosen.name} is set` };
      if (model.askedStyle === undefined) return conditionFalse(id, 'no output style is set', false);
      return missing(`there is no output style ${model.askedStyle}`, `.claude/output-styles/${model.askedStyle}.md`);
    }
    case 'append':
      return model.option.append === ''
        ? conditionFalse(id, 'nothing is to be appended', false)
        : { met: true, why: 'systemPrompt.append is set' };
    default:
      return always;
  }
}

function systemPartNode(id: SystemPartId): NodeId {
  return nodeId('system', id);
}

export function omittedPart(model: Model, id: SystemPartId, omission: Omission, would = true): OmittedNode {
  const text = would
    ? renderPart(model, id)
        .nodes.flatMap(leaves)
        .filter(({ value }) => value !== '')
    : [];
  return omitted(systemPartNode(id), model.parts.get(id)?.name ?? id, systemParts[id].tier, omission, text);
}

interface PlacedPart {
  readonly node: PromptNode;
  readonly state: PartState;
  readonly findings: readonly Finding[];
}

/** Builds one part: a section, or an omitted node with the reason. */
export function placePart(model: Model, id: SystemPartId): PlacedPart {
  const decision = decide(model, id);
  if (!decision.met)
    return {
      node: omittedPart(model, id, decision.omission, decision.would),
      state: { included: false, why: decision.why },
      findings: [],
    };
  const node = systemPartNode(id);
  const part = model.parts.get(id);
  const { nodes, findings: variables } = renderPart(model, id, node);
  const findings = id === 'claude-md' ? [...variables, ...model.claudeMd.findings] : variables;
  if (part === undefined || nodes.every((each) => isNothing(id, nodeText(each)))) {
    const omission: Omission =
      part?.source === undefined
        ? { reason: 'condition-false', condition: 'the part has text' }
        : { reason: 'source-empty', source: part.source };
    return {
      node: omittedPart(model, id, omission, false),
      state: { included: false, why: 'its text is empty' },
      findings,
    };
  }
  const { tier, condition } = systemParts[id];
  const options = {
    condition: condition === 'always' ? undefined : condition,
    note: part.from === 'overridden' ? 'overridden' : undefined,
  };
  return {
    node: section(node, part.name, tier, nodes, options),
    state: { included: true, why: decision.why, node },
    findings,
  };
}

/** Appended text is kept even if it is only white space. */
function isNothing(id: SystemPartId, text: string): boolean {
  return id === 'append' ? text === '' : isBlankText(text);
}

/** part-catalog, rules 1 and 2: the parts in order, joined by a blank line; a custom prompt replaces them all. */
export function assembleSystemPrompt(model: Model): SystemPrompt {
  const order = orders[model.order];
  const placed = order.map((id) => [id, placePart(model, id)] as const);
  const { custom } = model.option;
  if (custom === '') {
    const findings = placed.flatMap(([, part]) => part.findings);
    return {
      children: joinWith(
        '\n\n',
        placed.map(([, part]) => part.node),
      ),
      states: new Map(placed.map(([id, part]) => [id, part.state])),
      findings: [...findings, ...duplicatePolicy(model)],
    };
  }
  const omission: Omission = { reason: 'overridden', by: 'the custom system prompt' };
  const replaced = placed.map(([id, { state, node }]) =>
    state.included || node.type !== 'omitted' ? omittedPart(model, id, omission) : node,
  );
  return {
    children: [
      section(nodeId('system', 'custom'), 'Custom system prompt', 'L0', [setting('systemPrompt', custom)]),
      ...replaced,
    ],
    states: new Map(order.map((id) => [id, { included: false, why: 'replaced by the custom system prompt' }])),
    findings: [],
  };
}

/** `securityPolicy: both` sends the policy twice, as published (part-catalog, rule 5). */
function duplicatePolicy(model: Model): readonly Finding[] {
  const policy = renderPart(model, 'security-policy').nodes.map(nodeText).join('');
  const main = renderPart(model, 'main').nodes.map(nodeText).join('');
  if (model.securityPolicy !== 'both' || isBlankText(policy) || !main.includes(policy)) return [];
  return [
    finding(
      'info',
      'duplicate-text',
      'The security policy is sent twice: inside the main part and as a part of its own',
      undefined,
      {
        node: systemPartNode('security-policy'),
        note: 'Set securityPolicy to inline or part to send it once.',
      },
    ),
  ];
}
