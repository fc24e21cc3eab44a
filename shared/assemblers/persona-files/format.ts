/**
 * The twelve components in order, with their exact newlines (persona-files, rule 1). Each component has its newlines as
 * frames inside it, so removing it removes them too; only the newline after the persona is separate. A component that
 * an entry point does not pass becomes an omitted node with the text it would have.
 */
import { memoByIdentity, memoLast } from '../../basics/memo';
import { builtin, frame, message, nodeId, omitted, section, setting } from '../../document/builders';
import type { NodeId, Omission, OmittedNode, PromptMessage, PromptNode, TextNode, Tier } from '../../document/types';
import { leaves } from '../../document/walk';
import {
  type Configuration,
  type ContextFile,
  type Entry,
  type Identity,
  type DataFiles,
  type OptionalText,
  type PersonaModel,
  type Project,
  type RuntimePair,
} from './model';
import { skillsBlock, toolList, walkedAs, workspaceFiles, type Walked } from './format-lists';
import {
  callingText,
  defaultSoulText,
  guidelinesText,
  introductionText,
  memoryText,
  routingText,
  silentText,
} from './texts';

const id = (...parts: readonly string[]): NodeId => nodeId('system', ...parts);

type LeaveOut = (node: PromptNode) => PromptNode;

/** `leaveOut` turns a component that is not passed into its replacement. */
export function formatPrompt(model: PersonaModel, configuration: Configuration, leaveOut: LeaveOut): PromptMessage {
  return formatAround(
    model.project,
    configuration,
    leaveOut,
    around(model.own, walkedAs(model, configuration), configuration, leaveOut),
  );
}

const lastAround = memoLast<DataFiles, Around>();

/** As `formatPrompt`, but reuses the nodes before and after the project if they are unchanged. */
export function sentPrompt(model: PersonaModel, configuration: Configuration, entry: Entry): PromptMessage {
  const { own } = model;
  const leaveOut: LeaveOut = (node) => excluded(node, entry);
  const walked = walkedAs(model, configuration);
  const sent = lastAround(own, [entry, JSON.stringify(configuration), ...walked], () =>
    around(own, walked, configuration, leaveOut),
  );
  return formatAround(model.project, configuration, leaveOut, sent);
}

function formatAround(
  projectFiles: Project,
  configuration: Configuration,
  leaveOut: LeaveOut,
  { before, after }: Around,
): PromptMessage {
  const node = project(projectFiles);
  return message(nodeId('system'), 'system', 'L0', 'system', [
    ...before,
    configuration.project ? node : leaveOut(node),
    ...after,
  ]);
}

/** The nodes before the project and after it. */
interface Around {
  readonly before: readonly PromptNode[];
  readonly after: readonly PromptNode[];
}

function around(own: DataFiles, walked: Walked, configuration: Configuration, leaveOut: LeaveOut): Around {
  const { includeTools, nativeTools, persona } = configuration;
  const only = (allowed: boolean, nodes: readonly PromptNode[]): readonly PromptNode[] =>
    allowed ? nodes : nodes.map(leaveOut);
  return {
    before: [
      introduction(includeTools),
      ...only(persona, identity(own.identity)),
      ...only(persona, [soul(own.soul)]),
      ...only(persona, user(own.user)),
      ...(persona ? [frame('\n')] : []),
    ],
    after: [
      ...only(configuration.runtime, [runtime(own.runtime, includeTools)]),
      ...only(configuration.skills, skillsBlock(own.skills)),
      ...only(configuration.workspaceFiles, workspaceFiles(own.workspaceFiles, walked)),
      ...only(includeTools, [memoryHint(own)]),
      ...only(includeTools, toolList(own.tools, nativeTools)),
      ...only(includeTools, [callingFormat(own, nativeTools)]),
      guidelines(includeTools),
      ...only(includeTools, [
        section(
          id('SilentReplies'),
          'Silent replies',
          'L0',
          [frame('## Silent Replies\n\n'), builtin('silent-replies', silentText), frame('\n')],
          { condition: 'tools are included' },
        ),
      ]),
    ],
  };
}

function excluded(node: PromptNode, variant: string): PromptNode {
  const omission: Omission = { reason: 'variant-excludes', variant };
  if (node.type === 'section') return omitted(node.id, node.name, node.tier, omission, leaves(node));
  if (node.type === 'omitted') return omitted(node.id, node.name, node.tier, omission, node.would);
  return node;
}

function introduction(includeTools: boolean): PromptNode {
  const name = includeTools ? 'withTools' : 'withoutTools';
  return section(id('Introduction'), 'Introduction', 'L0', [
    builtin(`introduction-${name}`, introductionText[name]),
    frame('\n\n'),
  ]);
}

/** Notes are a child of their section. An omitted node has no children, so they are placed beside it. */
function withNotes(node: PromptNode, notes: OmittedNode | undefined): readonly PromptNode[] {
  if (notes === undefined) return [node];
  return node.type === 'section' ? [{ ...node, children: [...node.children, notes] }] : [node, notes];
}

/** persona-files, rule 3; an emoji without a name adds nothing. */
function identity({ name, emoji, creature, vibe, absent, notes }: Identity): readonly PromptNode[] {
  const beside = emoji.length === 0 ? [] : [frame(' '), ...emoji];
  const sentences: readonly (readonly TextNode[])[] = [
    ...(name.length === 0 ? [] : [[frame('Your name is '), ...name, ...beside, frame('.')]]),
    ...(creature.length === 0 ? [] : [[frame('You are a '), ...creature, frame('.')]]),
    ...(vibe.length === 0 ? [] : [[frame('Your vibe: '), ...vibe, frame('.')]]),
  ];
  if (sentences.length === 0) return withNotes(omitted(id('Identity'), 'Identity', 'L0', absent), notes);
  const line = sentences.flatMap((sentence, index) => (index === 0 ? sentence : [frame(' '), ...sentence]));
  return withNotes(
    section(id('Identity'), 'Identity', 'L0', [...line, frame('\n')], { condition: 'IDENTITY.md sets a field' }),
    notes,
  );
}

