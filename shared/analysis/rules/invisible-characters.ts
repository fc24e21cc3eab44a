import { part, system } from './example';
import type { Rule } from './types';

// oxlint-disable-next-line no-control-regex, no-misleading-character-class -- invisible characters are what is looked for
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/u;

/** Zero-width, bidi and control characters can hide instructions from people that the model still reads. */
export const invisibleCharacters: Rule = {
  id: 'invisible-characters',
  title: 'Invisible characters',
  severity: 'warning',
  about: 'A character that people cannot see stands in the prompt; it can hide text or turn its direction. Remove it unless it is meant.',
  check({ layouts }) {
    return layouts.flatMap((layout) =>
      layout.leaves.flatMap((leaf) => {
        const value = layout.text.slice(leaf.start, leaf.end);
        const match = invisible.exec(value);
        if (match === null) return [];
        const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
        return [{ node: leaf.owner, at: { message: layout.message, offset: leaf.start + match.index }, message: `The invisible character U+${code} stands here` }];
      }),
    );
  },
  examples: {
    good: () => system(part('A', 'L0', 'Plain text, emoji 👩‍🚀 and ümlauts.')),
    bad: () => system(part('A', 'L0', 'Looks harm\u200Bless \u202Etxet')),
  },
};
