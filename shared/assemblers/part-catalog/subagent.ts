import { frame, joinWith, nodeId, omitted, section } from '../../document/builders';
import type { Omission, PromptNode } from '../../document/types';
import { leaves } from '../../document/walk';
import { append } from '../../sources/text/append';
import { finding, type Finding } from '../../sources/findings';
import { filesAs } from '../../sources/lookup';
import { isBlank, ropeText } from '../../sources/text/rope';
import type { Agent } from './project/agents';
import { orders } from './catalog/catalog';
import type { ListItem } from './project/file-text';
import type { Model } from './model';
import { renderPart } from './catalog/render';
import { findSkill } from './project/skills';
import { omittedPart, placePart, type PartState, type SystemPrompt } from './system-prompt';

/** part-catalog, rule 8: prompt, critical reminder, skills, environment; the parent's CLAUDE.md only on request. */
export function assembleSubagent(model: Model, agent: Agent): SystemPrompt {
  const findings: Finding[] = [];
  const states = new Map<string, PartState>();
  const environment = placePart(model, 'environment');
  const claudeMd = placePart(model, 'claude-md');
  const used = model.subagentClaudeMd ? [environment, claudeMd] : [environment];
  append(findings, ...used.map((part) => part.findings));
  const left = orders[model.order].filter((id) => id !== 'environment' && id !== 'claude-md');
  for (const id of left)
    states.set(id, {
      included: false,
      why: id === 'main' ? "replaced by the subagent's prompt" : 'subagents do not get it',
    });
  states.set('environment', environment.state);
  states.set(
    'claude-md',
    model.subagentClaudeMd
      ? claudeMd.state
      : { included: false, why: "subagents do not get the parent's CLAUDE.md (subagentClaudeMd is off)" },
  );
  const children = [
    ...left.map((id) => omittedPart(model, id, omissionOf(id, agent))),
    promptNode(model, agent, states, findings),
    reminderNode(agent),
    ...agent.skills.map((skill, index) => skillNode(model, agent, skill, index, findings)),
    environment.node,
    model.subagentClaudeMd
      ? claudeMd.node
      : omittedPart(model, 'claude-md', { reason: 'variant-excludes', variant: 'subagent' }, model.claudeMd.hasContent),
  ];
  return { children: joinWith('\n\n', children), states, findings };
}

function omissionOf(id: string, agent: Agent): Omission {
  return id === 'main'
    ? { reason: 'overridden', by: `the prompt of ${agent.name}` }
    : { reason: 'variant-excludes', variant: 'subagent' };
}

function promptNode(model: Model, agent: Agent, states: Map<string, PartState>, findings: Finding[]): PromptNode {
  const id = nodeId('system', 'prompt');
  const rendered =
    agent.part === undefined ? { nodes: agent.prompt, findings: [] } : renderPart(model, agent.part.id, id);
  const rope = rendered.nodes.flatMap(leaves);
  append(findings, rendered.findings);
  if (isBlank(rope)) {
    findings.push(
      finding(
        'warning',
        'empty-prompt',
        `The subagent ${agent.name} has no prompt`,
        agent.source && { source: agent.source, span: { start: 0, end: 0 } },
      ),
    );
    const omission: Omission =
      agent.source === undefined
        ? { reason: 'condition-false', condition: 'the agent has a prompt' }
        : { reason: 'source-empty', source: agent.source };
    return omitted(id, agent.name, 'L0', omission);
  }
  if (agent.part !== undefined) states.set(agent.part.id, { included: true, why: 'chosen as the subagent', node: id });
  return section(id, agent.name, 'L0', rope, { note: agent.part?.from === 'overridden' ? 'overridden' : undefined });
}

function reminderNode(agent: Agent): PromptNode {
  const id = nodeId('system', 'reminder');
  if (agent.reminder.length === 0)
    return omitted(id, 'Critical reminder', 'L0', {
      reason: 'condition-false',
      condition: 'the agent has a critical reminder',
    });
  return section(id, 'Critical reminder', 'L0', [frame('CRITICAL REMINDER: '), ...agent.reminder]);
}

/** A skill that cannot be loaded is skipped with a finding, as in the design. */
function skillNode(
  model: Model,
  agent: Agent,
  { value, span }: ListItem,
  index: number,
  findings: Finding[],
): PromptNode {
  const id = nodeId('system', 'skills', String(index));
  const place = agent.source === undefined ? undefined : { source: agent.source, span };
  const skill = findSkill(filesAs(model.sources, 'skills'), value);
  if (skill === undefined) {
    const looked = `.claude/skills/${value}/SKILL.md`;
    findings.push(
      finding('warning', 'unknown-skill', `The skill "${value}" was not found and is skipped`, place, {
        note: `Write ${looked}.`,
      }),
    );
    return omitted(id, value, 'L2', { reason: 'source-missing', looked: [looked] });
  }
  append(findings, skill.findings);
  if (ropeText(skill.body) === '') return omitted(id, value, 'L2', { reason: 'source-empty', source: skill.file.id });
  return section(id, value, 'L2', skill.body);
}
