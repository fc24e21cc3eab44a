/**
 * One agent's working day as a log. Each request is the previous one plus a call, a result and an answer; the cache
 * markers move on; there are 40 tools. A counter generates it, so that every run has the same bytes.
 */

const words = [
  'harbour tide lantern cable survey pilot chart anchor mooring gauge sluice ferry',
  'north pier inspection found the lower bolts loose and the paint worn through',
  'read the log before you answer and keep the numbers as they were written',
  'the second crane waits for a part that was ordered on Tuesday and not yet sent',
]
  .join(' ')
  .split(' ');

function prose(seed: number, count: number): string {
  let state = seed * 2654435761 + 1;
  return Array.from({ length: count }, (_, index) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const word = words[state % words.length] ?? 'tide';
    return index % 17 === 16 ? `${word}.\n` : word;
  }).join(' ');
}

function tool(index: number): object {
  return {
    name: `harbour_tool_${index}`,
    description: prose(1000 + index, 60),
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 6 }, (_, at) => [
          `field_${at}`,
          { type: 'string', description: prose(index * 10 + at, 8) },
        ]),
      ),
      required: ['field_0'],
    },
  };
}

const marker = { cache_control: { type: 'ephemeral' } };

export interface SessionOptions {
  readonly requests: number;
  /** Words of text that each request adds; about one token each. */
  readonly wordsPerTurn?: number;
  /** Words of conversation in the first request. */
  readonly firstWords?: number;
}

/** The bodies of the session, in order. */
export function* sessionBodies({ requests, wordsPerTurn = 400, firstWords = 4000 }: SessionOptions): Generator<string> {
  const tools = JSON.stringify(Array.from({ length: 40 }, (_, index) => tool(index)));
  const system = JSON.stringify([
    { type: 'text', text: `<identity>\nYou keep a harbour.\n</identity>\n\n# Rules\n${prose(1, 3000)}`, ...marker },
    { type: 'text', text: `# Today\n${prose(2, 200)}`, ...marker },
  ]);
  const messages: string[] = [message('user', [{ type: 'text', text: prose(3, firstWords) }])];
  const last = (index: number): string => message('user', [result(index, wordsPerTurn)], true);
  for (let index = 0; index < requests; index += 1) {
    const end = index === 0 ? [] : [last(index)];
    const all = [...messages, ...end].join(',');
    const head = '"model":"claude-sonnet-4-5","max_tokens":8192,"stream":true';
    yield `{${head},"system":${system},"tools":${tools},"messages":[${all}]}`;
    if (index > 0) messages.push(message('user', [result(index, wordsPerTurn)]));
    messages.push(message('assistant', [{ type: 'text', text: prose(index + 50, 30) }, call(index + 1)]));
  }
}

function message(role: string, content: readonly object[], isMarked = false): string {
  const blocks = content.map((block, at) => (isMarked && at === content.length - 1 ? { ...block, ...marker } : block));
  return JSON.stringify({ role, content: blocks });
}

function call(index: number): object {
  return {
    type: 'tool_use',
    id: `call_${index}`,
    name: `harbour_tool_${index % 40}`,
    input: { field_0: prose(index, 5) },
  };
}

function result(index: number, count: number): object {
  return { type: 'tool_result', tool_use_id: `call_${index}`, content: prose(index + 7, count) };
}

/** As JSON lines, each with its time and its answer. */
export function* sessionLines(options: SessionOptions): Generator<string> {
  let index = 0;
  for (const body of sessionBodies(options)) {
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 500,
      cache_read_input_tokens: 20000,
      output_tokens: 40,
    };
    const at = new Date(Date.UTC(2026, 10, 17, 9, 0, 0) + index * 20_000).toISOString();
    yield `{"timestamp":"${at}","request":${body},"response":${JSON.stringify({ usage })}}\n`;
    index += 1;
  }
}
