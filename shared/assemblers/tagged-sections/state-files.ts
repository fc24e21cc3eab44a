/** Reads the workspace's state: memories.json, tasks/tasks.json and a thread's first line (tagged-sections, Input). */
import { sourceId } from '../../document/builders';
import type { Omission } from '../../document/types';
import { configAt, stringAt, type ConfigNode } from '../../sources/config/config-node';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { parseJson } from '../../sources/config/json';
import { parseJsonLines } from '../../sources/config/json-lines';
import { changedRope, ropeText, type Rope } from '../../sources/text/rope';
import type { MissingSource, Place, SourceFile } from '../../sources/types';
import type { Listed, TaskModel } from './model';

/** Distinguishes a file that exists but was not read; the host's finding says why. */
function absentFile(missing: MissingSource | undefined, path: string): Omission {
  if (missing === undefined || missing.why === 'missing') return { reason: 'source-missing', looked: [path] };
  return { reason: 'source-broken', source: sourceId(path), problem: 'it could not be read' };
}

export function readMemories(
  source: SourceFile | undefined,
  missing?: MissingSource,
): { readonly memories: Listed<Rope>; readonly findings: readonly Finding[] } {
  if (source === undefined) return { memories: { absent: absentFile(missing, 'memories.json') }, findings: [] };
  const { root, findings: syntax } = parseJson(source, 'memories-syntax');
  const findings: Finding[] = [...syntax];
  if (root !== undefined && root.kind !== 'array') {
    findings.push(
      finding('error', 'memories-shape', 'memories.json should be an array of texts', {
        source: source.id,
        span: root.span,
      }),
    );
  }
  if (root?.kind !== 'array') {
    return {
      memories: {
        absent: { reason: 'source-broken', source: source.id, problem: 'memories.json is not an array of texts' },
      },
      findings,
    };
  }
  const items: Rope[] = [];
  const seen = new Set<string>();
  for (const node of root.items) {
    const place = { source: source.id, span: node.span };
    if (node.kind !== 'string') {
      findings.push(finding('warning', 'memory-shape', 'A memory that is not text is left out', place));
      continue;
    }
    if (seen.has(node.value))
      findings.push(finding('info', 'memory-duplicate', 'The same memory is here twice', place));
    if ([...node.value].length > 200)
      findings.push(finding('info', 'memory-long', 'Longer than the 200 characters that save_memory allows', place));
    seen.add(node.value);
    items.push(node.rope);
  }
  return {
    memories: items.length === 0 ? { absent: { reason: 'source-empty', source: source.id } } : { items },
    findings,
  };
}

export interface TaskList {
  readonly tasks: readonly { readonly id: string; readonly title: string; readonly task: TaskModel }[];
  readonly broken: Omission | undefined;
  readonly findings: readonly Finding[];
}

export function readTasks(source: SourceFile | undefined, missing?: MissingSource): TaskList {
  if (source === undefined) {
    const absent = absentFile(missing, 'tasks/tasks.json');
    return { tasks: [], broken: absent.reason === 'source-broken' ? absent : undefined, findings: [] };
  }
  const { root, findings: syntax } = parseJson(source, 'tasks-syntax');
  const findings: Finding[] = [...syntax];
  const list = configAt(root, ['tasks']);
  if (root !== undefined && list?.kind !== 'array') {
    findings.push(
      finding('error', 'tasks-shape', 'tasks.json should be an object with a "tasks" array', {
        source: source.id,
        span: (list ?? root).span,
      }),
    );
  }
  if (list?.kind !== 'array') {
    return {
      tasks: [],
      broken: { reason: 'source-broken', source: source.id, problem: 'tasks.json has no task list' },
      findings,
    };
  }
  return { tasks: list.items.flatMap((node) => readTask(source, node, findings)), broken: undefined, findings };
}

