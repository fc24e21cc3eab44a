/** A literal restatement of tagged-sections, section by section. Strata's own texts come from the code. */
import { posix } from 'node:path';
import fc from 'fast-check';
import { backgroundText, storageText, telegramText } from '../../../shared/assemblers/tagged-sections/texts';
import {
  facts,
  fileText,
  withoutUndefined,
  jsonFile,
  jsonText,
  line,
  optional,
  textSetting,
  sorted,
  type RandomWorkspace,
} from './random';

const text = jsonText.filter((each) => each !== '');
const agentId = fc.constantFrom('scout', 'a-1', 'b', '0x', 'zed', 'x y', 'Ärger', 'e\u0301', '\uFF5E', '😀', "it's");
const directory = fc.constantFrom(
  '~',
  '~/',
  '~bob/x',
  '~/trips//a/../b/',
  '',
  '.',
  'out/',
  './out',
  '../up',
  '/srv',
  '/srv/',
  '/srv/../etc',
  'agents/scout',
  'agents/b/',
  'ä/😀',
);
const task = (id: string) =>
  fc.record({
    id: fc.constant(id),
    title: jsonText,
    description: jsonText,
    status: fc.constantFrom('draft', 'active', 'done', 'canceled'),
    steps: fc.array(fc.record({ title: text, done: fc.boolean() }), { maxLength: 4 }),
    owner: fc.constant('user'),
  });

const agent = fc
  .record({
    name: fc.constant('A'),
    identity: optional(jsonText),
    instructions: optional(jsonText),
    role: optional(text, 1),
    responsibilities: optional(fc.array(fc.record({ title: text, content: text }), { maxLength: 3 })),
    directories: optional(fc.array(directory, { maxLength: 4 })),
    capabilities: optional(
      fc.subarray([
        'memory',
        'history',
        'tasks',
        'notes',
        'self',
        'media',
        'secrets',
        'triggers',
        'agents',
        'browser',
        'agent-management',
      ]),
    ),
    trust: optional(fc.constantFrom('sandbox', 'controlled', 'unrestricted')),
    extra: optional(fc.constant(1)),
  })
  .map(withoutUndefined<unknown>);

const taskIds = ['1', '2', '30'] as const;

export const workspace: fc.Arbitrary<RandomWorkspace> = fc
  .record({
    agents: fc.dictionary(agentId, agent.chain(jsonFile), { minKeys: 1, maxKeys: 3 }),
    memories: optional(
      fc.oneof(
        { weight: 9, arbitrary: fc.array(jsonText, { maxLength: 4 }).chain(jsonFile) },
        { weight: 1, arbitrary: fc.constant('') },
      ),
    ),
    tasks: optional(
      fc
        .array(fc.constantFrom(...taskIds).chain(task), { maxLength: 3 })
        .chain((tasks) => jsonFile({ tasks, nextId: 40 })),
    ),
    history: optional(
      fc
        .tuple(
          fc.array(
            fc.oneof(
              fc
                .constantFrom(...taskIds)
                .chain(task)
                .map((each) => JSON.stringify(each)),
              fc.constantFrom('', '{"id"', 'null', '0', '{"id":"2"'),
            ),
            { maxLength: 4 },
          ),
          fc.constantFrom('\n', '\r\n'),
        )
        .map(([lines, end]) => (lines.length === 0 ? '' : lines.join(end) + end)),
    ),
    thread: fc
      .record({
        channel: fc.constantFrom('api', 'telegram', 'telegram-scout', 'slack', 'Telegram'),
        taskId: optional(fc.constantFrom('1', '2', '30', '77')),
      })
      .map(withoutUndefined<string>),
    rest: fileText,
    settings: fc
      .record({
        agent: optional(agentId),
        thread: optional(fc.constantFrom('0123456789ab', 'nobody'), 1),
        channel: optional(fc.oneof(fc.constantFrom('telegram', 'telegramx', 'tele', 'cli'), line)),
        task: optional(fc.constantFrom('1', '2', '30', '77')),
        background: optional(fc.boolean()),
        cwd: optional(fc.constantFrom('', '/srv/work', '/home/k/ws/agents/scout'), 1),
      })
      .map(withoutUndefined<string | boolean>),
    facts,
  })
  .map(({ agents, memories, tasks, history, thread, rest, settings, facts: known }) => ({
    settings,
    facts: known,
    files: withoutUndefined({
      ...Object.fromEntries(Object.entries(agents).map(([id, file]) => [`agents/${id}/agent.json`, file])),
      ...Object.fromEntries(
        Object.keys(agents).map((id) => [
          `agents/${id}/threads/0123456789ab.jsonl`,
          `${JSON.stringify(thread)}\n${rest}`,
        ]),
      ),
      'memories.json': memories,
      'tasks/tasks.json': tasks,
      'tasks/history.jsonl': history,
    }),
  }));

