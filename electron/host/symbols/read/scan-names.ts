import type { NameStyle } from './name-styles';

/** `member`: after a dot, `->` or `::`. `called`: before an opening parenthesis. */
export type NameListener = (start: number, end: number, member: boolean, called: boolean) => void;

const other = 0;
const letter = 1;
const digit = 2;
/** Not part of a name, and may start text without names: quotes, comments, templates. */
const opener = 3;

const classes = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const char = String.fromCharCode(code);
  classes[code] = /[A-Za-z_$]/.test(char) ? letter : /\d/.test(char) ? digit : /["'`/#{}]/.test(char) ? opener : other;
}

function classOf(code: number): number {
  return code < 128 ? (classes[code] ?? other) : code === 0xa0 || code === 0x2028 || code === 0x3000 ? other : letter;
}

function isInName(code: number): boolean {
  const kind = classOf(code);
  return kind === letter || kind === digit;
}

const newline = 10;
const quote = 34;
const apostrophe = 39;
const backslash = 92;
const backtick = 96;

/** The end of a quoted text whose opening quote is before `at`. */
function skipQuoted(text: string, at: number, mark: number, multiline: boolean): number {
  for (let here = at; here < text.length; here += 1) {
    const code = text.charCodeAt(here);
    if (code === backslash) here += 1;
    else if (code === mark) return here + 1;
    else if (code === newline && !multiline) return here;
  }
  return text.length;
}

function skipTo(text: string, at: number, mark: string): number {
  const found = text.indexOf(mark, at);
  return found === -1 ? text.length : found + mark.length;
}

/** Skips to the end of the template, or into its next `${`. */
function skipTemplate(text: string, at: number): { readonly end: number; readonly code: boolean } {
  for (let here = at; here < text.length; here += 1) {
    const code = text.charCodeAt(here);
    if (code === backslash) here += 1;
    else if (code === backtick) return { end: here + 1, code: false };
    else if (code === 36 && text.charCodeAt(here + 1) === 123) return { end: here + 2, code: true };
  }
  return { end: text.length, code: false };
}

/** True if the slash starts a regular expression: no value can end before it. */
function beginsRegex(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text.charCodeAt(before) === 32 || text.charCodeAt(before) === 9)) before -= 1;
  if (before < 0 || '(,=:[!&|?{};+-*%~^<>\n\r'.includes(text.charAt(before))) return true;
  return /(?:^|[^\w$.])(?:return|typeof|case|in|of|when|if|unless|and|or|not)$/.test(
    text.slice(Math.max(0, before - 7), before + 1),
  );
}

function skipRegex(text: string, at: number): number {
  let inClass = false;
  for (let here = at + 1; here < text.length; here += 1) {
    const code = text.charCodeAt(here);
    if (code === newline) return at + 1;
    if (code === backslash) here += 1;
    else if (code === 91) inClass = true;
    else if (code === 93) inClass = false;
    else if (code === 47 && !inClass) return here + 1;
  }
  return at + 1;
}

/** Raw strings: `r#"…"#` (Rust), `R"mark(…)mark"` (C++), `@"…""…"` (C#). Undefined if the quote at `at` is plain. */
function skipRaw(text: string, at: number): number | undefined {
  let hashes = 0;
  while (text.charCodeAt(at - 1 - hashes) === 35) hashes += 1;
  const before = text.charAt(at - 1 - hashes);
  if (before === 'r' && (hashes > 0 || !/\w/.test(text.charAt(at - 2))))
    return skipTo(text, at + 1, `"${'#'.repeat(hashes)}`);
  if (before === 'R' && hashes === 0) {
    const [opener, mark = ''] = /^"([^\s()\\]{0,16})\(/.exec(text.slice(at, at + 20)) ?? [];
    if (opener !== undefined) return skipTo(text, at + opener.length, `)${mark}"`);
  }
  if (before !== '@' && !(before === '$' && text.charAt(at - 2) === '@')) return undefined;
  let end = skipTo(text, at + 1, '"');
  while (text.charCodeAt(end) === quote) end = skipTo(text, end + 1, '"');
  return end;
}

function skipString(text: string, at: number, style: NameStyle): number {
  const mark = text.charCodeAt(at);
  const char = text.charAt(at);
  if (style.triple && text.startsWith(char.repeat(2), at + 1)) return skipTo(text, at + 3, char.repeat(3));
  if (mark === quote && style.apostrophe !== 'string')
    return skipRaw(text, at) ?? skipQuoted(text, at + 1, mark, style.multiline);
  if (
    mark === apostrophe &&
    style.apostrophe === 'rust' &&
    text.charCodeAt(at + 1) !== backslash &&
    text.charCodeAt(at + 2) !== apostrophe
  )
    return at + 1;
  return skipQuoted(text, at + 1, mark, style.multiline && style.apostrophe !== 'rust');
}

/** Visits the names in a text, except in comments and strings. */
export function scanNames(text: string, style: NameStyle, listener: NameListener): void {
  /** Brace depth in each open `${…}`. */
  const templates: number[] = [];
  let at = 0;
  const { length } = text;
  while (at < length) {
    const code = text.charCodeAt(at);
    const kind = classOf(code);
    if (kind === letter) {
      const start = at;
      do at += 1;
      while (at < length && isInName(text.charCodeAt(at)));
      listener(start, at, isMember(text, start), isCalled(text, at));
      continue;
    }
    if (kind === digit) {
      do at += 1;
      while (
        at < length &&
        (isInName(text.charCodeAt(at)) ||
          (style.apostrophe === 'char' &&
            text.charCodeAt(at) === apostrophe &&
            classOf(text.charCodeAt(at + 1)) === digit))
      );
      continue;
    }
    at = kind === opener ? skipOpened(text, at, code, style, templates) : at + 1;
  }
}

function skipOpened(text: string, at: number, code: number, style: NameStyle, templates: number[]): number {
  const open = templates.length - 1;
  switch (code) {
    case quote:
    case apostrophe:
      return skipString(text, at, style);
    case backtick:
      if (style.backtick === 'raw') return skipTo(text, at + 1, '`');
      return style.backtick === 'template' ? intoTemplate(text, at + 1, templates) : at + 1;
    case 47: {
      const next = text.charCodeAt(at + 1);
      if (style.slashComments && next === 47) return skipTo(text, at, '\n');
      if (style.slashComments && next === 42) return skipTo(text, at + 2, '*/');
      return style.regex && beginsRegex(text, at) ? skipRegex(text, at) : at + 1;
    }
    case 35:
      return style.hashComments && text.charAt(at + 1) !== '[' && !/[\w$"'{]/.test(text.charAt(at - 1))
        ? skipTo(text, at, '\n')
        : at + 1;
    case 123:
      if (open >= 0) templates[open] = (templates[open] ?? 0) + 1;
      return at + 1;
    case 125:
      if (open < 0) return at + 1;
      if (templates[open] === 0) {
        templates.pop();
        return intoTemplate(text, at + 1, templates);
      }
      templates[open] = (templates[open] ?? 0) - 1;
      return at + 1;
    default:
      return at + 1;
  }
}

function intoTemplate(text: string, at: number, templates: number[]): number {
  const { end, code } = skipTemplate(text, at);
  if (code) templates.push(0);
  return end;
}

function isMember(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (before === 46) return text.charCodeAt(start - 2) !== 46;
  const pair = text.charCodeAt(start - 2);
  return (before === 62 && pair === 45) || (before === 58 && pair === 58) || before === backslash;
}

function isCalled(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) === 32) at += 1;
  return text.charCodeAt(at) === 40;
}
