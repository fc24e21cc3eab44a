/** Requests and responses out of the telemetry of Gemini CLI. */
import type { Fields } from '../../../../shared/basics/json-value';
import {
  telemetryBody,
  telemetryResponse,
  type GeminiCall,
} from '../../../../shared/requests/agent-logs/gemini-telemetry';
import type { ExchangeKind } from '../../../../shared/sessions/types';
import type { WrittenAbout, WrittenBody } from './exchanges';
import { halfWritten } from './written-files';

interface GeminiRequest {
  readonly body: WrittenBody;
  readonly value: unknown;
  readonly about: WrittenAbout;
}

export function requestOf(call: GeminiCall): GeminiRequest {
  const { asked = {}, details = {}, ended } = call;
  const value = telemetryBody(call);
  const hasContents = value['contents'] !== undefined;
  const notes = [
    notRecorded,
    ...(hasContents ? [] : ['The contents are not in the telemetry: is the logging of prompts switched off?']),
    ...(ended === undefined ? [halfWritten] : []),
  ];
  const complete = hasContents && ended !== undefined;
  return {
    body: { bytes: Buffer.from(JSON.stringify(value)), fidelity: 'rebuilt', complete, notes },
    value,
    about: aboutOf(asked, details),
  };
}

export function responseOf(attributes: Fields): WrittenBody {
  const bytes = Buffer.from(JSON.stringify(telemetryResponse(attributes)));
  return { bytes, fidelity: 'rebuilt', complete: true, notes: [] };
}

const notRecorded =
  'Rebuilt from the telemetry: contents, system text and tools are those that were sent, perhaps with their keys in ' +
  'another order. Thinking and other settings are not recorded.';

const kinds: Readonly<Record<string, ExchangeKind>> = {
  main: 'turn',
  subagent: 'turn',
  utility_compressor: 'compaction',
  utility_state_snapshot_processor: 'compaction',
  utility_router: 'routing',
  utility_next_speaker: 'routing',
};

function aboutOf(asked: Fields, details: Fields): WrittenAbout {
  const role = typeof asked['role'] === 'string' ? asked['role'] : 'main';
  const session = String(asked['session.id']);
  const host = details['server.address'];
  // Only these two roles stream; the others are helpers.
  const method = role === 'main' || role === 'subagent' ? 'streamGenerateContent' : 'generateContent';
  return {
    kind: kinds[role] ?? 'summary',
    thread: role === 'subagent' ? { id: String(asked['prompt_id']), parent: session } : { id: session, parent: null },
    address:
      `https://${typeof host === 'string' ? host : 'generativelanguage.googleapis.com'}` +
      `/v1beta/models/${String(asked['model'])}:${method}`,
  };
}

export function errorOf(attributes: Fields): string {
  const { status_code: status, 'error.message': message, error } = attributes;
  const why = [message, error].find((each) => typeof each === 'string') ?? 'unknown';
  return `Gemini CLI says that this request failed${typeof status === 'number' ? ` (${status})` : ''}: ${why}`;
}
