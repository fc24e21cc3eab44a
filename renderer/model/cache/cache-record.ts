/**
 * Records a turn script from what the user does. The script runs on the build shown at its end. So changed settings are
 * first set back to their old values, and the texts of edits are not kept: an edit only makes the text different.
 */
import type { PromptMessage, PromptNode } from '../../../shared/document/types';
import { formatDuration } from '../../../shared/ipc/cache/cache-view';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';

export interface Recording {
  readonly lines: readonly string[];
  /** Values of settings before their first change. */
  readonly before: ReadonlyMap<string, string>;
  /** Lines since the last `send`. Typing twice in one section is one edit. */
  readonly since: ReadonlySet<string>;
  /** Milliseconds. The script covers the time up to here. */
  readonly at: number;
}

/** Milliseconds. Shorter pauses count as typing. */
const shortestWait = 5000;

export function startRecording(at: number): Recording {
  return { lines: [], before: new Map(), since: new Set(), at };
}

export function recordSend(recording: Recording, at: number): Recording {
  const next = withLine(recording, 'send', at);
  return { ...next, since: new Set() };
}

export function recordBuild(
  recording: Recording,
  before: Inspection,
  now: Inspection,
  changed: ReadonlySet<string>,
  at: number,
): Recording {
  if (now.cause.kind === 'model') return withLine(recording, `# another model: ${now.modelId}`, at);
  if (now.cause.kind === 'setting')
    return now.cause.names.reduce((next, name) => recordSetting(next, name, before, now, at), recording);
  const lines = [
    ...changedTools(before, now, changed),
    ...now.document.messages.flatMap((message) => innermostChanges(message, changed)).map((id) => `edit ${id}`),
  ];
  return lines.reduce((next, line) => (next.since.has(line) ? next : withLine(next, line, at)), recording);
}

export function recordedScript({ lines, before }: Recording): string {
  const settings = [...before].map(([name, value]) => `set ${name}=${value}`);
  return [`# recorded: the pauses are as they were`, 'stream 0s', ...settings, ...lines, ''].join('\n');
}

function withLine(recording: Recording, line: string, at: number): Recording {
  const waited = at - recording.at;
  const isPause = waited >= shortestWait;
  return {
    ...recording,
    lines: [...recording.lines, ...(isPause ? [`wait ${formatDuration(Math.round(waited / 1000))}`] : []), line],
    since: new Set(recording.since).add(line),
    at: isPause ? at : recording.at,
  };
}

function recordSetting(recording: Recording, name: string, before: Inspection, now: Inspection, at: number): Recording {
  const [was, is] = [settingText(before, name), settingText(now, name)];
  if (was === undefined || is === undefined)
    return withLine(recording, `# ${name} was changed to a value that does not fit on a line`, at);
  const kept = recording.before.has(name) ? recording.before : new Map(recording.before).set(name, was);
  return { ...withLine(recording, `set ${name}=${is}`, at), before: kept };
}

/** The value as `set name=value` takes it; undefined if it does not fit on a line. */
function settingText({ controls }: Inspection, name: string): string | undefined {
  const value = controls.find((control) => control.name === name)?.value ?? '';
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes(','))
        ? value.join(',')
        : JSON.stringify(value);
  return /[\r\n]|(?:^|\s)#|^\s|\s$/.test(text) ? undefined : text;
}

/** A new or removed tool affects everything after it, as a changed one does. */
function changedTools(
  { document: { tools: before } }: Inspection,
  { document: { tools: now } }: Inspection,
  changed: ReadonlySet<string>,
): readonly string[] {
  const gone = before.filter(({ id }) => !now.some((tool) => tool.id === id));
  const [first] = now;
  return [
    ...gone.map(({ name }) => `# tool ${name} was removed`),
    ...(gone.length > 0 && first !== undefined ? [`tool change ${first.name}`] : []),
    ...now.filter(({ id }) => changed.has(id)).map(({ name }) => `tool change ${name}`),
  ];
}

function innermostChanges(node: PromptMessage | PromptNode, changed: ReadonlySet<string>): readonly string[] {
  if ((node.type !== 'section' && node.type !== 'message') || !changed.has(node.id)) return [];
  const inner = node.children.flatMap((child) => innermostChanges(child, changed));
  return inner.length > 0 ? inner : [node.id];
}
