/** Recognises logs and streams by their first characters, never by name. */

/** True for JSON lines, a list, or concatenated values. A single value, such as a HAR, is not a log. */
export function isLog(head: string): boolean {
  const text = head.trimStart();
  if (text.startsWith('[')) return /^\[\s*\{/.test(text) && !/^\[\s*\{\s*"role"/.test(text);
  if (!text.startsWith('{')) return false;
  const end = endOfValue(text);
  return end !== undefined && /^\s*\{/.test(text.slice(end));
}

/** Returns the end of the first value; undefined if the text ends before it. */
function endOfValue(text: string): number | undefined {
  let [depth, isInString] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 92) at += 1;
      else if (code === 34) isInString = false;
    } else if (code === 34) isInString = true;
    else if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** True for `event:` and `data:` lines, as in a streamed response. */
export function isEventStream(text: string): boolean {
  return /^\s*(?:event|data|id|retry):/.test(text) && /^data:/m.test(text.slice(0, 65_536));
}
