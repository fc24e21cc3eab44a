import { headerSecrets, isSecretName, urlSecrets, type TextRange } from './names';

/** `POST /v1/messages?key=… HTTP/1.1`; the version may be missing. */
const requestLine = /^[A-Z]{3,10}[ \t]+\S/;
/** A name of RFC 9110, and the colon behind it. In JSON no line begins like this. */
const headerLine = /^:?[\w!#$%&'*+.^`|~-]{1,100}[ \t]*:/;
/** Tools that show a connection write who spoke in front of each line. */
const lead = /^[ \t]{0,20}(?:[<>*][ \t])?[ \t]{0,20}/;
const lineEnds = /\r\n|\r|\n|$/g;

/**
 * Secrets of a request as it goes over the wire: in the target, and in lines of headers, wherever they stand. One pass
 * over the text.
 */
export function httpSecrets(text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  /** How far the header line stands in whose value is secret: a line that stands further in goes on with it. */
  let secretAt: number | undefined;
  for (let at = 0; at < text.length;) {
    lineEnds.lastIndex = at;
    const match = lineEnds.exec(text);
    const end = match?.index ?? text.length;
    const indent = lead.exec(text.slice(at, Math.min(end, at + 42)))?.[0].length ?? 0;
    const from = at + indent;
    const start = text.slice(from, Math.min(end, from + 120));
    if (secretAt !== undefined && indent > secretAt) found.push({ start: from, end });
    else {
      const name = headerLine.exec(start)?.[0].slice(0, -1).trim();
      secretAt = name !== undefined && isSecretName(name) ? indent : undefined;
      const look = name !== undefined ? headerSecrets : requestLine.test(start) ? urlSecrets : undefined;
      if (look !== undefined)
        for (const each of look(text.slice(from, end))) found.push({ start: from + each.start, end: from + each.end });
    }
    at = end + Math.max(1, match?.[0].length ?? 1);
  }
  return found.filter(({ start, end }) => end > start);
}
