import { codeOf, invisibleCharacter } from '../../basics/invisible';
import { part, system } from './example';
import { problemAt } from './places';
import type { Hit } from './texts';
import type { Rule } from './types';

/** Direction marks beside right-to-left letters are intended. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const directionMark = /[\u200E\u200F]/g;

function characters(text: string): readonly (Hit & { readonly code: string })[] {
  if (!invisibleCharacter.test(text)) return [];
  const looked = rightToLeft.test(text) ? text.replaceAll(directionMark, ' ') : text;
  const match = invisibleCharacter.exec(looked);
  return match === null ? [] : [{ offset: match.index, code: codeOf(match[0]) }];
}

/** Zero-width, bidi and control characters can hide instructions from people; the model still reads them. */
export const invisibleCharacters: Rule = {
  id: 'invisible-characters',
  title: 'Invisible characters',
  severity: 'warning',
  about:
    'A character that people cannot see is in the prompt; it can hide text or turn its ' +
    'direction. Remove it unless it is meant.',
  check: ({ texts }) =>
    texts.findFirst(characters).map((found) => problemAt(found, `The invisible character U+${found.code} is here`)),
  examples: {
    good: () => system(part('A', 'L0', 'Plain text, emoji 👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 and ümlauts, שלום\u200F.')),
    bad: () => system(part('A', 'L0', 'Looks harm\u200Bless \u202Etxet')),
  },
};
