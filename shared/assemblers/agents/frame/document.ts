/** The whole next request of an agent: its learned frame with the stretches that the rules make of files. */
import { nodeId, omitted, section, setting, sourceId, text } from '../../../document/builders';
import type {
  JsonPath,
  NodeId,
  Origin,
  PromptDocument,
  PromptMessage,
  PromptNode,
  SectionNode,
  TextNode,
  Tier,
  ToolNode,
} from '../../../document/types';
import { leaves, nodeText } from '../../../document/walk';
import { parseBody, plainBody } from '../../../requests/body';
import { splitText } from '../../../requests/document/split';
import { toDocument } from '../../../requests/document/to-document';
import { configAt, type ConfigNode } from '../../../sources/config/config-node';
import type { LearnedFrame } from '../../../sources/learned-frame';
import { untypedPrompt } from '../common/frame-omission';
import type { AgentReading, AgentRules } from '../types';
import { fillFrame, type Filling } from './fill';
import { insertsOf, type Insert } from './inserts';
import { changedAt } from './json';
import type { FrameRules } from './types';

export interface FramedDocument {
  readonly document: PromptDocument;
  /** Stretches, or files, that have text but no place in the frame. */
  readonly unknown: readonly string[];
  /** Files that have a place in the frame but no text now. */
  readonly gone: readonly string[];
  /** Stretches of which an older version may stand in the frame. */
  readonly doubtful: readonly string[];
}

/** What is needed of an agent to build its request. */
export interface Framed extends Pick<AgentRules, 'title' | 'program' | 'layout'> {
  readonly id: string;
  readonly frame: Pick<FrameRules, 'names' | 'labels' | 'byText'>;
  /** The frame has a whole conversation, not the start of one. */
  readonly keepsConversation?: true;
}

const bodyId = sourceId('learned frame');

/** Undefined if the frame cannot be read. */
export function framedDocument(
  agent: Framed,
  frame: LearnedFrame,
  reading: AgentReading,
  prompt: string | undefined,
): FramedDocument | undefined {
  const { frame: rules } = agent;
  const origin: Origin = { kind: 'learned', agent: frame.agent, version: frame.version, session: frame.session };
  const filled = fillFrame(frame, rules, reading.stretches);
  if (filled === undefined) return undefined;
  const { body, fillings } = filled;
  const typed = frame.prompt === null || prompt === undefined ? body : changedAt(body, frame.prompt, () => prompt);
  const source = { id: bodyId, path: bodyId, as: 'frame', text: JSON.stringify(typed) };
  const { root } = parseBody(source);
  if (root === undefined) return undefined;
  const address = frame.address ?? undefined;
  const { document } = toDocument({ ...plainBody(source, root, agent.title), address }, frame.form);
  const build = new Build(agent, origin, root, {
    inserts: insertsOf(fillings),
    prompt: frame.prompt === null ? undefined : { path: frame.prompt, isSet: prompt !== undefined },
    isMarked: document.breakpoints.length > 0,
  });
  return {
    document: {
      ...document,
      architecture: agent.id,
      variant: 'turn',
      tools: document.tools.map((each) => build.tool(each)),
      messages: document.messages.map((each) => build.message(each)),
    },
    unknown: fillings.filter(({ isUnknown }) => isUnknown).flatMap((each) => unknownIn(each, rules)),
    gone: fillings.flatMap(({ hole: { piece, stretch }, text: made }) =>
      piece !== undefined && made === '' ? [piece.slice(stretch.length + 1)] : [],
    ),
    doubtful: fillings.filter(({ isDoubtful }) => isDoubtful).map(({ hole }) => hole.stretch),
  };
}

interface Places {
  readonly inserts: readonly Insert[];
  readonly prompt: { readonly path: JsonPath; readonly isSet: boolean } | undefined;
  /** The request has cache markers, which say how often its parts change. */
  readonly isMarked: boolean;
}

class Build {
  readonly #agent: Framed;
  readonly #origin: Origin;
  readonly #root: ConfigNode;
  readonly #places: Places;

  constructor(agent: Framed, origin: Origin, root: ConfigNode, places: Places) {
    this.#agent = agent;
    this.#origin = origin;
    this.#root = root;
    this.#places = places;
  }

