import { isCurl } from './curl';

/** By its first word only: what is cut short or broken further on is still shown, with its place. */
export function looksLikeRequest(text: string): boolean {
  const start = text.trimStart();
  return start.startsWith('{') || start.startsWith('[') || isCurl(start);
}

/** What a file with this text should be called, so that it is read as what it is. */
export function pastedName(text: string): string {
  const start = text.trimStart();
  if (isCurl(start)) return 'pasted.curl';
  if (/^\{\s*"log"\s*:/.test(start)) return 'pasted.har';
  const [first = '', second = ''] = start.split(/\r?\n/, 2);
  return /^\{.*\}\s*$/.test(first) && /^\s*\{/.test(second) ? 'pasted.requests.jsonl' : 'pasted.request.json';
}