interface Agent {
  readonly identity?: string;
  readonly instructions?: string;
  readonly role?: string;
  readonly responsibilities?: readonly { readonly title: string; readonly content: string }[];
  readonly directories?: readonly string[];
  readonly capabilities?: readonly string[];
  readonly trust?: string;
}

interface Task {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  readonly steps: readonly { readonly title: string; readonly done: boolean }[];
}

const persisting = ['memory', 'tasks', 'notes', 'self', 'triggers', 'secrets', 'agent-management'];

export function restate({ files, settings, facts: { home, workspace: root, now, timeZone } }: RandomWorkspace): string {
  const read = <T>(path: string, otherwise: T): T => {
    const file = files[path] ?? '';
    return file === '' ? otherwise : JSON.parse(file);
  };
  const ids = sorted(Object.keys(files).flatMap((path) => /^agents\/([^/]+)\/agent\.json$/.exec(path)?.[1] ?? []));
  const id = textSetting(settings, 'agent') ?? ids[0] ?? '';
  if (!ids.includes(id)) return '';
  const agent = read<Agent>(`agents/${id}/agent.json`, {});
  const thread: { channel?: string; taskId?: string } =
    settings['thread'] === '0123456789ab'
      ? JSON.parse(files[`agents/${id}/threads/0123456789ab.jsonl`]?.split('\n')[0] ?? '{}')
      : {};
  const sections: string[] = [];
  const add = (tag: string, body: string): void => {
    sections.push(`<${tag}>\n${body}\n</${tag}>`);
  };
  if (agent.identity) add('Identity', agent.identity);
  else if (agent.role) add('Role', agent.role);
  if (agent.identity && agent.instructions) add('Instructions', agent.instructions);
  const duties = agent.responsibilities ?? [];
  if (duties.length > 0)
    add(
      'Responsibilities',
      duties
        .map(({ title, content }) => `  <Responsibility title="${title}">\n    ${content}\n  </Responsibility>`)
        .join('\n'),
    );
  const cwd = textSetting(settings, 'cwd') ?? `${root}/agents/${id}`;
  const directories = (agent.directories ?? [])
    .map((each) =>
      each.startsWith('~') ? posix.join(home, each.slice(1)) : posix.isAbsolute(each) ? each : posix.join(root, each),
    )
    .filter((each) => each !== cwd);
  const trust = agent.trust ?? 'sandbox';
  if (directories.length > 0 || (cwd !== '' && trust !== 'sandbox')) {
    const more =
      directories.length === 0
        ? []
        : ['', 'You also have access to these additional directories:', ...directories.map((each) => `- ${each}`)];
    add(
      'Directories',
      [
        `Your working directory is: ${cwd}`,
        'There may already be existing files — check before creating new ones.',
        ...more,
      ].join('\n'),
    );
  }
  if (trust !== 'sandbox' || (agent.capabilities ?? []).some((each) => persisting.includes(each)))
    add('Storage', storageText);
  if ((textSetting(settings, 'channel') ?? thread.channel ?? 'api').startsWith('telegram'))
    add('Formatting', telegramText);
  add(
    'Context',
    `Current time: ${new Date(now).toLocaleString('en-US', { timeZone, dateStyle: 'full', timeStyle: 'short' })} ` +
      `(${timeZone})`,
  );
  const memories = read<readonly string[]>('memories.json', []);
  if (memories.length > 0) add('Memories', memories.map((each) => `- ${each}`).join('\n'));
  const task = taskOf(
    files,
    read<{ tasks: readonly Task[] }>('tasks/tasks.json', { tasks: [] }).tasks,
    settings['task'] ?? thread.taskId,
  );
  if (task !== undefined) add('Task', taskText(task));
  if (settings['background'] === true) add('Background', backgroundText);
  return sections.join('\n\n');
}

function taskOf(files: RandomWorkspace['files'], open: readonly Task[], id: unknown): Task | undefined {
  const past = (files['tasks/history.jsonl'] ?? '').split('\n').flatMap((each): readonly Task[] => {
    try {
      const value: Task | null = JSON.parse(each);
      return value ? [value] : [];
    } catch {
      return [];
    }
  });
  return open.find((each) => each.id === id) ?? past.toReversed().find((each) => each.id === id);
}

function taskText({ id, title, description, status, steps }: Task): string {
  const current = steps.findIndex(({ done }) => !done);
  const lines = steps.map(
    (step, index) => `${index + 1}. ${step.done ? '✓' : index === current ? '→' : '○'} ${step.title}`,
  );
  return [
    `You are working on task #${id}. Focus solely on progressing this task.`,
    '',
    `Title: ${title}`,
    `Description: ${description}`,
    `Status: ${status}`,
    'Steps:',
    ...(lines.length === 0 ? ['(no steps defined)'] : lines),
  ].join('\n');
}