  tool(tool: ToolNode): ToolNode {
    const { source: _, ...rest } = tool;
    return {
      ...rest,
      description: this.#learned(joined(tool.description)),
      ...(tool.definition === undefined ? {} : { definition: this.#learned(joined(tool.definition)) }),
      ...(tool.tools === undefined ? {} : { tools: tool.tools.map((each) => this.tool(each)) }),
    };
  }

  message(message: PromptMessage): PromptMessage {
    const { isMarked } = this.#places;
    const isBlock = message.purpose === 'history' && this.#agent.keepsConversation !== true;
    const tier = isBlock && !isMarked ? 'L1' : message.tier;
    const made = message.children.some((each) => each.type === 'section' && each.block !== undefined)
      ? message.children.flatMap((each) => this.#node(each, tier))
      : this.#text(message.id, message.children, tier);
    const children = [...this.#leftOut(message), ...made, ...this.#untyped(message)];
    return { ...message, tier, ...(isBlock ? { purpose: 'block' as const } : {}), children };
  }

  #node(node: PromptNode, tier: Tier): readonly PromptNode[] {
    if (node.type === 'text') return this.#learned(node.value);
    if (node.type !== 'section') return [node];
    const isText = node.block?.kind === 'text' || (node.block?.kind === 'tool-result' && hasOnlyText(node.children));
    const children = isText
      ? this.#text(node.id, node.children, tier)
      : node.children.flatMap((each) => this.#node(each, tier));
    return [{ ...node, name: this.#nameOf(node), tier, children }];
  }

  #nameOf(node: SectionNode): string {
    const [insert] = this.#insertsAt(firstOffset(node.children));
    return insert === undefined || 'text' in insert.filling.hole
      ? node.name
      : this.#titleOf(insert.filling.hole.stretch);
  }

  /** The stretches in the text at an offset of the body. A part that is not sent is in no text. */
  #insertsAt(offset: number | undefined): readonly Insert[] {
    if (offset === undefined) return [];
    return this.#places.inserts.filter(
      ({ filling, path }) => (filling.text !== '' || 'text' in filling.hole) && this.#holds(path, offset),
    );
  }

  #titleOf(stretch: string): string {
    const parts = this.#agent.layout.flatMap((message) => message.parts);
    const part = parts.find((each) => 'stretch' in each && each.stretch === stretch);
    return part !== undefined && 'name' in part ? part.name : stretch;
  }

  /** One text of the request: the agent's words, cut where stretches stand in it. */
  #text(id: NodeId, children: readonly PromptNode[], tier: Tier): readonly PromptNode[] {
    const value = children.map(nodeText).join('');
    const at = firstOffset(children);
    const { prompt } = this.#places;
    if (prompt?.isSet === true && at !== undefined && this.#holds(prompt.path, at)) return [setting('prompt', value)];
    const here = this.#insertsAt(at);
    const leftOut = here.flatMap(({ filling }) => (filling.text === '' ? this.#withoutText(id, filling) : []));
    const filled = here.filter(({ filling }) => filling.text !== '');
    if (filled.length === 0) return [...splitText(id, this.#learned(value), tier), ...leftOut];
    const nodes: PromptNode[] = [];
    let [from, own] = [0, 0];
    const pushOwn = (end: number, before: string): void => {
      if (end <= from) return;
      own += 1;
      const name = this.#agent.frame.names[before] ?? 'own words';
      const pieceId = nodeId(id, own === 1 ? 'own' : `own~${own}`);
      nodes.push(section(pieceId, name, tier, splitText(pieceId, this.#learned(value.slice(from, end)), tier)));
    };
    for (const { filling, start } of filled) {
      const { stretch } = filling.hole;
      pushOwn(start + filling.before.length, stretch);
      if (filling.hole.piece === undefined)
        nodes.push(section(nodeId(id, stretch), this.#titleOf(stretch), 'L1', filling.nodes));
      else nodes.push(...filling.nodes.map((node) => (node.type === 'section' ? { ...node, tier } : node)));
      from = start + filling.text.length - filling.after.length;
    }
    pushOwn(value.length, 'end');
    return [...nodes, ...leftOut];
  }

  /** What the files would say, or why they say nothing. */
  #withoutText(id: NodeId, { nodes, isUnknown, hole }: Filling): readonly PromptNode[] {
    if (!isUnknown) return nodes;
    const name = this.#titleOf(hole.stretch);
    const how = `the learned request had no such part: run again: strata capture -- ${this.#agent.program}`;
    return [omitted(nodeId(id, hole.stretch), name, 'L1', { reason: 'not-learned', how }, nodes.flatMap(leaves))];
  }

  /** Parts that are not sent stand at the start of the message that would have them. */
  #leftOut(message: PromptMessage): readonly PromptNode[] {
    const at = firstOffset(message.children);
    return this.#places.inserts.flatMap(({ filling, path }) => {
      if (filling.text !== '' || 'text' in filling.hole || at === undefined) return [];
      return this.#holds(path.slice(0, -2), at) ? this.#withoutText(message.id, filling) : [];
    });
  }

  #untyped({ id, purpose }: PromptMessage): readonly PromptNode[] {
    const { prompt } = this.#places;
    if (purpose !== 'prompt' || prompt === undefined || prompt.isSet) return [];
    return [untypedPrompt(id)];
  }

  #holds(path: JsonPath, offset: number): boolean {
    const span = configAt(this.#root, path)?.span;
    return span !== undefined && span.start <= offset && offset < span.end;
  }

  #learned(value: string): readonly TextNode[] {
    return value === '' ? [] : [text(value, this.#origin)];
  }
}

function hasOnlyText(nodes: readonly PromptNode[]): boolean {
  return nodes.every((node) => node.type === 'text' || (node.type === 'section' && node.block === undefined));
}

/** Files, if each has a place of its own; else the stretch. */
function unknownIn({ hole, nodes }: Filling, { byText }: Framed['frame']): readonly string[] {
  if (byText !== true) return [hole.stretch];
  return nodes.flatMap((node) => (node.type === 'section' ? [node.name] : []));
}

function joined(parts: readonly TextNode[]): string {
  return parts.map(({ value }) => value).join('');
}

/** Where the first character of a text stands in the body. */
function firstOffset(children: readonly PromptNode[]): number | undefined {
  for (const leaf of children.flatMap(leaves))
    if (leaf.origin.kind === 'file' && leaf.origin.source === bodyId) return leaf.origin.span.start;
  return undefined;
}
