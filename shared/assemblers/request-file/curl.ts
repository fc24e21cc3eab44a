import { finding, placeOf, type Finding } from '../../sources/findings';
import { changedRope, fileRope, type Rope } from '../../sources/rope';
import type { SourceFile } from '../../sources/types';
import { wrappedBody } from './body';
import type { Bodies } from './bodies';

const dataFlags = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json']);

/**
 * The body of a cURL command. Words as a POSIX shell splits them: single quotes are literal, `$'…'` and double quotes have
 * escapes, a backslash before a line end continues the line. Nothing is expanded and nothing is run.
 */
export function curlBody(source: SourceFile): Bodies {
  const words = shellWords(source);
  const findings: Finding[] = [];
  for (const [index, word] of words.entries()) {
    const joined = /^(--data(?:-raw|-binary|-ascii)?|--json)=/.exec(word.text);
    const flag = joined?.[1] ?? word.text;
    const value = joined === null ? words[index + 1] : { text: word.text.slice(joined[0].length), rope: dropFirst(word.rope, joined[0].length) };
    if (!dataFlags.has(flag) || value === undefined) continue;
    if (value.text.startsWith('@')) {
      findings.push(finding('warning', 'request-data-file', `The body is in the file ${value.text.slice(1)}: open that file instead`, placeOf(source.id)));
      continue;
    }
    const { body, findings: broken } = wrappedBody(source, value.rope, 'cURL');
    return { bodies: body === undefined ? [] : [body], findings: [...findings, ...broken] };
  }
  return { bodies: [], findings: [...findings, finding('error', 'request-no-body', 'The cURL command has no --data', placeOf(source.id))] };
}

interface Word {
  readonly text: string;
  readonly rope: Rope;
}

function dropFirst(rope: Rope, count: number): Rope {
  const [first, ...rest] = rope;
  if (first === undefined || first.origin.kind !== 'file') return rope;
  const { span } = first.origin;
  return [{ ...first, value: first.value.slice(count), origin: { ...first.origin, span: { start: span.start + count, end: span.end } } }, ...rest];
}

const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', "'": "'", '"': '"', '\\': '\\' };

function shellWords(source: SourceFile): readonly Word[] {
  const { text } = source;
  const words: Word[] = [];
  let rope: Rope[number][] = [];
  let started = false;
  let at = 0;
  const verbatim = (start: number, end: number): void => {
    rope.push(...fileRope(source, start, end));
  };
  const escaped = (start: number, end: number, value: string): void => {
    rope.push(...changedRope(source.id, start, end, value, 'escaped'));
  };
  const finish = (): void => {
    if (started) words.push({ text: rope.map(({ value }) => value).join(''), rope });
    rope = [];
    started = false;
  };
  const quoted = (close: string, escapes: Readonly<Record<string, string>> | undefined): void => {
    let run = at;
    while (at < text.length && text[at] !== close) {
      const next = text[at + 1] ?? '';
      const value = text[at] === '\\' && escapes !== undefined ? escapes[next] : undefined;
      if (value === undefined) {
        at += 1;
        continue;
      }
      verbatim(run, at);
      escaped(at, at + 2, value);
      at += 2;
      run = at;
    }
    verbatim(run, at);
    at += 1;
  };
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '\\' && /^\r?\n/.test(text.slice(at + 1, at + 3))) at += text[at + 1] === '\r' ? 3 : 2;
    else if (/\s/.test(char)) {
      finish();
      at += 1;
    } else if (char === "'") {
      started = true;
      at += 1;
      quoted("'", undefined);
    } else if (char === '$' && text[at + 1] === "'") {
      started = true;
      at += 2;
      quoted("'", ansiEscapes);
    } else if (char === '"') {
      started = true;
      at += 1;
      quoted('"', { '"': '"', '\\': '\\', $: '$', '`': '`', '\n': '' });
    } else if (char === '\\') {
      started = true;
      escaped(at, at + 2, text[at + 1] ?? '');
      at += 2;
    } else {
      started = true;
      verbatim(at, at + 1);
      at += 1;
    }
  }
  finish();
  return words;
}
