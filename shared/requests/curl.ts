import { finding, placeOf, type Finding } from '../sources/findings';
import { changedRope, fileRope, type Rope } from '../sources/text/rope';
import { shellWords, type ShellWord } from '../sources/secrets/shell-words';
import type { SourceFile } from '../sources/types';
import { wrappedBody } from './body';
import type { Bodies } from './bodies';

/** Returns true for a command that begins with `curl`. */
export function isCurl(text: string): boolean {
  return /^\s*(?:\$ )?curl(?:\.exe)?\s/.test(text);
}

const dataFlags = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json']);

/** Reads the body of a cURL command, split into words as a shell does. */
export function curlBody(source: SourceFile): Bodies {
  const findings: Finding[] = [];
  let isValue = false;
  for (const word of shellWords(source.text)) {
    const wasValue: boolean = isValue;
    isValue = !wasValue && dataFlags.has(word.text);
    const joined = wasValue ? null : /^(?:--data(?:-raw|-binary|-ascii)?|--json)=/.exec(word.text);
    if (!wasValue && joined === null) continue;
    const value = {
      text: word.text.slice(joined?.[0].length ?? 0),
      rope: dropFirst(ropeOf(word, source), joined?.[0].length ?? 0),
    };
    const piped = value.text === '@-' ? hereDocument(source) : undefined;
    if (piped === undefined && value.text.startsWith('@')) {
      findings.push(
        finding(
          'warning',
          'request-data-file',
          `The body is in the file ${value.text.slice(1)}: open that file instead`,
          placeOf(source.id),
        ),
      );
      continue;
    }
    const { body, findings: broken } = wrappedBody(source, piped ?? value.rope, 'cURL');
    const address = addressOf([...shellWords(source.text)].map(({ text }) => text));
    return { bodies: body === undefined ? [] : [{ ...body, address }], findings: [...findings, ...broken] };
  }
  return {
    bodies: [],
    findings: [...findings, finding('error', 'request-no-body', 'The cURL command has no --data', placeOf(source.id))],
  };
}

/** Returns the here-document of `<<'WORD'`: the lines up to the one that is the word. */
function hereDocument(source: SourceFile): Rope | undefined {
  const opened = /<<\s*(['"]?)([A-Za-z_][\w-]*)\1[^\n]*\n/.exec(source.text);
  if (opened === null) return undefined;
  const start = opened.index + opened[0].length;
  const end = source.text.indexOf(`\n${opened[2]}`, start - 1);
  return fileRope(source, start, end === -1 ? source.text.length : Math.max(start, end));
}

function addressOf(words: readonly string[]): string | undefined {
  const named = words.findIndex((word) => word === '--url');
  return named === -1 ? words.find((word) => /^https?:\/\//.test(word)) : words[named + 1];
}

function ropeOf({ pieces }: ShellWord, source: SourceFile): Rope {
  return pieces.flatMap(({ start, end, value }) =>
    value === undefined ? fileRope(source, start, end) : changedRope(source.id, start, end, value, 'escaped'),
  );
}

function dropFirst(rope: Rope, count: number): Rope {
  const [first, ...rest] = rope;
  if (first === undefined || first.origin.kind !== 'file') return rope;
  const { span } = first.origin;
  return [
    {
      ...first,
      value: first.value.slice(count),
      origin: { ...first.origin, span: { start: span.start + count, end: span.end } },
    },
    ...rest,
  ];
}
