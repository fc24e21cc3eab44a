/**
 * The lines of a journal. The first line names the folder; each further line is one change: the start of an edit from a
 * disk text (`base`), a replacement, or the end of an edit. Offsets are UTF-16, into the text after the lines before.
 */
import { parsedJson } from '../../../shared/basics/json-value';
import { z } from 'zod';
import { minimalEdit } from '../../../shared/basics/minimal-edit';
import type { FolderIdentity } from '../disk/access/folder-identity';

/** An edit and the text on disk when it began; null if there was none. */
export interface UnsavedEdit {
  readonly id: string;
  readonly text: string;
  readonly base: string | null;
}

const identity = z.object({
  path: z.string(),
  real: z.string(),
  device: z.string(),
  inode: z.string(),
  /** Missing in older journals. */
  born: z.string().default(''),
});
const firstLine = z.object({ version: z.literal(2), folder: identity });
const change = z.union([
  z.strictObject({ id: z.string(), ended: z.literal(true) }),
  z.strictObject({
    id: z.string(),
    base: z.string().nullable().optional(),
    start: z.number().int(),
    end: z.number().int(),
    text: z.string(),
  }),
]);
type Change = z.infer<typeof change>;

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

export function header(folder: FolderIdentity): string {
  return line({ version: 2, folder } satisfies z.infer<typeof firstLine>);
}

/** The lines that turn one state into the other; empty if equal. */
export function changeLines(before: readonly UnsavedEdit[], after: readonly UnsavedEdit[]): string {
  const earlier = new Map(before.map((edit) => [edit.id, edit]));
  const begun = after.flatMap((edit): readonly Change[] => {
    const { id, base, text } = edit;
    const was = earlier.get(id);
    if (was === undefined || was.base !== base) return [{ id, base, ...(minimalEdit(base ?? '', text) ?? nothing) }];
    const replaced = minimalEdit(was.text, text);
    return replaced === null ? [] : [{ id, ...replaced }];
  });
  const left = new Set(after.map(({ id }) => id));
  const ended = before.flatMap(({ id }): readonly Change[] => (left.has(id) ? [] : [{ id, ended: true }]));
  return [...ended, ...begun].map(line).join('');
}

const nothing = { start: 0, end: 0, text: '' };

export interface ReadLines {
  readonly folder: FolderIdentity;
  readonly edits: readonly UnsavedEdit[];
  /** An invalid line was found; it and all lines after it are ignored. An unfinished last line is not damage. */
  readonly damaged: boolean;
}

/** Undefined if the text is not a journal. */
export function readLines(text: string): ReadLines | undefined {
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const head = firstLine.safeParse(parsedJson(first));
  if (!head.success) return undefined;
  const edits = new Map<string, UnsavedEdit>();
  const done = (damaged: boolean): ReadLines => ({ folder: head.data.folder, edits: [...edits.values()], damaged });
  for (const each of lines) {
    const next = change.safeParse(parsedJson(each));
    if (!next.success || !apply(edits, next.data)) return done(true);
  }
  return done(false);
}

function apply(edits: Map<string, UnsavedEdit>, next: Change): boolean {
  const { id } = next;
  if ('ended' in next) return edits.delete(id);
  const edited = next.base === undefined ? edits.get(id) : { text: next.base ?? '', base: next.base };
  if (edited === undefined || next.start > next.end || next.end > edited.text.length) return false;
  edits.set(id, {
    id,
    base: edited.base,
    text: edited.text.slice(0, next.start) + next.text + edited.text.slice(next.end),
  });
  return true;
}
