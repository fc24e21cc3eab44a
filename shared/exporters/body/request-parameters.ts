/** Parameters that every provider has, by their paths in each form. */
import { knownJson, type JsonText } from '../../document/json-text';
import { sourceId } from '../../document/builders';
import type { PromptDocument, RequestForm } from '../../document/types';
import { configAt, configJson } from '../../sources/config/config-node';
import { scanJson } from '../../sources/config/scan-json';
import { keysOf } from './block-fields';

export type SharedParameter = 'maxTokens' | 'temperature' | 'topP' | 'stop' | 'stream';

/** Paths in the body; the first one present counts. */
const spellings: Readonly<Record<RequestForm, Readonly<Record<SharedParameter, readonly string[]>>>> = {
  anthropic: {
    maxTokens: ['max_tokens'],
    temperature: ['temperature'],
    topP: ['top_p'],
    stop: ['stop_sequences'],
    stream: ['stream'],
  },
  'openai-chat': {
    maxTokens: ['max_completion_tokens', 'max_tokens'],
    temperature: ['temperature'],
    topP: ['top_p'],
    stop: ['stop'],
    stream: ['stream'],
  },
  'openai-responses': {
    maxTokens: ['max_output_tokens'],
    temperature: ['temperature'],
    topP: ['top_p'],
    stop: [],
    stream: ['stream'],
  },
  gemini: {
    maxTokens: ['generationConfig.maxOutputTokens'],
    temperature: ['generationConfig.temperature'],
    topP: ['generationConfig.topP'],
    stop: ['generationConfig.stopSequences'],
    stream: [],
  },
  bedrock: {
    maxTokens: ['inferenceConfig.maxTokens'],
    temperature: ['inferenceConfig.temperature'],
    topP: ['inferenceConfig.topP'],
    stop: ['inferenceConfig.stopSequences'],
    stream: [],
  },
  messages: { maxTokens: [], temperature: [], topP: [], stop: [], stream: [] },
};

/** Not copied: the model comes from the user's choice. */
const silent = new Set(['model', 'modelId']);

export interface Carried {
  /** Values by their paths in the target form. */
  readonly values: ReadonlyMap<string, JsonText>;
  /** Parameters that the target form lacks. */
  readonly lost: readonly string[];
}

export function carriedParameters(document: PromptDocument, target: RequestForm): Carried {
  const from = document.sent?.form;
  const values = new Map<string, JsonText>();
  if (from === undefined) return { values, lost: [] };
  if (from === target) return ownParameters(document);
  const used = new Set<string>();
  for (const name of ['maxTokens', 'temperature', 'topP', 'stop', 'stream'] as const) {
    const [to] = spellings[target][name];
    for (const path of spellings[from][name]) {
      const value = parameterAt(document, path);
      if (value === undefined || value === 'null') continue;
      if (to === undefined || values.has(to)) continue;
      used.add(path);
      values.set(to, name === 'stop' && value.startsWith('"') ? knownJson(`[${value}]`) : value);
    }
  }
  const lost = document.parameters
    .filter(({ value }) => value !== 'null')
    .flatMap(({ name, value }) => pathsOf(name, value))
    .filter((path) => !used.has(path) && !silent.has(path));
  return { values, lost };
}

/** They say something about tools, so they are refused without any. */
const needTools = new Set(['tool_choice', 'parallel_tool_calls', 'toolConfig', 'tool_config']);

/** A part of a request keeps what the request was sent with. */
function ownParameters(document: PromptDocument): Carried {
  const kept = document.parameters.filter(
    ({ name }) => !silent.has(name) && (document.tools.length > 0 || !needTools.has(name)),
  );
  const values = kept.flatMap(({ name, value }): readonly (readonly [string, JsonText])[] =>
    groups.has(name)
      ? pathsOf(name, value).map((path) => [path, parameterAt(document, path) ?? knownJson('null')] as const)
      : [[name, value]],
  );
  const lost = document.parameters.filter((each) => !kept.includes(each) && !silent.has(each.name));
  return { values: new Map(values), lost: lost.map(({ name }) => name) };
}

/** Objects whose keys are parameters themselves. */
const groups = new Set(['generationConfig', 'generation_config', 'inferenceConfig']);

function pathsOf(name: string, value: JsonText): readonly string[] {
  return groups.has(name) ? keysOf(value).map((key) => `${name}.${key}`) : [name];
}

function parameterAt(document: PromptDocument, path: string): JsonText | undefined {
  const [first = '', ...rest] = path.split('.');
  const parameter = document.parameters.find(({ name }) => name === first);
  if (parameter === undefined) return undefined;
  if (rest.length === 0) return parameter.value;
  const found = configAt(scanJson({ id: sourceId(first), text: parameter.value }), rest);
  return found === undefined ? undefined : configJson(found);
}
