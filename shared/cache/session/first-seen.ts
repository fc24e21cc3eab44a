/** Searches the requests of a session: where a text first appeared, and which requests carry it. */
import { layoutMessage } from '../../document/layout';
import { allTools, wholeToolText } from '../../document/tool-text';
import { findInText, type Wanted } from '../../basics/find-text';
import type { PromptDocument, PromptMessage, ToolNode } from '../../document/types';

export interface FoundText {
  /** The request it first appeared in. */
  readonly first: number;
  /** The message or tool there. */
  readonly node: string;
  readonly role: string;
  /** The text around it. */
  readonly excerpt: string;
  /** Numbers of all requests that carry it. */
  readonly requests: readonly number[];
}

const before = 40;
const after = 80;

/** Upper and lower case are the same. Undefined if no request has the text. */
export function firstSeen(
  requests: readonly { readonly number: number; readonly document: PromptDocument }[],
  wanted: string,
): FoundText | undefined {
  if (wanted.trim() === '') return undefined;
  const words: Wanted = { words: wanted, matchCase: false, wholeWord: false };
  // Requests share most of their messages, so each is searched once.
  const searched = new Map<PromptMessage | ToolNode, number>();
  const offsetIn = (part: PromptMessage | ToolNode): number => {
    const cached = searched.get(part);
    if (cached !== undefined) return cached;
    const [place] = findInText(textOf(part), words, 1).places;
    const offset = place?.start ?? -1;
    searched.set(part, offset);
    return offset;
  };
  const found = requests.flatMap(({ number, document }) => {
    const part = [...allTools(document.tools), ...document.messages].find((each) => offsetIn(each) >= 0);
    return part === undefined ? [] : [{ number, part }];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const offset = offsetIn(first.part);
  return {
    first: first.number,
    node: first.part.id,
    role: first.part.type === 'tool' ? 'tools' : first.part.role,
    excerpt: textOf(first.part).slice(Math.max(0, offset - before), offset + wanted.length + after),
    requests: found.map(({ number }) => number),
  };
}

function textOf(part: PromptMessage | ToolNode): string {
  return part.type === 'tool' ? wholeToolText(part) : layoutMessage(part).text;
}
