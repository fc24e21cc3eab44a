import type { Splice } from '../../shared/ipc/contract';
import { HostError } from '../host/errors';
import type { Session } from '../host/session';

interface PageTexts {
  /** Takes a whole text; the number names it, and is never given twice. */
  edit(id: string, text: string): Promise<number>;
  /** Null where the text it is meant for is not what the session has: the whole is needed. */
  splice(id: string, splice: Splice): Promise<number | null>;
}

/** The text each file was last given by the page, so that a long one need not come again with every letter. */
export function createPageTexts(session: Pick<Session, 'read' | 'edit'>): PageTexts {
  const given = new Map<string, { readonly edit: number; readonly text: string }>();
  let edits = 0;
  const edit = async (id: string, text: string): Promise<number> => {
    given.delete(id);
    await session.edit(id, text);
    edits += 1;
    given.set(id, { edit: edits, text });
    return edits;
  };
  /** Undefined where there is no such file any more. */
  const textOf = async (id: string): Promise<string | undefined> => {
    try {
      return (await session.read(id)).text;
    } catch (problem) {
      if (problem instanceof HostError && problem.code === 'not-found') return undefined;
      throw problem;
    }
  };
  return {
    edit,
    async splice(id, { after, start, end, text }) {
      const known = given.get(id);
      if (known?.edit !== after || start > end || end > known.text.length || (await textOf(id)) !== known.text) return null;
      return edit(id, known.text.slice(0, start) + text + known.text.slice(end));
    },
  };
}
