/**
 * The lines of a journal. First whose edits they are, then one line a change: an edit that begins from a text of the
 * disk (`base`), a replacement in an edit, or its end. Offsets are UTF-16, of the text as the lines before left it.
 */
import { z } from 'zod';
import { minimalEdit } from '../../../shared/document/minimal-edit';
import type { FolderIdentity } from '../disk/folder-identity';

/** An edit and what was on disk when it began; null: nothing was. */
export interface UnsavedEdit {
  readonly id: string;
  readonly text: string;
  readonly base: string | null;
}

const identity = z.object({ path: z.string(), real: z.string(), device: z.string(), inode: z.string() });
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

/** What turns one state into the other; empty when they are the same. */
export function changeLines(before: readonly UnsavedEdit[], after: readonly UnsavedEdit[]): string {
  const known = new Map(before.map((edit) => [edit.id, edit]));
  const begun = after.flatMap((edit): readonly Change[] => {
    const { id, base, text } = edit;
    const was = known.get(id);
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
  /**
   * A line that is none, and what is behind it, is left out. A last line without its end was being written: that is no
   * damage.
   */
  readonly damaged: boolean;
}

/** Undefined for what is no journal. */
export function readLines(text: string): ReadLines | undefined {
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const head = firstLine.safeParse(parsed(first));
  if (!head.success) return undefined;
  const edits = new Map<string, UnsavedEdit>();
  const done = (damaged: boolean): ReadLines => ({ folder: head.data.folder, edits: [...edits.values()], damaged });
  for (const each of lines) {
    const next = change.safeParse(parsed(each));
    if (!next.success || !apply(edits, next.data)) return done(true);
  }
  return done(false);
}

function apply(edits: Map<string, UnsavedEdit>, next: Change): boolean {
  const { id } = next;
  if ('ended' in next) return edits.delete(id);
  const known = next.base === undefined ? edits.get(id) : { text: next.base ?? '', base: next.base };
  if (known === undefined || next.start > next.end || next.end > known.text.length) return false;
  edits.set(id, {
    id,
    base: known.base,
    text: known.text.slice(0, next.start) + next.text + known.text.slice(next.end),
  });
  return true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
