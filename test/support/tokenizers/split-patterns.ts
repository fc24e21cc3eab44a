/**
 * Pre-tokenizer patterns of OpenAI's encodings, as published with tiktoken, restated for JavaScript: `\s` there is
 * Unicode White_Space (JavaScript's has U+FEFF and lacks U+0085), and case folding makes `ſ` an `s`.
 */
import type { EncodingId } from '../../../shared/tokenizers/types';

const space = String.raw`\p{White_Space}`;
const notSpace = String.raw`\P{White_Space}`;
const endings = "(?:'(?:[sSſtTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]))";
const upper = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const lower = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
const lead = String.raw`[^\r\n\p{L}\p{N}]?`;
const punctuation = String.raw` ?[^${space}\p{L}\p{N}]+`;
const spaces = [String.raw`${space}*[\r\n]+`, `${space}+(?!${notSpace})`, `${space}+`];

const sources: Readonly<Record<EncodingId, readonly string[]>> = {
  o200k_base: [
    `${lead}${upper}*${lower}+${endings}?`,
    `${lead}${upper}+${lower}*${endings}?`,
    String.raw`\p{N}{1,3}`,
    String.raw`${punctuation}[\r\n/]*`,
    ...spaces,
  ],
  cl100k_base: [
    endings,
    String.raw`${lead}\p{L}+`,
    String.raw`\p{N}{1,3}`,
    String.raw`${punctuation}[\r\n]*`,
    ...spaces,
  ],
};

export function splitPattern(id: EncodingId): RegExp {
  return new RegExp(sources[id].join('|'), 'gu');
}
