/**
 * Characters that people cannot see, or that change the text direction, but that a model reads. Exceptions: tab and
 * line ends; joiners, which emoji and several scripts need; tags after a black flag, which form regional flags; a
 * single variation selector, which selects a form of the character before it.
 */
export const invisibleCharacter = new RegExp(
  [
    // oxlint-disable-next-line no-control-regex -- control characters are meant
    /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/u,
    // oxlint-disable-next-line no-misleading-character-class -- invisible characters are meant
    /[\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F]/u,
    /[\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/u,
    /(?<=[\uFE00-\uFE0F\u{E0100}-\u{E01EF}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u,
    /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0000}-\u{E007F}]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

const every = new RegExp(invisibleCharacter.source, 'gu');

/** `200B`, as in the Unicode charts. */
export function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

export interface InvisiblePlace {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

export function invisiblePlaces(text: string): readonly InvisiblePlace[] {
  return [...text.matchAll(every)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    code: codeOf(match[0]),
  }));
}

/** Returns one line in which each invisible character is written as its code, for labels, lists and terminals. */
export function visible(text: string): string {
  return text
    .replaceAll(every, escapeOf)
    .replaceAll(/[\r\n\t\u2028\u2029]/g, (character) => lineMarks[character] ?? escapeOf(character));
}

const lineMarks: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