function soul(part: OptionalText): PromptNode {
  const body = part.absent === undefined ? part.rope : [builtin('default-soul', defaultSoulText)];
  const options = {
    condition: 'an identity is passed, if only an empty one',
    note: part.absent === undefined ? undefined : 'default',
  };
  return section(id('Soul'), 'Soul', 'L0', [frame('\n## Soul\n\n'), ...body, frame('\n')], options);
}

function user(part: OptionalText): readonly PromptNode[] {
  if (part.absent !== undefined) return withNotes(omitted(id('User'), 'User', 'L1', part.absent), part.notes);
  const sentence = [frame("The user's name is "), ...part.rope, frame('.\n')];
  return withNotes(section(id('User'), 'User', 'L1', sentence, { condition: 'USER.md sets a name' }), part.notes);
}

const projectFile = memoByIdentity(({ key, path, part }: ContextFile): PromptNode =>
  part.absent === undefined
    ? section(id('Project', key), path, 'L2', [
        frame(`## ${path.slice(path.lastIndexOf('/') + 1)}\n\n`),
        ...part.rope,
        frame('\n\n'),
      ])
    : omitted(id('Project', key), path, 'L2', part.absent),
);

/** persona-files, rule 5. A file's heading is its base name; the section's name is its full path. */
const project = memoByIdentity((given: Project): PromptNode => {
  if (given.absent !== undefined) return omitted(id('Project'), 'Project context', 'L2', given.absent);
  const files = given.files.map(projectFile);
  const children = [
    frame('# Project: '),
    setting('project', given.label),
    frame('\nDirectory: '),
    setting('project', given.directory),
    frame('\n\n'),
    ...(given.worktree === undefined
      ? []
      : [frame('Working directory (worktree): '), setting('worktree', given.worktree), frame('\n\n')]),
    ...(given.prompt === undefined ? [] : [setting('projectPrompt', given.prompt), frame('\n\n')]),
    ...files,
    frame('\n'),
  ];
  return section(id('Project'), 'Project context', 'L2', children, { condition: 'a project folder is set' });
});

function runtime({ host, sandbox, absent }: DataFiles['runtime'], includeTools: boolean): PromptNode {
  if (host.length === 0 && sandbox === undefined) return omitted(id('Runtime'), 'Runtime', 'active', absent);
  const missing = (condition: string): Omission => ({ reason: 'condition-false', condition });
  const routing = [frame('Execution routing:\n'), builtin('routing', routingText), frame('\n\n')];
  const children: readonly PromptNode[] = [
    frame('## Runtime\n\n'),
    host.length === 0
      ? omitted(id('Runtime', 'host'), 'Host', 'active', missing('a host value is known'))
      : section(id('Runtime', 'host'), 'Host', 'active', [frame('Host: '), ...pairLine(host), frame('\n')]),
    sandbox === undefined
      ? omitted(id('Runtime', 'sandbox'), 'Sandbox', 'active', missing('runtime.json has a sandbox'))
      : section(id('Runtime', 'sandbox'), 'Sandbox', 'active', [
          frame('Sandbox(exec): '),
          ...pairLine(sandbox),
          frame('\n'),
        ]),
    ...(includeTools
      ? [section(id('Runtime', 'routing'), 'Execution routing', 'active', routing, { condition: 'tools are included' })]
      : [
          omitted(id('Runtime', 'routing'), 'Execution routing', 'active', missing('tools are included'), routing),
          frame('\n'),
        ]),
  ];
  return section(id('Runtime'), 'Runtime', 'active', children, { condition: 'a host or a sandbox line exists' });
}

function pairLine(pairs: readonly RuntimePair[]): readonly TextNode[] {
  return pairs.flatMap(({ key, value }, index) => [frame(`${index === 0 ? '' : ' | '}${key}=`), ...value]);
}

/** An optional section of one built-in text. */
function conditional(
  name: string,
  key: string,
  tier: Tier,
  body: readonly TextNode[],
  condition: string,
  isTrue: boolean,
): PromptNode {
  return isTrue
    ? section(id(key), name, tier, body, { condition })
    : omitted(id(key), name, tier, { reason: 'condition-false', condition }, body);
}

function memoryHint({ tools }: DataFiles): PromptNode {
  const registered = tools.items.some((tool) => tool.absent === undefined && tool.name === 'memory_search');
  const body = [frame('## Long-Term Memory\n\n'), builtin('memory-hint', memoryText), frame('\n\n')];
  return conditional('Long-term memory', 'Memory', 'L1', body, 'a tool named memory_search is registered', registered);
}

function callingFormat({ tools }: DataFiles, nativeTools: boolean): PromptNode {
  const anyTool = tools.items.some((tool) => tool.absent === undefined);
  const body = [frame('## How to call tools\n\n'), builtin('calling-format', callingText), frame('\n\n')];
  const condition = nativeTools ? 'the provider has no native tool calling' : 'a tool is registered';
  return conditional('Tool-calling format', 'CallingFormat', 'L1', body, condition, !nativeTools && anyTool);
}

function guidelines(includeTools: boolean): PromptNode {
  const name = includeTools ? 'withTools' : 'withoutTools';
  return section(id('Guidelines'), 'Guidelines', 'L0', [
    frame('## Guidelines\n\n'),
    builtin(`guidelines-${name}`, guidelinesText[name]),
    frame(includeTools ? '\n\n' : '\n'),
  ]);
}
