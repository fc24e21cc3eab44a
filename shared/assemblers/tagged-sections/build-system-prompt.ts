import { builtin } from '../../document/builders';
import type { Omission } from '../../document/types';
import { nodeText } from '../../document/walk';
import type { Rope } from '../../sources/text/rope';
import { formatPrompt } from './format';
import { persistsSomething, type Listed, type OptionalText, type OptionalTask, type Trust } from './model';

export interface AgentConfig {
  readonly identity?: string;
  readonly instructions?: string;
  readonly role?: string;
  readonly responsibilities?: readonly { readonly title: string; readonly content: string }[];
  readonly capabilities?: readonly string[];
  readonly trust?: Trust;
}

export interface Task {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  readonly steps: readonly { readonly title: string; readonly done: boolean }[];
}

export interface BuildOptions {
  readonly task?: Task;
  readonly background?: boolean;
  /** The name for `background` in the published signature. */
  readonly silent?: boolean;
  /** Not in the published signature: this builder fetches nothing, so memories are passed in. */
  readonly memories?: readonly string[];
  readonly now: string;
  readonly timeZone: string;
}

/** The published builder: takes resolved values, returns the prompt as one string. */
export function buildSystemPrompt(
  agent: AgentConfig,
  channel: string,
  cwd: string,
  directories: readonly string[],
  options: BuildOptions,
): string {
  return nodeText(
    formatPrompt({
      identity: part(agent.identity),
      instructions: part(agent.instructions),
      role: part(agent.role),
      responsibilities: list(
        (agent.responsibilities ?? []).map(({ title, content }) => ({ title: rope(title), content: rope(content) })),
      ),
      trust: agent.trust ?? 'sandbox',
      persists: persistsSomething(agent.capabilities ?? []),
      cwd: rope(cwd),
      directories: directories.map((directory) => ({ rope: rope(directory), isCwd: directory === cwd })),
      channel,
      now: options.now,
      timeZone: options.timeZone,
      memories: list((options.memories ?? []).map(rope)),
      task: taskPart(options.task),
      background: options.background === true || options.silent === true,
    }),
  );
}

const notGiven: Omission = { reason: 'condition-false', condition: 'it is given' };

function rope(value: string): Rope {
  return value === '' ? [] : [builtin('argument', value)];
}

function part(value: string | undefined): OptionalText {
  return value === undefined || value === '' ? { absent: notGiven } : { rope: rope(value) };
}

function list<T>(items: readonly T[]): Listed<T> {
  return items.length === 0 ? { absent: notGiven } : { items };
}

function taskPart(task: Task | undefined): OptionalTask {
  if (task === undefined) return { absent: notGiven };
  const steps = task.steps.map((step) => ({ title: rope(step.title), done: step.done }));
  return {
    task: {
      id: rope(task.id),
      title: rope(task.title),
      description: rope(task.description),
      status: rope(task.status),
      steps,
    },
  };
}
