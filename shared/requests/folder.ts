/**
 * Orders the files of a folder that holds one request each, and finds the response that belongs to each. Names such as
 * `0001.request.json` and `0001.response.sse` say it themselves. Where names do not match, as in Claude Code's folders,
 * a response belongs to the request written last before it.
 */
import { configAt, type ConfigNode } from '../sources/config/config-node';
import { scanJson } from '../sources/config/scan-json';
import type { ContentKind, SourceHead } from '../sources/types';
import { textAt } from './body';

export interface FolderFile extends Pick<SourceHead, 'id' | 'holds' | 'text' | 'bytes' | 'modified'> {
  /** In the folder, without a path. */
  readonly name: string;
}

export interface FolderExchange {
  readonly label: string;
  /** File names. */
  readonly request: string;
  readonly response?: string;
  /** True if the response was found by the time it was written, not by its name. */
  readonly isPairedByTime?: true;
  /** From the file about this exchange, if there is one. */
  readonly at?: string;
  readonly address?: string;
  /** Seconds until the response began, or until it ended if that is all that is known. */
  readonly firstToken?: number;
  /** What the request is for, e.g. `turn` or `title`. */
  readonly kind?: string;
  /** The conversation it belongs to, and the one that started that. */
  readonly thread?: string;
  readonly parent?: string;
}

export interface RequestFolder {
  readonly exchanges: readonly FolderExchange[];
  /** Names of files that hold several requests each. */
  readonly logs: readonly string[];
  /** Responses that belong to no request. */
  readonly strays: readonly string[];
}

const roleWord = /(^|[._-])(?:requests?|req|responses?|resp|res|exchange|meta)(?=[._-]|$)/i;

/** What the files of one exchange have in common: the name without extension and role. */
export function stemOf(name: string): string {
  return name
    .replace(/(?:\.(?:json|jsonl|ndjson|sse|bin|txt|log|curl|sh|har))+$/i, '')
    .replace(roleWord, '')
    .replace(/^[._-]+/, '');
}

export function requestFolder(files: readonly FolderFile[]): RequestFolder {
  const all = ordered(files);
  const of = (holds: ContentKind): readonly FolderFile[] => all.filter((file) => file.holds === holds);
  const [requests, responses] = [of('request'), of('response')];
  const byStem = new Map(responses.map((file) => [stemOf(file.name), file]));
  const about = new Map(of('about').map((file) => [stemOf(file.name), file]));
  const named = new Map<FolderFile, FolderFile>();
  for (const request of requests) {
    const response = byStem.get(stemOf(request.name));
    if (response === undefined) continue;
    named.set(request, response);
    byStem.delete(stemOf(request.name));
  }
  const left = responses.filter((file) => ![...named.values()].includes(file));
  const timed = pairedByTime(
    requests.filter((file) => !named.has(file)),
    left,
  );
  const exchanges = requests.map((file): FolderExchange => {
    const stem = stemOf(file.name);
    const note = about.get(stem);
    const response = named.get(file) ?? timed.get(file);
    return {
      label: stem === '' ? file.name : stem,
      request: file.name,
      ...(response === undefined ? {} : { response: response.name }),
      ...(timed.has(file) ? { isPairedByTime: true as const } : {}),
      ...(note === undefined ? {} : aboutOf(note)),
    };
  });
  const paired = new Set(timed.values());
  return {
    exchanges: inTime(exchanges),
    logs: of('log').map(({ name }) => name),
    strays: left.filter((file) => !paired.has(file)).map(({ name }) => name),
  };
}

/** A clock may be a little behind in the file system: times are kept in steps. */
const slackMs = 20;

/**
 * A response goes to the newest request before it that is still without one and, if both name a model, has the same.
 * So a failed attempt stays without a response, and a short request beside a long one gets its own.
 */
function pairedByTime(
  requests: readonly FolderFile[],
  responses: readonly FolderFile[],
): ReadonlyMap<FolderFile, FolderFile> {
  const open = requests.toSorted((a, b) => b.modified - a.modified);
  const pairs = new Map<FolderFile, FolderFile>();
  for (const response of responses.toSorted((a, b) => a.modified - b.modified)) {
    const model = modelIn(response);
    const before = open.filter(({ modified }) => modified <= response.modified + slackMs);
    const isOf = (file: FolderFile): boolean => {
      const asked = modelIn(file);
      return model === undefined || asked === undefined || model.startsWith(asked) || asked.startsWith(model);
    };
    const request = before.find(isOf);
    if (request === undefined) continue;
    pairs.set(request, response);
    open.splice(open.indexOf(request), 1);
  }
  return pairs;
}

function modelIn({ text }: FolderFile): string | undefined {
  return /"model"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
}

/** Ids at random, such as UUIDs, say nothing about the order. */
const randomName = /[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{16}|(?:req|msg)_[0-9A-Za-z]{12}/i;

function ordered(files: readonly FolderFile[]): readonly FolderFile[] {
  const isRandom = files.some(({ name, holds }) => holds === 'request' && randomName.test(name));
  return files.toSorted((a, b) =>
    isRandom
      ? a.modified - b.modified || a.bytes - b.bytes || inNaturalOrder(a.name, b.name)
      : inNaturalOrder(a.name, b.name),
  );
}

/** Compares numbers in names by value: `2.json` comes before `10.json`. */
export function inNaturalOrder(a: string, b: string): number {
  const [left, right] = [a.split(/(\d+)/), b.split(/(\d+)/)];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [one = '', other = ''] = [left[at], right[at]];
    if (one === other) continue;
    const byValue = at % 2 === 1 ? Number(one) - Number(other) : 0;
    return byValue !== 0 ? byValue : one < other ? -1 : 1;
  }
  return left.length - right.length;
}

/** By the time each was sent, if all are known. */
function inTime(exchanges: readonly FolderExchange[]): readonly FolderExchange[] {
  const times = exchanges.map(({ at }) => (at === undefined ? Number.NaN : Date.parse(at)));
  if (times.some(Number.isNaN)) return exchanges;
  const order = exchanges.map((exchange, index) => ({ exchange, time: times[index] ?? 0 }));
  return order.toSorted((a, b) => a.time - b.time).map(({ exchange }) => exchange);
}

function aboutOf({ id, text }: FolderFile): Partial<FolderExchange> {
  const root = scanJson({ id, text });
  if (root === undefined) return {};
  const at = textAt(root, 'at') ?? textAt(root, 'started_at') ?? textAt(root, 'startedAt') ?? textAt(root, 'timestamp');
  const address = textAt(root, 'address') ?? textAt(root, 'url');
  const times = configAt(root, ['times']);
  const answered = numberAt(times, 'firstByte') ?? numberAt(times, 'ended');
  const kind = textAt(root, 'kind');
  const thread = textAt(configAt(root, ['thread']), 'id');
  const parent = textAt(configAt(root, ['thread']), 'parent');
  return {
    ...(at === undefined ? {} : { at }),
    ...(address === undefined ? {} : { address }),
    ...(answered === undefined ? {} : { firstToken: answered / 1000 }),
    ...(kind === undefined ? {} : { kind }),
    ...(thread === undefined ? {} : { thread }),
    ...(parent === undefined ? {} : { parent }),
  };
}

function numberAt(node: ConfigNode | undefined, key: string): number | undefined {
  const found = configAt(node, [key]);
  return found?.kind === 'scalar' && typeof found.value === 'number' && found.value >= 0 ? found.value : undefined;
}
