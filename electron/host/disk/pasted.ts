import { pastedName } from '../../../shared/requests/pasted-name';
import { redactHeaders } from '../../../shared/sources/secrets/redact';
import { encode } from './decode';
import type { FileBoundary } from './files';
import { absolutePath, childOf } from './paths';

/** Saves a pasted request to a file, without secret headers. Replaces the previous one of the same kind. */
export async function writePasted(boundary: FileBoundary, folder: string, text: string): Promise<string> {
  const path = childOf(absolutePath(folder), pastedName(text));
  await boundary.writeAtomic(path, encode(redactHeaders(text), false));
  return path;
}
