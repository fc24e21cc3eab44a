/** docs/designs/tagged-sections.md: one system message of ten tagged sections. */
import { z } from 'zod';
import { byCodePoint } from '../../basics/code-point-order';
import { environment, setting } from '../../document/builders';
import type { PromptDocument, PromptMessage } from '../../document/types';
import { append } from '../../sources/text/append';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { fileAs, filesAs, missingAs } from '../../sources/lookup';
import { baseName, expandPath, folderOf, joinPath, resolveWritten } from '../../sources/paths';
import { changedRope, ropeText, type Rope } from '../../sources/text/rope';
import type { Place, SourceFile } from '../../sources/types';
import { control, textSetting, toggleSetting } from '../settings';
import type { Architecture, AssembleInput, Assembled } from '../types';
import { agentSchema, readAgent, type AgentFile } from './agent-file';
import { formatPrompt } from './format';
import { markupFindings } from './markup';
import { persistsSomething, type Directory, type PromptModel, type OptionalTask } from './model';
import { readMemories, readTaskHistory, readTasks, readThread, type TaskHistory, type TaskList } from './state-files';

export { buildSystemPrompt } from './build-system-prompt';

const idPattern = /^[a-z0-9][a-z0-9-]*$/;

export const taggedSections: Architecture = {
  id: 'tagged-sections',
  title: 'Tagged sections',
  variants: ['normal', 'background'],
  detect: { anyOf: ['agents/*/agent.json'] },
  settings: [
    { name: 'agent', label: 'Agent', kind: 'choice', help: 'Folder name under agents/; the first by name unless set.' },
    {
      name: 'thread',
      label: 'Thread',
      kind: 'choice',
      help: 'A thread of the agent; its first line supplies channel and task.',
    },
    {
      name: 'channel',
      label: 'Channel',
      kind: 'text',
      help: 'Where the reply goes; a name that starts with telegram gets formatting rules.',
    },
    { name: 'task', label: 'Task', kind: 'choice', help: 'The task the run is bound to.' },
    {
      name: 'background',
      label: 'Background',
      kind: 'toggle',
      default: false,
      synonyms: ['silent'],
      help: 'A scheduled run whose replies reach nobody.',
    },
    { name: 'cwd', label: 'Working directory', kind: 'text', help: "The agent's own folder unless set." },
  ],
  fileSchemas: () => [
    { pattern: 'agents/*/agent.json', schema: z.toJSONSchema(agentSchema) },
    { pattern: 'memories.json', schema: z.toJSONSchema(z.array(z.string().max(200))) },
  ],
  requests(input) {
    const wanted = selectedAgent(input);
    const agent = agentIds(input).find((id) => id === wanted);
    return [
      { kind: 'glob', as: 'agents', root: 'workspace', pattern: 'agents/*/agent.json' },
      { kind: 'file', as: 'memories', root: 'workspace', path: 'memories.json' },
      { kind: 'file', as: 'tasks', root: 'workspace', path: 'tasks/tasks.json' },
      { kind: 'file', as: 'task-history', root: 'workspace', path: 'tasks/history.jsonl' },
      ...(agent === undefined
        ? []
        : [
            {
              kind: 'glob' as const,
              as: 'threads',
              root: 'workspace' as const,
              pattern: `agents/${agent}/threads/*.jsonl`,
            },
          ]),
    ];
  },
  assemble,
};

function agentIdOf(file: SourceFile): string {
  return baseName(folderOf(file.path));
}

function agentIds(input: AssembleInput): readonly string[] {
  return filesAs(input.sources, 'agents').map(agentIdOf).toSorted(byCodePoint);
}

function selectedAgent(input: AssembleInput): string | undefined {
  return textSetting(input.settings, 'agent') ?? agentIds(input)[0];
}

