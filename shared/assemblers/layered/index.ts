/** docs/designs/layered.md: one system message of six layers, in three modes. */
import { z } from 'zod';
import type { Omission, PromptDocument, PromptMessage } from '../../document/types';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { filesAs } from '../../sources/lookup';
import type { SourceFile } from '../../sources/types';
import { textSetting } from '../settings';
import type { Architecture, AssembleInput, Assembled } from '../types';
import { agentIdOf, agentSchema, readAgent, type AgentFile } from './agent-file';
import { chosenMode, controlsOf, modelName, selectedAgent, unknownAgent, unknownModel } from './choices';
import { formatPrompt } from './format';
import { duplicateHeadings } from './headings';
import { cutFindings, identityLayer, soulLayer, toolsLayer } from './layers';
import { recallMemories } from './memories';
import { memoryLineSchema, readMemories } from './memory-files';
import { excludedBy, modes, type Mode } from './model';
import { readSkills, skillSchema, type Skill } from './skill-files';
import { unreplaced, variablesOf } from './variables';

export const layered: Architecture = {
  id: 'layered',
  title: 'Layered prompt',
  variants: modes,
  detect: { anyOf: ['agents/*/AGENT.md'] },
  settings: [
    { name: 'agent', label: 'Agent', kind: 'choice', help: 'Folder name under agents/; the first by name unless set.' },
    {
      name: 'mode',
      label: 'Mode',
      kind: 'choice',
      default: 'full',
      values: modes,
      help: 'full: all six layers; minimal: identity and tools; none: identity only.',
    },
    {
      name: 'channel',
      label: 'Channel',
      kind: 'text',
      default: 'terminal',
      help: 'Where the conversation takes place; shown in the runtime layer.',
    },
    {
      name: 'message',
      label: 'Message',
      kind: 'text',
      default: '',
      long: true,
      help: "The user's message; memories are recalled by it.",
    },
    {
      name: 'model',
      label: 'Model',
      kind: 'text',
      help: 'Shown in the runtime layer; llm.model of AGENT.md unless set.',
    },
  ],
  fileSchemas: () => [
    { pattern: 'agents/*/AGENT.md', schema: z.toJSONSchema(agentSchema) },
    { pattern: 'skills/*/SKILL.md', schema: z.toJSONSchema(skillSchema) },
    { pattern: 'memory/**/*.jsonl', schema: z.toJSONSchema(memoryLineSchema) },
  ],
  requests(input) {
    const agent = selectedAgent(input);
    return [
      { kind: 'glob', as: 'agents', root: 'workspace', pattern: 'agents/*/AGENT.md' },
      { kind: 'file', as: 'soul', root: 'workspace', path: 'SOUL.md' },
      ...(agent === undefined
        ? []
        : [{ kind: 'file' as const, as: 'agent-soul', root: 'workspace' as const, path: soulPath(agent) }]),
      { kind: 'file', as: 'tools', root: 'workspace', path: 'TOOLS.md' },
      { kind: 'glob', as: 'skills', root: 'workspace', pattern: 'skills/*/SKILL.md' },
      { kind: 'file', as: 'memory', root: 'workspace', path: 'MEMORY.md' },
      { kind: 'glob', as: 'memory-lines', root: 'workspace', pattern: 'memory/**/*.jsonl' },
      { kind: 'glob', as: 'memory-notes', root: 'workspace', pattern: 'memories/**/*.md' },
    ];
  },
  assemble,
};

function assemble(input: AssembleInput): Assembled {
  const { settings, facts, sources } = input;
  const { value: mode, findings: modeFindings } = chosenMode(input);
  const channel = textSetting(settings, 'channel') ?? 'terminal';
  const query = textSetting(settings, 'message') ?? '';
  const variables = variablesOf(facts);
  const file = selectedAgent(input);
  const agent = file === undefined ? undefined : readAgent(file, variables);
  const model = modelName(input, agent);
  const memories = readMemories(sources);
  const recalled = recallMemories(query, memories, mode);
  const rest = {
    controls: controlsOf(input, { agent, mode, channel, message: query, model }),
    panels: { recall: recalled.panel },
  };
  if (agent === undefined)
    return { document: document(mode, []), findings: [unknownAgent(input), ...modeFindings], usable: false, ...rest };

  const skills = readSkills(filesAs(sources, 'skills'));
  const soul = soulLayer(sources, soulPath(agent.source));
  const texts = { identity: identityLayer(agent), soul: soul.layer, tools: toolsLayer(sources) };
  const system = formatPrompt({
    mode,
    agent,
    ...texts,
    overriddenSoul: soul.overridden,
    skills: { items: skills.skills, absent: skillsAbsence(agent, skills.skills) },
    memories: recalled,
    model,
    channel,
    now: facts.now,
  });
  const sent = Object.values(texts).filter((layer) => excludedBy(mode, layer.name) === undefined);
  const findings = [
    ...modeFindings,
    ...agent.findings,
    ...(texts.identity.absent === undefined ? [] : [identityEmpty(agent)]),
    ...soul.findings,
    ...sent.flatMap((layer) => (layer.name === 'Identity' ? [] : unreplaced(layer.rope, variables))),
    ...cutFindings(sent),
    ...skills.findings,
    ...memories.findings,
    ...(model.from === 'unknown' && excludedBy(mode, 'Runtime') === undefined ? [unknownModel(agent)] : []),
    ...duplicateHeadings(system, sent),
  ];
  return { document: document(mode, [system]), findings, usable: true, ...rest };
}

function document(variant: Mode, messages: readonly PromptMessage[]): PromptDocument {
  return {
    irVersion: 2,
    architecture: 'layered',
    variant,
    parameters: [],
    tools: [],
    messages,
    breakpoints: [],
    aside: [],
  };
}

function soulPath(agent: SourceFile): string {
  return `agents/${agentIdOf(agent)}/SOUL.md`;
}

function skillsAbsence(agent: AgentFile, skills: readonly Skill[]): Omission | undefined {
  if (!agent.allowSkills) return { reason: 'condition-false', condition: `allow_skills is true in ${agent.source.id}` };
  if (skills.length === 0) return { reason: 'source-missing', looked: ['skills/*/SKILL.md'] };
  return skills.some((skill) => skill.absent === undefined)
    ? undefined
    : { reason: 'condition-false', condition: 'a skill has name and description' };
}

function identityEmpty(agent: AgentFile): Finding {
  const note = 'Write who the agent is below the front matter.';
  return finding(
    'warning',
    'identity-empty',
    'AGENT.md has no text of its own: the prompt has no identity',
    placeOf(agent.source.id),
    { note },
  );
}
