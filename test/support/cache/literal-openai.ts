/**
 * OpenAI's rules (GPT-5.6 and later) for whole Responses bodies, restated slowly and literally from the published text.
 * A body becomes a list of texts; prefixes are compared as whole lists, and nothing of the product is used.
 */
export interface SentPart {
  readonly text: string;
  readonly marked: boolean;
}

export interface SentItem {
  /** `output` is a response of a tool. */
  readonly role: 'developer' | 'user' | 'assistant' | 'call' | 'output';
  readonly parts: readonly SentPart[];
}

export interface OpenaiBody {
  readonly model: string;
  readonly tools: readonly string[];
  readonly items: readonly SentItem[];
  readonly mode: 'implicit' | 'explicit';
  readonly effort: string;
  readonly cacheKey: string;
}

interface Entry {
  readonly key: string;
  readonly from: number;
  until: number;
}

export interface LiteralSizes {
  /** Number of blocks, in request order: tools, then the parts of the items. */
  readonly read: number;
  readonly written: number;
}

interface Line {
  readonly key: string;
  readonly role: string;
  readonly marked: boolean;
  readonly endsItem: boolean;
}

/** "Model, tools, effort and cache key are in the prefix from its start." */
function linesOf({ model, tools, items, effort, cacheKey, mode }: OpenaiBody): readonly Line[] {
  const settings = JSON.stringify([model, effort, cacheKey, mode]);
  return [
    ...tools.map((text) => ({
      key: JSON.stringify([settings, 'tool', text]),
      role: 'tools',
      marked: false,
      endsItem: false,
    })),
    ...items.flatMap(({ role, parts }) =>
      parts.map(({ text, marked }, index) => ({
        key: JSON.stringify([settings, role, text]),
        role,
        marked,
        endsItem: index === parts.length - 1,
      })),
    ),
  ];
}

/** "User messages; the last tool response of a run; the last developer message of the initial developer run." */
function endsOf(lines: readonly Line[]): { readonly ends: readonly number[]; readonly developer: number | undefined } {
  const ends: number[] = [];
  let developer: number | undefined;
  let isInitial = true;
  for (const [index, { role, endsItem }] of lines.entries()) {
    if (role === 'tools') continue;
    if (role !== 'developer') isInitial = false;
    if (isInitial) developer = index + 1;
    if (!endsItem) continue;
    if (role === 'user') ends.push(index + 1);
    if (role === 'output' && lines[index + 1]?.role !== 'output') ends.push(index + 1);
  }
  return { ends: developer === undefined ? ends : [developer, ...ends], developer };
}

export function literalOpenaiSession(
  sent: readonly { readonly body: OpenaiBody; readonly at: number }[],
  tokensOf: (request: number, blocks: number) => number,
  minimum: number,
): readonly LiteralSizes[] {
  const cache: Entry[] = [];
  return sent.map(({ body, at }, request) => {
    const lines = linesOf(body);
    const keyOf = (length: number) =>
      lines
        .slice(0, length)
        .map(({ key }) => key)
        .join('\n');
    const marked = lines.flatMap((line, index) => (line.marked ? [index + 1] : []));
    const { ends, developer } = endsOf(lines);
    const implicit = body.mode === 'implicit' ? ends.at(-1) : undefined;
    const looked = new Set([...marked.slice(0, 2), ...marked.slice(-50)]);
    if (body.mode === 'implicit') {
      for (const end of ends.slice(-21)) looked.add(end);
      if (developer !== undefined) looked.add(developer);
    }
    const find = (length: number) => cache.find(({ key }) => key === keyOf(length));
    const isReadable = (entry: Entry | undefined) => entry !== undefined && entry.from <= at && at < entry.until;
    const read = [...looked].toSorted((a, b) => b - a).find((length) => isReadable(find(length))) ?? 0;
    const writes = [...marked.slice(body.mode === 'implicit' ? -3 : -4), ...(implicit === undefined ? [] : [implicit])];
    let written = read;
    const renewed = new Set([
      ...writes.filter((length) => tokensOf(request, length) >= minimum),
      ...(read > 0 ? [read] : []),
    ]);
    for (const length of renewed) {
      written = Math.max(written, length);
      const entry = find(length);
      if (entry === undefined) cache.push({ key: keyOf(length), from: at + 1, until: at + 1800 });
      else entry.until = at + 1800;
    }
    return { read, written };
  });
}
