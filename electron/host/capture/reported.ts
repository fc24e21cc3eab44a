/** The usage that a captured response reports, and the model its request names. */
import { fieldsOf, parsedJson } from '../../../shared/basics/json-value';
import { realpathSync } from 'node:fs';
import { parseUsage, type Usage } from '../../../shared/cache/usage/usage';
import { modelOfAddress } from '../../../shared/requests/address';
import type { Exchange } from '../../../shared/sessions/types';
import { readTextOf } from '../disk/open-file';
import { childOf, toSlash } from '../disk/paths';
import { systemCode } from '../errors';

const mostRead = 64 * 1024 * 1024;

export function reportedUsage(session: string, { response }: Exchange): Usage | undefined {
  const text = bodyText(session, response?.file ?? null);
  if (text === undefined || text === '') return undefined;
  const json = response?.file?.endsWith('.sse') === true ? usageOfEvents(text) : text;
  return json === undefined ? undefined : parseUsage(json).usage;
}

export function requestedModel(session: string, { request, address }: Exchange): string | undefined {
  const named = address === null ? undefined : modelOfAddress(address);
  if (named !== undefined) return named;
  const value = parsedJson(bodyText(session, request.file) ?? '');
  const model = fieldsOf(value)['model'];
  return typeof model === 'string' ? model : undefined;
}

export function bodyText(session: string, file: string | null): string | undefined {
  if (file === null) return undefined;
  try {
    return readTextOf(childOf(session, file), { most: mostRead, within: toSlash(realpathSync.native(session)) });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return undefined;
  }
}

/** A stream reports in parts: the start has the input, the end the output. Later values win. */
function usageOfEvents(text: string): string | undefined {
  const merged: Record<string, unknown> = {};
  let key: 'usage' | 'usageMetadata' = 'usage';
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith('data:') || !line.includes('sage')) continue;
    const event = fieldsOf(parsedJson(line.slice(5)));
    const gemini = event['usageMetadata'];
    if (gemini !== undefined) key = 'usageMetadata';
    const usage = gemini ?? event['usage'] ?? nested(event, 'message') ?? nested(event, 'response');
    for (const [name, value] of Object.entries(fieldsOf(usage))) if (value !== null) merged[name] = value;
  }
  return Object.keys(merged).length === 0 ? undefined : JSON.stringify({ [key]: merged });
}

function nested(event: Readonly<Record<string, unknown>>, name: string): unknown {
  return fieldsOf(event[name])['usage'];
}
