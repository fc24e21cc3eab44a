import { isCurl } from './curl';

/** Checks the first word only, so that a truncated or broken request is still shown with its errors. */
export function looksLikeRequest(text: string): boolean {
  const start = text.trimStart();
  return start.startsWith('{') || start.startsWith('[') || isCurl(start);
}

/** Chooses a file name for pasted text, so that it is read in the right format. */
export function pastedName(text: string): string {
  const start = text.trimStart();
  if (isCurl(start)) return 'pasted.curl';
  if (/^\{\s*"log"\s*:/.test(start)) return 'pasted.har';
  const [first = '', second = ''] = start.split(/\r?\n/, 2);
  return /^\{.*\}\s*$/.test(first) && /^\s*\{/.test(second) ? 'pasted.requests.jsonl' : 'pasted.request.json';
}
