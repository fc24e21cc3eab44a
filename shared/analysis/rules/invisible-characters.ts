import { part, system } from './example';
import { problemAt, scanner } from './scan';
import type { Rule } from './types';

/** Not among them: joiners (emoji and several scripts need them), and direction marks beside letters written from the right. */
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- invisible characters are what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0000}-\u{E007F}]/u;
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const directionMark = /[\u200E\u200F]/g;

const characters = scanner((text) => {
  if (!invisible.test(text)) return [];
  const looked = rightToLeft.test(text) ? text.replaceAll(directionMark, ' ') : text;
  const match = invisible.exec(looked);
  return match === null ? [] : [{ offset: match.index, code: (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0') }];
});

/** Zero-width, bidi and control characters can hide instructions from people that the model still reads. */
export const invisibleCharacters: Rule = {
  id: 'invisible-characters',
  title: 'Invisible characters',
  severity: 'warning',
  about: 'A character that people cannot see stands in the prompt; it can hide text or turn its direction. Remove it unless it is meant.',
  check: (context) => characters(context).map((found) => problemAt(found, `The invisible character U+${found.code} stands here`)),
  examples: {
    good: () => system(part('A', 'L0', 'Plain text, emoji 👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 and ümlauts, שלום\u200F.')),
    bad: () => system(part('A', 'L0', 'Looks harm\u200Bless \u202Etxet')),
  },
};
