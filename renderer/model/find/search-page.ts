/** Finds words in what the page has: the text of the prompt with its tools, and the names of sections. */
import { findInText, type Wanted } from '../../../shared/basics/find-text';
import { toolsId } from '../../../shared/document/tools-message';
import type { PromptText, ShownMessage } from '../prompt/prompt-text';
import type { Row } from '../sections/row';
import type { FoundGroup } from './found';

const [mostPlaces, mostInMessage] = [2000, 500];

export function findSections(rows: readonly Row[], wanted: Wanted): readonly Row[] {
  return rows.flatMap((row) => [
    ...(findInText(row.name, wanted, 0).count > 0 ? [row] : []),
    ...findSections(row.children, wanted),
  ]);
}

/** One message after the other, so that the caller can do other work in between. Ends with what was found. */
export function* findInPrompt({ messages }: PromptText, wanted: Wanted): Generator<undefined, readonly FoundGroup[]> {
  const groups: FoundGroup[] = [];
  let left = mostPlaces;
  let number = 0;
  let lines = 0;
  for (const shown of messages) {
    if (shown.message.id !== toolsId) number += 1;
    const text = shown.text.shown;
    const { places, count } = findInText(text, wanted, Math.min(left, mostInMessage));
    left -= places.length;
    const above = lines;
    if (count > 0)
      groups.push({
        scope: 'prompt',
        id: shown.message.id,
        name: nameOf(shown, number),
        count,
        places: places.map((place) => ({
          ...place,
          start: shown.start + place.start,
          end: shown.start + place.end,
          line: above + place.line,
        })),
      });
    lines += linesIn(text);
    yield;
  }
  return groups;
}

function nameOf({ message: { id, role, purpose } }: ShownMessage, number: number): string {
  if (id === toolsId) return 'Prompt: tools';
  const also = purpose === role || purpose === 'history' ? '' : `, ${purpose}`;
  return `Prompt: message ${number}, ${role}${also}`;
}

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
