/** Requests of a session with what was reported for them, made of real bodies. */
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import type { BilledRequest } from '../../../shared/cache/bill/types';
import { parseUsage } from '../../../shared/cache/usage/usage';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { openBody } from '../request-bodies';

const encoding = await loadEncoding('o200k_base');

export interface SentLine {
  readonly body: object;
  /** Seconds since 1970. */
  readonly at?: number;
  /** The usage object of the response. */
  readonly usage?: object;
  /** How it failed. */
  readonly failed?: string;
  readonly thread?: string;
  readonly address?: string;
}

/** Each body as it would be opened, counted for the model it names. */
export function billed(lines: readonly SentLine[]): readonly BilledRequest[] {
  return lines.map(({ body, at, usage, thread, address, failed }, index) => {
    const document = openBody(JSON.stringify(body), address)?.document;
    if (document === undefined) throw new Error('not read as a request');
    const analysis = analyze(document, findModel(document.sent?.model ?? ''), encoding);
    return {
      label: `#${index + 1}`,
      document,
      analysis,
      at,
      usage: usage === undefined ? null : (parseUsage(JSON.stringify(usage)).usage ?? null),
      ...(thread === undefined ? {} : { thread }),
      ...(failed === undefined ? {} : { failed }),
    };
  });
}

const control = { type: 'ephemeral' } as const;

export interface ClaudeTurn {
  readonly system: string;
  /** Texts of the user and the assistant in turn; the last one is marked. */
  readonly said: readonly string[];
  readonly model?: string;
  readonly tools?: readonly object[];
  readonly more?: object;
}

/** A body of the Messages API with a marker behind the system prompt and one at the end. */
export function claudeBody({ system, said, model = 'claude-sonnet-5-5', tools, more = {} }: ClaudeTurn): object {
  return {
    model,
    max_tokens: 1000,
    ...(tools === undefined ? {} : { tools }),
    system: [{ type: 'text', text: system, cache_control: control }],
    messages: said.map((text, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: [{ type: 'text', text, ...(index === said.length - 1 ? { cache_control: control } : {}) }],
    })),
    ...more,
  };
}

export function claudeUsage(read: number, written: number, uncached: number, output = 100): object {
  return {
    input_tokens: uncached,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
    output_tokens: output,
  };
}
