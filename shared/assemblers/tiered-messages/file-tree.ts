import { byCodePoint } from '../../basics/code-point-order';
import { memoByIdentity } from '../../basics/memo';

/** Characters that make git quote a name. */
// oxlint-disable-next-line no-control-regex
const quoted = /["\\\u0000-\u001F\u007F]/;
// oxlint-disable-next-line no-control-regex
const quotedOnce = /["\\\u0000-\u001F\u007F]/g;

const letters = new Map(
  Object.entries({
    '"': '"',
    '\\': '\\',
    '\u0007': 'a',
    '\b': 'b',
    '\t': 't',
    '\n': 'n',
    '\v': 'v',
    '\f': 'f',
    '\r': 'r',
  }),
);

/** Formats a name as git lists it with `core.quotepath` off (docs/designs/tiered-messages.md, choice 5). */
function listedName(path: string): string {
  if (!quoted.test(path)) return path;
  const escape = (character: string): string =>
    `\\${letters.get(character) ?? character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `"${path.replaceAll(quotedOnce, escape)}"`;
}

/** One name per line, sorted as printed. */
export const fileTree = memoByIdentity((paths: readonly string[]): string =>
  paths.some((path) => quoted.test(path)) ? paths.map(listedName).toSorted(byCodePoint).join('\n') : paths.join('\n'),
);
