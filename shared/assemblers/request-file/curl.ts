import { finding, placeOf, type Finding } from '../../sources/findings';
import { changedRope, fileRope, type Rope } from '../../sources/text/rope';
import { shellWords, type ShellWord } from '../../sources/secrets/shell-words';
import type { SourceFile } from '../../sources/types';
import { wrappedBody } from './body';
import type { Bodies } from './bodies';

const dataFlags = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json']);

/** The body of a cURL command, by the words a shell would split it into. */
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
    if (value.text.startsWith('@')) {
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
    const { body, findings: broken } = wrappedBody(source, value.rope, 'cURL');
    return { bodies: body === undefined ? [] : [body], findings: [...findings, ...broken] };
  }
  return {
    bodies: [],
    findings: [...findings, finding('error', 'request-no-body', 'The cURL command has no --data', placeOf(source.id))],
  };
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
