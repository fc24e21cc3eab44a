import type { Splice } from '../../shared/ipc/contract';
import { HostError } from '../host/errors';
import type { Session } from '../host/session';

interface PageTexts {
  /** Takes a whole text; the number names it, and is never given twice. */
  edit(folder: string, id: string, text: string, ground: number): Promise<number>;
  /** Null where the text it is meant for is not what the session has: the whole is needed. */
  splice(folder: string, id: string, splice: Splice, ground: number): Promise<number | null>;
}

/** The text each file was last given by the page, so that a long one need not come again with every letter. */
export function createPageTexts(session: Pick<Session, 'filesOf'>): PageTexts {
  const given = new Map<string, { readonly edit: number; readonly text: string }>();
  let edits = 0;
  const keyOf = (folder: string, id: string): string => `${folder}\0${id}`;
  const edit = async (folder: string, id: string, text: string, ground: number): Promise<number> => {
    const key = keyOf(folder, id);
    given.delete(key);
    await session.filesOf(folder).type(id, text, ground);
    edits += 1;
    given.set(key, { edit: edits, text });
    return edits;
  };
  /** Undefined where there is no such file any more. */
  const textOf = async (folder: string, id: string): Promise<string | undefined> => {
    try {
      return (await session.filesOf(folder).read(id)).text;
    } catch (problem) {
      if (problem instanceof HostError && (problem.code === 'not-found' || problem.code === 'no-workspace'))
        return undefined;
      throw problem;
    }
  };
  return {
    edit,
    async splice(folder, id, { after, start, end, text }, ground) {
      const known = given.get(keyOf(folder, id));
      if (known?.edit !== after || start > end || end > known.text.length || (await textOf(folder, id)) !== known.text)
        return null;
      return edit(folder, id, known.text.slice(0, start) + text + known.text.slice(end), ground);
    },
  };
}
