import { grouped } from '../../../basics/grouped';
import { message, nodeId, section, setting, sourceId, textBlock } from '../../../document/builders';
import type { PromptDocument, PromptMessage, PromptNode } from '../../../document/types';
import { nodeText } from '../../../document/walk';
import { modelOfAddress } from '../../../requests/address';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import type { FramePiece } from '../../../sources/learned-frame';
import type { SourceRequest, Sources } from '../../../sources/types';
import { control, textSetting } from '../../settings';
import type { Architecture, AssembleInput, Assembled, SettingSpec } from '../../types';
import { chosenFrame, frameChoices, frameFindings, framePanel, withoutFrame } from '../frame/chosen';
import { framedDocument } from '../frame/document';
import { parseObject, textAt } from '../frame/json';
import type { AgentReading, AgentRules, FramePart, LayoutMessage } from '../types';
import type { Load } from '../load';
import { askBytes, sizeOf } from './files';
import { unknownFrame, untypedPrompt } from './frame-omission';

const promptSetting: SettingSpec = {
  name: 'prompt',
  label: 'Prompt',
  kind: 'text',
  long: true,
  help: 'What you type.',
};

const frameSetting: SettingSpec = {
  name: 'frame',
  label: 'Learned from',
  kind: 'choice',
  help:
    'The capture that the agent’s own prompt is learned from; unless set, the newest. ' +
    `"${withoutFrame}" leaves it out.`,
};

/** Makes an architecture of an agent's rules: files → requests → assemble → document, as for every design. */
export function agentArchitecture(rules: AgentRules): Architecture {
  const settings = [...rules.settings, promptSetting, frameSetting];
  return {
    id: rules.id,
    title: rules.title,
    variants: ['turn'],
    detect: { anyOf: [], offers: rules.finds },
    settings,
    requests: (input) => {
      const files = rules.requests(input);
      return [...files, ...brokenBytes(input.sources), frameRequest(rules, input, files)];
    },
    assemble: (input) => assemble(rules, settings, input),
    modelOf(input) {
      const frame = chosenFrame(input);
      if (frame === undefined) return undefined;
      const named = textAt(parseObject(frame.body), ['model']);
      return named === '' ? modelOfAddress(frame.address ?? '') : named;
    },
  };
}

/** Where texts are needed, they are given once every file is read. */
function frameRequest(rules: AgentRules, input: AssembleInput, asked: readonly SourceRequest[]): SourceRequest {
  const request = { kind: 'frame', as: 'frame', agent: rules.id } as const;
  const { files, missing } = input.sources;
  const answered = new Set([...files, ...missing].map(({ as }) => as));
  const isRead = asked.every(({ kind, as }) => kind !== 'file' || answered.has(as));
  return rules.frame.byText === true && isRead ? { ...request, pieces: piecesOf(rules.read(input)) } : request;
}

function piecesOf({ stretches }: AgentReading): readonly FramePiece[] {
  return stretches.flatMap(({ key, nodes }) =>
    nodes.flatMap((node) => (node.type === 'section' ? [{ stretch: key, piece: node.id, text: nodeText(node) }] : [])),
  );
}

/** A file with broken characters has another number of bytes than its text. */
function brokenBytes({ files }: Sources): readonly SourceRequest[] {
  return files.filter(({ as, path, text }) => as === path && text.includes('\uFFFD')).map(({ path }) => askBytes(path));
}

function assemble(rules: AgentRules, settings: readonly SettingSpec[], input: AssembleInput): Assembled {
  const read = rules.read(input);
  const reading = { ...read, loads: read.loads.map((load) => relativeLoad(load, input.facts.workspace)) };
  const frame = chosenFrame(input);
  const prompt = textSetting(input.settings, 'prompt');
  const framed = frame === undefined ? undefined : framedDocument(rules, frame, reading, prompt);
  const shown = framed === undefined ? undefined : frame;
  return {
    document: framed?.document ?? documentOf(rules, reading, prompt),
    findings: [
      ...reading.findings,
      ...lossFindings(rules, reading.loads),
      ...frameFindings(rules, input, shown, framed),
    ],
    controls: settings.map(({ name }) =>
      control(
        input.settings,
        name,
        textSetting(input.settings, name) ?? '',
        name === 'frame' ? { choices: frameChoices(input) } : {},
      ),
    ),
    usable: true,
    panels: { loads: sizedLoads(reading.loads, input.sources), ...framePanel(rules.frame, shown, input) },
  };
}

