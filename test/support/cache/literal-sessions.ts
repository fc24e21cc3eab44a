/**
 * Anthropic's rules for whole bodies, restated slowly and literally from the published text, to compare the simulator
 * with. A body becomes a list of texts; prefixes are compared as whole lists, and nothing of the product is used.
 */
export interface SentBlock {
  readonly type: string;
  readonly text: string;
  readonly marked?: boolean;
}

export interface SentBody {
  readonly model: string;
  readonly tools: readonly SentBlock[];
  readonly system: readonly SentBlock[];
  readonly turns: readonly { readonly role: string; readonly blocks: readonly SentBlock[] }[];
  readonly toolChoice: string;
  readonly speed: string;
  readonly thinking: string;
  readonly effort: string;
  /** Undefined for a model of which none is published: any effort is another than none. */
  readonly defaultEffort: string | undefined;
  readonly automatic: boolean;
  /** Thinking of earlier turns is stripped when a user block comes that is no tool result. */
  readonly isStripping: boolean;
}

interface Entry {
  readonly key: string;
  readonly readableFrom: number;
  until: number;
}

export interface LiteralResult {
  readonly refused: boolean;
  /** Number of blocks, in request order. */
  readonly read: number;
  readonly written: number;
}

/**
 * What a change of thinking or effort loses: the messages at least; on some models, which are not named, everything.
 */
export type Reading = 'everything' | 'messages';

/**
 * "The model is in everything, the speed in system and messages, the tool choice in messages alone." An effort that is
 * the model's default equals leaving it out.
 */
function lines(
  body: SentBody,
  reading: Reading,
): {
  readonly types: readonly string[];
  readonly texts: readonly string[];
  readonly marks: readonly boolean[];
} {
  const settings = `${body.thinking} ${body.effort === body.defaultEffort ? 'none' : body.effort}`;
  const ofAll = reading === 'everything' ? `${body.model} ${settings}` : body.model;
  const ofMessages = `${ofAll} ${body.speed} ${body.toolChoice} ${settings}`;
  const all = [
    ...body.tools.map((block) => ({ block, role: 'tool', key: ofAll })),
    ...body.system.map((block) => ({ block, role: 'system', key: `${ofAll} ${body.speed}` })),
    ...rendered(body).flatMap(({ role, blocks }) => blocks.map((block) => ({ block, role, key: ofMessages }))),
  ];
  return {
    types: all.map(({ block }) => block.type),
    texts: all.map(({ block, role, key }) => JSON.stringify([key, role, block.type, block.text])),
    marks: all.map(({ block }) => block.marked === true),
  };
}

/** The turns as the model sees them. */
function rendered({ turns, isStripping }: SentBody): SentBody['turns'] {
  if (!isStripping) return turns;
  let spoken = -1;
  for (const [index, { role, blocks }] of turns.entries())
    if (role === 'user' && blocks.some(({ type }) => type !== 'tool_result')) spoken = index;
  return turns.map(({ role, blocks }, index) => ({
    role,
    blocks: index < spoken ? blocks.filter(({ type }) => type !== 'thinking') : blocks,
  }));
}

export function literalSession(
  sent: readonly { readonly body: SentBody; readonly at: number }[],
  tokensOf: (request: number, blocks: number) => number,
  minimum: number,
  reading: Reading,
): readonly LiteralResult[] {
  const cache: Entry[] = [];
  return sent.map(({ body, at }, request) => {
    const { types, texts, marks } = lines(body, reading);
    const markers = marks.flatMap((marked, index) => (marked ? [index] : []));
    const last = texts.length - 1;
    if (body.automatic && !markers.includes(last)) markers.push(last);
    if (markers.length > 4) return { refused: true, read: 0, written: 0 };
    const keyOf = (length: number) => texts.slice(0, length).join('\n');
    const found = (length: number) =>
      cache.find((entry) => entry.key === keyOf(length) && entry.readableFrom <= at && at < entry.until);
    let read = 0;
    for (const marker of markers) {
      let positions = 0;
      for (let index = marker; index >= 0 && positions <= 20; index -= 1) {
        const isRun =
          index < marker &&
          types[index] === types[index + 1] &&
          (types[index] === 'tool_use' || types[index] === 'tool_result');
        if (!isRun) positions += 1;
        if (positions > 20) break;
        if (found(index + 1) !== undefined) {
          read = Math.max(read, index + 1);
          break;
        }
      }
    }
    const renewed = [...markers.map((index) => index + 1).filter((length) => length <= read), read];
    for (const length of renewed) {
      const entry = length === 0 ? undefined : found(length);
      if (entry !== undefined) entry.until = at + 300;
    }
    let written = read;
    for (const marker of markers) {
      const length = marker + 1;
      if (length <= read && found(length) !== undefined) continue;
      if (tokensOf(request, length) < minimum) continue;
      written = Math.max(written, length);
      const old = cache.findIndex(({ key }) => key === keyOf(length));
      if (old !== -1) cache.splice(old, 1);
      cache.push({ key: keyOf(length), readableFrom: at + 1, until: at + 300 });
    }
    return { refused: false, read, written };
  });
}