function readTask(source: SourceFile, node: ConfigNode, findings: Finding[]): TaskList['tasks'] {
  const id = scalarRope(source, configAt(node, ['id']));
  if (id.length === 0) {
    findings.push(
      finding('warning', 'task-shape', 'A task without an id is left out', { source: source.id, span: node.span }),
    );
    return [];
  }
  for (const field of ['title', 'description', 'status']) {
    const value = configAt(node, [field]);
    if (value?.kind === 'string') continue;
    findings.push(
      finding('warning', 'task-shape', `Task ${ropeText(id)} has no ${field}`, {
        source: source.id,
        span: (value ?? node).span,
      }),
    );
  }
  const task: TaskModel = {
    id,
    title: stringAt(node, ['title']),
    description: stringAt(node, ['description']),
    status: stringAt(node, ['status']),
    steps: readSteps(source, node, findings),
  };
  return [{ id: ropeText(id), title: ropeText(task.title), task }];
}

export type TaskHistory = Pick<TaskList, 'tasks' | 'findings'>;

/** The design reads only this many recent tasks. */
const rememberedTasks = 50;

/** Reads tasks/history.jsonl: finished and canceled tasks, one per line, oldest first. Returns them latest first. */
export function readTaskHistory(source: SourceFile | undefined): TaskHistory {
  const findings: Finding[] = [];
  if (source === undefined) return { tasks: [], findings };
  const nodes = parseJsonLines(source, 'task-history').flatMap(({ root, findings: syntax }) => {
    const broken = syntax[0];
    if (broken !== undefined)
      findings.push({ ...broken, severity: 'warning', message: `${broken.message}; the line is left out` });
    return broken !== undefined || root === undefined || isNothing(root) ? [] : [root];
  });
  const latest = nodes.toReversed().slice(0, rememberedTasks);
  return { tasks: latest.flatMap((node) => readTask(source, node, findings)), findings };
}

/** A line of `null`, `false`, `0` or `""` is no task. */
function isNothing(node: ConfigNode): boolean {
  return (node.kind === 'scalar' || node.kind === 'string') && !node.value;
}

function readSteps(source: SourceFile, task: ConfigNode, findings: Finding[]): TaskModel['steps'] {
  const list = configAt(task, ['steps']);
  if (list === undefined) return [];
  if (list.kind !== 'array') {
    findings.push(finding('warning', 'task-shape', 'steps should be an array', { source: source.id, span: list.span }));
    return [];
  }
  return list.items.flatMap((node) => {
    const title = stringAt(node, ['title']);
    const done = configAt(node, ['done']);
    if (title.length === 0) {
      findings.push(
        finding('warning', 'task-shape', 'A step without a title is left out', { source: source.id, span: node.span }),
      );
      return [];
    }
    return [{ title, done: done?.kind === 'scalar' && done.value === true }];
  });
}

/** Ids are numeric strings; plain numbers are accepted too. */
function scalarRope(source: SourceFile, node: ConfigNode | undefined): Rope {
  if (node?.kind === 'string') return node.rope;
  if (node?.kind !== 'scalar' || typeof node.value !== 'number') return [];
  return changedRope(source.id, node.span.start, node.span.end, String(node.value), 'replaced');
}

export interface ThreadManifest {
  readonly channel: string | undefined;
  readonly taskId: string | undefined;
  /** Where the file names the task. */
  readonly place: Place;
}

/** Only the first line of a thread file matters; the rest is the conversation. */
export function readThread(source: SourceFile): {
  readonly thread: ThreadManifest;
  readonly findings: readonly Finding[];
} {
  const end = source.text.search(/\r?\n/);
  const line = end === -1 ? source.text : source.text.slice(0, end);
  const { root, findings } = parseJson({ id: source.id, text: line }, 'thread-syntax');
  const place = placeOf(source.id, 0, line.length);
  if (root !== undefined && root.kind !== 'object') {
    return {
      thread: { channel: undefined, taskId: undefined, place },
      findings: [finding('error', 'thread-shape', "A thread's first line should be an object", place)],
    };
  }
  const task = configAt(root, ['taskId']);
  const taskId =
    task?.kind === 'string'
      ? task.value
      : task?.kind === 'scalar' && typeof task.value === 'number'
        ? String(task.value)
        : undefined;
  const channel = ropeText(stringAt(root, ['channel'])) || undefined;
  return {
    thread: {
      channel,
      taskId: taskId === '' ? undefined : taskId,
      place: task === undefined ? place : { source: source.id, span: task.span },
    },
    findings,
  };
}
