import {
  builtin,
  environment,
  frame,
  joinWith,
  message,
  nodeId,
  omitted,
  section,
  setting,
  text,
} from '../../document/builders';
import type { Omission, PromptMessage, PromptNode, TextNode, Tier } from '../../document/types';
import { utcMinute } from '../../sources/clock';
import { ropeText, type Rope } from '../../sources/text/rope';
import { excludedBy, type Layer, type LayerName, type PromptModel } from './model';
import { cutMarker, layerLimit, type Cut } from './truncate';

/** The six layers in their order (layered, rule 1), their headings (Identity has none) and their tiers. */
const layers = {
  Identity: { tier: 'L0', heading: undefined },
  Soul: { tier: 'L0', heading: 'Personality' },
  Tools: { tier: 'L1', heading: 'Tool Usage Guidelines' },
  Skills: { tier: 'L2', heading: 'Available Skills' },
  Memory: { tier: 'active', heading: 'Memory' },
  Runtime: { tier: 'active', heading: 'Runtime Context' },
} as const satisfies Record<LayerName, { tier: Tier; heading: string | undefined }>;

export function headingOf(name: LayerName): string | undefined {
  const { heading } = layers[name];
  return heading === undefined ? undefined : `## ${heading}`;
}

const id = (name: LayerName, ...rest: readonly string[]) => nodeId('system', name, ...rest);

/**
 * Formats the one system message. A blank line joins the layers; an absent layer becomes an omitted node with its
 * reason.
 */
export function formatPrompt(model: PromptModel): PromptMessage {
  const overridden = model.overriddenSoul.map(({ source, rope, by }) =>
    omitted(id('Soul', source), source, layers.Soul.tier, { reason: 'overridden', by }, rope),
  );
  const nodes = [
    ...layer(model, 'Identity', model.identity, textBody('Identity', model.identity), 'always'),
    ...layer(model, 'Soul', model.soul, textBody('Soul', model.soul), 'the mode is full and there is a SOUL.md'),
    ...overridden,
    ...layer(
      model,
      'Tools',
      model.tools,
      textBody('Tools', model.tools),
      'the mode is full or minimal and there is a TOOLS.md',
    ),
    ...skills(model),
    ...layer(
      model,
      'Memory',
      model.memories,
      memories(model),
      'the mode is full and a memory shares a word with the message',
    ),
    ...layer(model, 'Runtime', {}, runtime(model), 'the mode is full'),
  ];
  return message(nodeId('system'), 'system', 'L0', 'system', joinWith('\n\n', nodes));
}

interface LayerState {
  readonly absent?: Omission | undefined;
  readonly cut?: Cut | undefined;
}

/** Returns the section, or an omitted node with the reason and the text it would have. */
function layer(
  model: PromptModel,
  name: LayerName,
  state: LayerState,
  body: readonly PromptNode[],
  condition: string,
): readonly PromptNode[] {
  const heading = headingOf(name);
  const children = [...(heading === undefined || body.length === 0 ? [] : [frame(`${heading}\n\n`)]), ...body];
  const absent = excludedBy(model.mode, name) ?? state.absent;
  if (absent !== undefined) return [omitted(id(name), name, layers[name].tier, absent, children.flatMap(sentLeaves))];
  return [
    section(id(name), name, layers[name].tier, children, {
      condition,
      note: state.cut === undefined ? undefined : 'truncated',
    }),
  ];
}

function sentLeaves(node: PromptNode): readonly TextNode[] {
  if (node.type === 'text') return [node];
  return node.type === 'section' ? node.children.flatMap(sentLeaves) : [];
}

/** Formats a text layer. The text after the limit becomes an omitted node after the marker. */
function textBody(name: LayerName, { rope, cut }: Layer): readonly PromptNode[] {
  if (cut === undefined) return rope;
  const origin = cut.rest[0]?.origin;
  const from = origin?.kind === 'file' ? [origin.source] : [];
  const rest = omitted(
    id(name, 'rest'),
    'The rest of the file',
    layers[name].tier,
    { reason: 'over-budget', limit: layerLimit, actual: cut.total },
    cut.rest,
  );
  return [
    ...cut.kept,
    ...(cut.kept.length === 0 ? [] : [frame('\n\n')]),
    text(cutMarker(cut), { kind: 'derived', by: 'truncation', from }),
    rest,
  ];
}

/** Skills that cannot be listed keep their position. If none can be listed, they are placed beside the absent layer. */
function skills(model: PromptModel): readonly PromptNode[] {
  const { tier } = layers.Skills;
  const nodes = model.skills.items.map((skill) =>
    skill.absent === undefined
      ? section(id('Skills', skill.id), ropeText(skill.name), tier, [
          frame('### Skill: '),
          ...skill.name,
          frame('\nDescription: '),
          ...skill.description,
        ])
      : omitted(id('Skills', skill.id), skill.id, tier, skill.absent),
  );
  const usable = nodes.some((node) => node.type === 'section');
  const made = layer(
    model,
    'Skills',
    model.skills,
    usable ? joinWith('\n\n', nodes) : [],
    'the mode is full, allow_skills is true and there is a skill',
  );
  return made.some((node) => node.type === 'section')
    ? made
    : [...made, ...nodes.filter((node) => node.type === 'omitted')];
}

function memories({ memories: { items } }: PromptModel): readonly PromptNode[] {
  if (items.length === 0) return [];
  const bullets = items.map(({ memory, score, snippet, cut }) =>
    section(
      id('Memory', memory.source.id, String(memory.index)),
      ropeText(memory.label),
      layers.Memory.tier,
      [frame('- ['), ...memory.label, frame('] '), ...snippet, frame(cut ? '...' : '')],
      { note: `score ${score.toFixed(4)}${cut ? ', cut' : ''}` },
    ),
  );
  return [frame('### Recalled Memories\n'), ...joinWith('\n', bullets)];
}

function runtime({ agent, model, channel, now }: PromptModel): readonly TextNode[] {
  const modelName: Rope = model.from === 'unknown' ? [builtin('unknown model', 'unknown')] : model.rope;
  return [
    frame('- Agent ID: '),
    text(agent.id, { kind: 'derived', by: 'folder name', from: [agent.source.id] }),
    frame('\n- Model: '),
    ...modelName,
    frame('\n- Channel: '),
    setting('channel', channel),
    frame('\n- Current time: '),
    environment('now', utcMinute(now)),
  ];
}