/** A file that could not be read has no id yet. */
function relativeLoad(load: Load, workspace: string): Load {
  const inside = `${workspace}/`;
  return load.path.startsWith(inside) ? { ...load, path: sourceId(load.path.slice(inside.length)) } : load;
}

/** Every file that was read has a size, whichever rule met it. */
function sizedLoads(loads: readonly Load[], sources: Sources): readonly Load[] {
  const byId = new Map(sources.files.map((file) => [file.id, file]));
  return loads.map((load) => {
    const file = byId.get(load.path);
    return load.bytes !== undefined || file === undefined ? load : { ...load, bytes: sizeOf(sources, file) };
  });
}

/** What the agent cuts or leaves out of a file that is there. */
function lossFindings({ title }: AgentRules, loads: readonly Load[]): readonly Finding[] {
  return loads.flatMap(({ path, status, bytes, sentBytes, rule }): readonly Finding[] => {
    if (bytes === undefined) return [];
    const place = placeOf(path);
    if (status === 'cut' && sentBytes !== undefined) {
      const sent = `${grouped(sentBytes)} of ${grouped(bytes)} bytes`;
      return [finding('warning', 'agent-cut', `${title} sends ${sent} of ${path}. ${rule}`, place)];
    }
    return status === 'refused'
      ? [finding('warning', 'agent-refused', `${title} leaves ${path} out. ${rule}`, place)]
      : [];
  });
}

function documentOf(rules: AgentRules, reading: AgentReading, prompt: string | undefined): PromptDocument {
  return {
    irVersion: 2,
    architecture: rules.id,
    variant: 'turn',
    parameters: [],
    tools: [],
    messages: rules.layout
      .map((layout) => messageOf(layout, reading, rules.program, prompt))
      .filter(({ children }) => children.length > 0),
    breakpoints: [],
    aside: [],
  };
}

function messageOf(
  layout: LayoutMessage,
  { stretches }: AgentReading,
  program: string,
  prompt: string | undefined,
): PromptMessage {
  const children = layout.parts.flatMap((part): readonly PromptNode[] => {
    const nodesOf = (stretch: string): readonly PromptNode[] =>
      stretches.find(({ key }) => key === stretch)?.nodes ?? [];
    if ('frame' in part && layout.purpose === 'prompt' && prompt !== undefined) return [setting('prompt', prompt)];
    if ('frame' in part && layout.purpose === 'prompt') return [untypedPrompt(nodeId(layout.id))];
    if ('frame' in part) return isSent(part, nodesOf) ? [unknownFrame(layout.id, part.frame, program)] : [];
    const nodes = nodesOf(part.stretch);
    if (!hasText(nodes)) return nodes;
    const made = section(nodeId(layout.id, part.stretch), part.name, part.tier ?? 'L1', nodes);
    return [part.block === true ? textBlock(made) : made];
  });
  const tier = layout.purpose === 'prompt' ? 'active' : 'L1';
  return message(nodeId(layout.id), layout.role, tier, layout.purpose, children);
}

function isSent(part: FramePart, nodesOf: (stretch: string) => readonly PromptNode[]): boolean {
  if (part.quiet === true) return false;
  if (part.with !== undefined && !hasText(nodesOf(part.with))) return false;
  return part.unless === undefined || !hasText(nodesOf(part.unless));
}

function hasText(nodes: readonly PromptNode[]): boolean {
  return nodes.some((node) => node.type !== 'omitted');
}
