/** The parameters of a request that are part of a provider's cache key, by the names of the invalidation tables. */
import { anyNode } from './any-node';
import { findRow } from '../../models/table';
import type { PromptDocument } from '../../document/types';
import type { Parameters } from './blocks';

/** A value that equals the default is left out, because the providers treat both alike. */
export function keyParameters(document: PromptDocument, modelId: string): Parameters {
  const { sent } = document;
  if (sent === undefined) return {};
  const values = new Map(document.parameters.map(({ name, value }) => [name, parsed(value)]));
  const named: Readonly<Record<string, unknown>> = { model: modelId, ...ofForm(document, values, modelId) };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}

function ofForm(
  document: PromptDocument,
  values: ReadonlyMap<string, unknown>,
  modelId: string,
): Readonly<Record<string, unknown>> {
  switch (document.sent?.form) {
    case 'anthropic':
      return anthropic(document, values, modelId);
    case 'bedrock': {
      const more = values.get('additionalModelRequestFields');
      return {
        tool_choice: besides(values.get('toolChoice'), '{"auto":{}}'),
        thinking: at(more, 'thinking'),
        effort: at(more, 'output_config', 'effort'),
        images: hasImage(document) ? 'yes' : undefined,
      };
    }
    case 'openai-chat':
    case 'openai-responses':
      return {
        parallel_tool_calls: besides(values.get('parallel_tool_calls'), 'true'),
        format: besides(at(values.get('text'), 'format') ?? values.get('response_format'), '{"type":"text"}'),
        effort: at(values.get('reasoning'), 'effort') ?? values.get('reasoning_effort'),
        verbosity: at(values.get('text'), 'verbosity') ?? values.get('verbosity'),
        service_tier: besides(values.get('service_tier'), '"auto"', '"default"'),
        prompt_cache_key: values.get('prompt_cache_key'),
        prompt_cache_mode: at(values.get('prompt_cache_options'), 'mode'),
      };
    default:
      return {};
  }
}

function anthropic(
  document: PromptDocument,
  values: ReadonlyMap<string, unknown>,
  modelId: string,
): Readonly<Record<string, unknown>> {
  const row = findRow(modelId);
  const effort = at(values.get('output_config'), 'effort');
  const isOld = row?.count === 'claude-3';
  return {
    tool_choice: besides(values.get('tool_choice'), '{"type":"auto"}'),
    thinking: isOld ? besides(values.get('thinking'), '{"type":"disabled"}') : values.get('thinking'),
    effort: effort === row?.defaultEffort ? undefined : effort,
    format: at(values.get('output_config'), 'format') ?? values.get('output_format'),
    speed: besides(values.get('speed'), '"standard"'),
    images: hasImage(document) ? 'yes' : undefined,
    citations: hasCitations(document) ? 'on' : undefined,
  };
}

function besides(value: unknown, ...defaults: readonly string[]): unknown {
  return value === undefined || defaults.includes(JSON.stringify(value)) ? undefined : value;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).find(([name]): boolean => name === key)?.[1]
        : undefined,
    value,
  );
}

/** Parameters are JSON as it was sent; a number too large for JavaScript is no part of any key. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const hasImage = anyNode((node) => node.type === 'image' || (node.type === 'section' && node.block?.kind === 'image'));

const hasCitations = anyNode(
  (node) =>
    node.type === 'section' &&
    node.block !== undefined &&
    /"citations"\s*:\s*\{[^}]*"enabled"\s*:\s*true/.test(node.block.fields),
);
