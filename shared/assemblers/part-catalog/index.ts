/**
 * docs/designs/part-catalog.md: a system prompt of conditional catalogue parts, tools, and reminders on the user
 * message.
 */
import { message, nodeId, omitted } from '../../document/builders';
import type { OmittedNode, PromptDocument } from '../../document/types';
import { leaves, nodeText } from '../../document/walk';
import { append } from '../../sources/text/append';
import { finding, type Finding } from '../../sources/findings';
import type { Architecture, AssembleInput, Assembled } from '../types';
import { agentParts, agentPartIds, reminderPartIds, reminderParts } from './catalog/catalog';
import { estimateTokens } from './estimate';
import { readModel, requests, type Model } from './model';
import { catalogPanel } from './panel';
import { renderPart } from './catalog/render';
import { readRules, rulesRequest } from './rules';
import { fileSchemas } from './project/schemas';
import { controlsOf, settingSpecs } from './settings';
import { assembleSubagent } from './subagent';
import { assembleSystemPrompt, type PartState, type SystemPrompt } from './system-prompt';
import { assembleTools } from './tools';
import { assembleUserMessage } from './user-message';

export const partCatalog: Architecture = {
  id: 'part-catalog',
  title: 'Part catalogue',
  variants: ['preset', 'preset+append', 'custom', 'subagent'],
  detect: { anyOf: ['CLAUDE.md', 'CLAUDE.local.md', '.claude/'] },
  settings: settingSpecs,
  fileSchemas,
  requests: (input) => [...requests(input), rulesRequest],
  assemble,
};

function assemble(input: AssembleInput): Assembled {
  const model = readModel(input);
  const agent = model.agents.chosen;
  const findings: Finding[] = [...model.findings];
  const system = systemPromptOf(model);
  const tools = assembleTools(model, agent);
  const user = assembleUserMessage(model);
  const systemMessage = message(nodeId('system'), 'system', 'L0', 'system', system.children);
  const estimate = estimateTokens(nodeText(systemMessage));
  const rules = readRules(input.sources);
  append(findings, system.findings, tools.findings, user.findings, rules.findings);
  if (model.budget !== undefined && estimate > model.budget) {
    findings.push(
      finding('error', 'over-budget', `system prompt ${estimate} tokens exceeds budget ${model.budget}`, undefined, {
        node: nodeId('system'),
        note: 'Leave parts out, or raise the budget.',
      }),
    );
  }
  const states = new Map<string, PartState>([...system.states, ...tools.states, ...user.states]);
  const document: PromptDocument = {
    irVersion: 2,
    architecture: 'part-catalog',
    variant: variantOf(model),
    parameters: [],
    tools: tools.tools,
    messages: [systemMessage, ...user.messages],
    breakpoints: [],
    aside: [...tools.aside, ...user.aside, ...unused(model, states), ...rules.aside],
  };
  const usable = model.askedAgent === undefined || agent !== undefined;
  return {
    document,
    findings,
    controls: controlsOf(input.settings, model, estimate),
    usable,
    panels: { catalog: catalogPanel(model.parts, states, estimate, model.budget) },
  };
}

function variantOf({ askedAgent, option }: Model): string {
  if (askedAgent !== undefined) return 'subagent';
  if (option.custom !== '') return 'custom';
  return option.append === '' ? 'preset' : 'preset+append';
}

function systemPromptOf(model: Model): SystemPrompt {
  const { askedAgent, agents, option } = model;
  if (askedAgent === undefined) return assembleSystemPrompt(model);
  if (agents.chosen === undefined) {
    const unknown = finding(
      'error',
      'unknown-subagent',
      `There is no subagent "${askedAgent}"; found: ${agents.choices.map(({ value }) => value).join(', ')}`,
    );
    const looked = [`.claude/agents/${askedAgent}.md`];
    return {
      children: [omitted(nodeId('system', 'prompt'), askedAgent, 'L0', { reason: 'source-missing', looked })],
      states: new Map(),
      findings: [unknown],
    };
  }
  const subagent = assembleSubagent(model, agents.chosen);
  if (option.custom === '' && option.append === '') return subagent;
  const ignored = finding('warning', 'system-prompt-ignored', 'A subagent has its own prompt: systemPrompt is ignored');
  return { ...subagent, findings: [...subagent.findings, ignored] };
}

/** Agent prompts and reminders that are not in this request. */
function unused(model: Model, states: ReadonlyMap<string, PartState>): readonly OmittedNode[] {
  const aside = (group: string, id: string, purpose: string, tier: OmittedNode['tier']): readonly OmittedNode[] => {
    if (states.get(id)?.included === true) return [];
    const would = renderPart(model, id)
      .nodes.flatMap(leaves)
      .filter(({ value }) => value !== '');
    return [
      omitted(nodeId(group, id), model.parts.get(id)?.name ?? id, tier, { reason: 'not-injected', purpose }, would),
    ];
  };
  return [
    ...agentPartIds.flatMap((id) => aside('agents', id, agentParts[id].usedWhen, 'L0')),
    ...reminderPartIds.flatMap((id) => aside('reminders', id, reminderParts[id].usedWhen, 'active')),
  ];
}