function assemble(input: AssembleInput): Assembled {
  const { settings, facts, sources } = input;
  const findings: Finding[] = [];
  const agentId = selectedAgent(input);
  const file = filesAs(sources, 'agents').find((each) => agentIdOf(each) === agentId);
  const tasks = readTasks(fileAs(sources, 'tasks'), missingAs(sources, 'tasks')[0]);
  const history = readTaskHistory(fileAs(sources, 'task-history'));
  const threads = filesAs(sources, 'threads');
  const thread = chosenThread(input, threads, findings);
  const channel = textSetting(settings, 'channel') ?? thread?.channel ?? 'api';
  const taskId = textSetting(settings, 'task') ?? thread?.taskId;
  const background = toggleSetting(settings, 'background') === true;
  const cwd = workingDirectory(input, agentId);
  const controls = [
    control(settings, 'agent', agentId ?? '', { choices: agentIds(input).map((id) => ({ value: id, label: id })) }),
    control(settings, 'thread', textSetting(settings, 'thread') ?? '', {
      choices: threads.map((each) => ({ value: threadId(each), label: threadId(each) })),
    }),
    control(settings, 'channel', channel, thread?.channel === undefined ? {} : { from: "the thread's first line" }),
    control(settings, 'task', taskId ?? '', {
      choices: [...tasks.tasks, ...history.tasks].map(({ id, title }) => ({ value: id, label: `#${id} ${title}` })),
    }),
    control(settings, 'background', background),
    control(settings, 'cwd', ropeText(cwd)),
  ];
  if (file === undefined || agentId === undefined) {
    const none =
      missingAs(sources, 'agents').length > 0
        ? 'No agents/*/agent.json of this folder can be read'
        : 'There is no agents/*/agent.json in this folder';
    const text =
      agentId === undefined ? none : `There is no agent "${agentId}"; found: ${agentIds(input).join(', ') || 'none'}`;
    return {
      document: document(background, []),
      findings: [finding('error', 'unknown-agent', text)],
      controls,
      usable: false,
    };
  }
  if (!idPattern.test(agentId)) {
    findings.push(
      finding(
        'warning',
        'agent-id',
        `The folder name "${agentId}" is not a valid agent id (lower-case letters, digits and dashes)`,
        placeOf(file.id),
      ),
    );
  }
  const read = readAgent(file);
  const memories = readMemories(fileAs(sources, 'memories'), missingAs(sources, 'memories')[0]);
  const { agent } = read;
  const model: PromptModel = {
    identity: agent.identity,
    instructions: agent.instructions,
    role: agent.role,
    responsibilities: agent.responsibilities,
    trust: agent.trust,
    ...(agent.unread === undefined ? {} : { unread: agent.unread }),
    persists: persistsSomething(agent.capabilities),
    cwd,
    directories: directoryList(agent, input, ropeText(cwd)),
    channel,
    now: facts.now,
    timeZone: facts.timeZone,
    memories: memories.memories,
    task: boundTask(
      tasks,
      history,
      taskId,
      textSetting(settings, 'task') === undefined ? thread?.place : undefined,
      findings,
    ),
    background,
  };
  if (agent.role.absent === undefined) findings.push(legacyRole(file, agent));
  const all = [
    ...read.findings,
    ...memories.findings,
    ...tasks.findings,
    ...history.findings,
    ...findings,
    ...markupFindings(model),
  ];
  return { document: document(background, [formatPrompt(model)]), findings: all, controls, usable: true };
}

function document(background: boolean, messages: readonly PromptMessage[]): PromptDocument {
  return {
    irVersion: 2,
    architecture: 'tagged-sections',
    variant: background ? 'background' : 'normal',
    parameters: [],
    tools: [],
    messages,
    breakpoints: [],
    aside: [],
  };
}

function threadId(file: SourceFile): string {
  return baseName(file.path).replace(/\.jsonl$/, '');
}

function chosenThread(
  input: AssembleInput,
  threads: readonly SourceFile[],
  findings: Finding[],
): ReturnType<typeof readThread>['thread'] | undefined {
  const id = textSetting(input.settings, 'thread');
  if (id === undefined) return undefined;
  const file = threads.find((each) => threadId(each) === id);
  if (file === undefined) {
    findings.push(finding('error', 'unknown-thread', `There is no thread "${id}" of this agent`));
    return undefined;
  }
  const read = readThread(file);
  append(findings, read.findings);
  return read.thread;
}

/** An empty `cwd` setting means none; without the setting the agent's own folder is used. */
function workingDirectory({ settings, facts }: AssembleInput, agentId: string | undefined): Rope {
  const cwd = settings['cwd'];
  if (cwd === '') return [];
  if (typeof cwd === 'string') return [setting('cwd', expandPath(cwd, facts.workspace, facts.home))];
  return agentId === undefined ? [] : [environment('workspace', joinPath(facts.workspace, `agents/${agentId}`))];
}

/** Resolved as in the agent's runtime. Only an entry exactly equal to the working directory is left out. */
function directoryList(agent: AgentFile, { facts }: AssembleInput, cwd: string): readonly Directory[] {
  return agent.directories.map(({ rope, value, place }) => {
    const path = resolveWritten(value, facts.workspace, facts.home);
    return {
      rope: path === value ? rope : changedRope(place.source, place.span.start, place.span.end, path, 'replaced'),
      isCwd: path === cwd,
    };
  });
}

/** `fromThread` is the position where the thread names the task; if undefined, a setting named it. */
function boundTask(
  list: TaskList,
  history: TaskHistory,
  id: string | undefined,
  fromThread: Place | undefined,
  findings: Finding[],
): OptionalTask {
  if (id === undefined) return { absent: { reason: 'condition-false', condition: 'the run is bound to a task' } };
  const found = list.tasks.find((each) => each.id === id) ?? history.tasks.find((each) => each.id === id);
  if (found !== undefined) return { task: found.task };
  if (fromThread === undefined)
    findings.push(
      finding('error', 'unknown-task', `There is no task "${id}"`, undefined, {
        note: 'Choose a task of tasks/tasks.json or tasks/history.jsonl.',
      }),
    );
  else
    findings.push(
      finding('warning', 'task-gone', `The thread is bound to task ${id}, which no longer exists`, fromThread),
    );
  return { absent: list.broken ?? { reason: 'condition-false', condition: `task ${id} exists` } };
}

function legacyRole(file: SourceFile, agent: AgentFile): Finding {
  const origin = agent.role.absent === undefined ? agent.role.rope[0]?.origin : undefined;
  const place = origin?.kind === 'file' ? { source: file.id, span: origin.span } : placeOf(file.id);
  const text =
    agent.identity.absent === undefined
      ? 'role is ignored because identity is set'
      : 'role is the legacy format; its text is sent as <Role>';
  return finding('warning', 'legacy-role', text, place, {
    note: 'Move the text to identity (who the agent is) and instructions (how it works), then remove role.',
  });
}
