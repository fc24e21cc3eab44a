/**
 * Codex with `CODEX_ROLLOUT_TRACE_ROOT=<folder>`: one folder per thread, `trace-<uuid>-<thread>/`, with `trace.jsonl`
 * (events) and `payloads/<n>.json` (bodies, laid out; without the white space they are the bytes on the wire).
 */
import { lstatSync, readdirSync } from 'node:fs';
import { withoutSpace } from '../../../../shared/document/json-text';
import { childOf } from '../../disk/paths';
import { systemCode } from '../../errors';
import type { SessionWriter } from '../session-writer';
import { createWrittenExchanges, type WrittenBody } from './exchanges';
import { follow, type Follower } from './follow';
import { growingFile, type GrowingFile } from './growing-file';
import { fieldsOf, type Fields } from '../../../../shared/basics/json-value';
import { halfWritten, jsonFiles, objectIn, recordLeftOut, type JsonFiles } from './written-files';

export function followRolloutTrace(root: string, writer: SessionWriter, report: (problem: unknown) => void): Follower {
  const exchanges = createWrittenExchanges(writer);
  const logs = new Map<string, GrowingFile>();
  const numbers = new Map<string, number>();
  const files = jsonFiles();
  const leftOut = (): Promise<void> => writer.note(recordLeftOut);

  const lookInto = async (folder: string, isLast: boolean): Promise<void> => {
    const log = logs.get(folder) ?? growingFile(folder, 'trace.jsonl', { leftOut });
    logs.set(folder, log);
    await log.each(async (line) => {
      const event = objectIn(line);
      return event === undefined || take(folder, event, isLast);
    });
  };
  /** False if a payload is not there yet: the event is looked at again. */
  const take = async (folder: string, event: Fields, isLast: boolean): Promise<boolean> => {
    const payload = fieldsOf(event['payload']);
    const call = String(payload['inference_call_id']);
    const atMs = typeof event['wall_time_unix_ms'] === 'number' ? event['wall_time_unix_ms'] : Date.now();
    if (payload['type'] === 'inference_started') {
      const body = bodyOf(files, folder, payload['request_payload'], isLast);
      if (body === undefined) return false;
      const value = objectIn(body.bytes);
      const notes = value?.['previous_response_id'] === undefined ? body.notes : [...body.notes, onlyNew];
      numbers.set(call, await exchanges.request(atMs, { ...body, notes }, value));
    }
    const number = numbers.get(call);
    if (number === undefined) return true;
    if (payload['type'] === 'inference_completed') {
      const body = bodyOf(files, folder, payload['response_payload'], isLast);
      if (body === undefined) return false;
      await exchanges.response(number, atMs, responseOf(body));
    }
    if (payload['type'] === 'inference_failed' || payload['type'] === 'inference_cancelled')
      await exchanges.failed(number, atMs, 'Codex says that this request failed or was cancelled');
    return true;
  };
  return follow(async (isLast) => {
    for (const folder of traceFolders(root)) await lookInto(folder, isLast);
  }, report);
}

function traceFolders(root: string): readonly string[] {
  try {
    return readdirSync(root)
      .filter((name) => name.startsWith('trace-'))
      .map((name) => childOf(root, name))
      .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return [];
  }
}

const onlyNew = 'Sent over a WebSocket: only the items since the response before it';

function bodyOf(files: JsonFiles, folder: string, payload: unknown, isLast: boolean): WrittenBody | undefined {
  const path = fieldsOf(payload)['path'];
  // Never out of the folder: the name comes from a file.
  const name = typeof path === 'string' ? /^payloads\/([\w.-]+)$/.exec(path)?.[1] : undefined;
  const read =
    name === undefined
      ? isLast
        ? { bytes: Buffer.alloc(0), value: undefined, notes: [halfWritten] }
        : undefined
      : files.read(childOf(folder, 'payloads'), name, isLast);
  if (read === undefined) return undefined;
  const { bytes, value, notes } = read;
  if (value === undefined) return { bytes, fidelity: 'json', complete: false, notes };
  return { bytes: Buffer.from(withoutSpace(bytes.toString('utf8'))), fidelity: 'json', complete: true, notes };
}

/** In the provider's own form, so that usage and output are read like any other response. */
function responseOf(body: WrittenBody): WrittenBody {
  const value = objectIn(body.bytes);
  if (value === undefined) return { ...body, fidelity: 'rebuilt' };
  const usage = fieldsOf(value['token_usage']);
  const rebuilt = {
    object: 'response',
    id: value['response_id'],
    output: value['output_items'],
    ...(value['token_usage'] === undefined
      ? {}
      : {
          usage: {
            input_tokens: usage['input_tokens'],
            input_tokens_details: {
              cached_tokens: usage['cached_input_tokens'],
              cache_write_tokens: usage['cache_write_input_tokens'],
            },
            output_tokens: usage['output_tokens'],
            output_tokens_details: { reasoning_tokens: usage['reasoning_output_tokens'] },
            total_tokens: usage['total_tokens'],
          },
        }),
  };
  return { ...body, bytes: Buffer.from(JSON.stringify(rebuilt)), fidelity: 'rebuilt' };
}
