import { fileText, part, system } from './example';
import { isWritten, leafOf, problemAt } from './places';
import type { Found, Hit, Texts } from './texts';
import type { Rule } from './types';

const shortest = 80;
const repeated = 'Always explain what a command does before you run it, and wait for a yes when it deletes something.';

interface Paragraph extends Hit {
  readonly text: string;
}

function paragraphs(text: string): readonly Paragraph[] {
  const found: Paragraph[] = [];
  let at = 0;
  for (const part of text.split('\n\n')) {
    const trimmed = part.trim();
    if (trimmed.length >= shortest) found.push({ offset: at + part.indexOf(trimmed), text: trimmed });
    at += part.length + 2;
  }
  return found;
}

/** A duplicate paragraph costs twice and must be changed in two places. Code and conversation may repeat. */
export const duplicateText: Rule = {
  id: 'duplicate-text',
  title: 'The same text twice',
  severity: 'info',
  about: 'A paragraph of 80 characters or more is sent more than once. Keep one.',
  alsoFrom: ['duplicate-text', 'memory-duplicate'],
  check({ texts }) {
    const seen = new Map<string, Found<Paragraph>>();
    const pairs = new Map<
      string,
      { readonly first: Found<Paragraph>; readonly again: Found<Paragraph>; count: number }
    >();
    for (const again of texts.findRepeated(paragraphs)) {
      const first = seen.get(again.text);
      if (first === undefined || !counts(texts, first)) {
        seen.set(again.text, again);
        continue;
      }
      const [one, other] = [leafOf(first), leafOf(again)];
      if (!counts(texts, again) || (isOwn(one?.origin.kind) && isOwn(other?.origin.kind))) continue;
      const key = `${one?.owner} ${other?.owner}`;
      const pair = pairs.get(key) ?? { first, again, count: 0 };
      pair.count += 1;
      pairs.set(key, pair);
    }
    return [...pairs.values()].map(({ first, again, count }) => {
      const more = count === 1 ? '' : `, and ${count - 1} more`;
      return problemAt(
        again,
        `This text is already in ${leafOf(first)?.owner}: ${JSON.stringify(again.text.slice(0, 40))}…${more}`,
      );
    });
  },
  examples: {
    good: () => system(part('A', 'L0', 'Short.'), part('B', 'L0', 'Short.')),
    bad: () => system(part('A', 'L0', [fileText('a.md', repeated)]), part('B', 'L0', [fileText('b.md', repeated)])),
  },
};

function counts(texts: Texts, place: Found<Paragraph>): boolean {
  return isWritten(place) && !texts.isCode(place);
}

/** True if the design itself repeats the text; no file could change that. */
function isOwn(kind: string | undefined): boolean {
  return kind === 'builtin' || kind === 'frame';
}
