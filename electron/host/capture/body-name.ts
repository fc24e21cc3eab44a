/** File names of captured bodies: `0001.request.json`, `0001.response.sse`. */
import { exchangeStem } from '../../../shared/sessions/types';

export type BodySide = 'request' | 'response';

export function bodyName(number: number, side: BodySide, bytes: Buffer, contentType: string | undefined): string {
  return `${exchangeStem(number)}.${side}.${extensionOf(bytes, contentType ?? '')}`;
}

function extensionOf(bytes: Buffer, contentType: string): 'json' | 'sse' | 'bin' {
  if (/^text\/event-stream\b/i.test(contentType)) return 'sse';
  if (/^application\/(?:[\w.+-]*\+)?json\b/i.test(contentType)) return 'json';
  const start = bytes.subarray(0, 64).toString('latin1').trimStart();
  return contentType === '' && /^[[{]/.test(start) ? 'json' : 'bin';
}
