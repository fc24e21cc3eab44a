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

/** 96 by 48 pixels of one colour; a real PNG, so that a window shows it. */
export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAAAwCAIAAABhdOiYAAAAVklEQVR42u3QQQkAAAgEsGtkNEsazAb+hcESLNXDIQoECRIkSJAg' +
  'QYIQJEiQIEGCBAlCkCBBggQJEiQIQYIECRIkSJAgQQgSJEiQIEGCBCFIkCBBgn5YoZLladdKgw8AAAAASUVORK5CYII=';

export interface RequestOptions {
  readonly messages?: number;
  /** Words of each tool result; about as many tokens. */
  readonly resultWords?: number;
}

/**
 * One large request with every kind of block: system reminders, thinking, parallel calls, results with pictures and
 * errors, a document, a block of a type nobody knows, a namespace of a server.
 */
export function largeRequest({ messages = 80, resultWords = 1700 }: RequestOptions = {}): string {
  const turns = Array.from({ length: messages }, (_, index): object => {
    if (index % 2 === 0) return { role: 'user', content: asked(index, resultWords, index === messages - 2) };
    return {
      role: 'assistant',
      content: [
        ...(index % 4 === 1
          ? [{ type: 'thinking', thinking: `I look at pier ${index}. ${prose(index, 60)}`, signature: 'c2ln' }]
          : []),
        { type: 'text', text: `Step ${index}: ${prose(index + 50, 30)}` },
        ...(index === messages - 1 ? [] : [call(index), { ...call(index), id: `call_${index}b`, name: 'Bash' }]),
      ],
    };
  });
  const bash = {
    name: 'Bash',
    description: 'Runs a shell command and returns what it prints.',
    input_schema: {
      type: 'object',
      properties: { command: { type: 'string' }, limit: { type: 'integer' } },
      required: ['command'],
    },
  };
  return JSON.stringify({
    model: 'claude-sonnet-4-5',
    max_tokens: 8192,
    thinking: { type: 'enabled', budget_tokens: 4096 },
    stream: true,
    system: [
      { type: 'text', text: `<identity>\nYou keep a harbour.\n</identity>\n\n# Rules\n${prose(1, 1500)}`, ...marker },
    ],
    tools: [
      bash,
      ...Array.from({ length: 38 }, (_, index) => tool(index)),
      { type: 'web_search_20250305', name: 'web_search', max_uses: 5 },
    ],
    messages: turns,
  });
}

function asked(index: number, count: number, isLast: boolean): readonly object[] {
  const reminder = `<system-reminder>\nThe list of tasks is empty. Turn ${index}.\n</system-reminder>`;
  if (index === 0)
    return [
      { type: 'text', text: `${reminder}\n\nSurvey every pier and tell me what is loose.` },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
      {
        type: 'document',
        title: 'harbour-rules.txt',
        source: { type: 'text', media_type: 'text/plain', data: `Article 1.\n${prose(9, 300)}` },
      },
      { type: 'container_upload', file_id: 'file_011' },
    ];
  const isPicture = index % 10 === 2;
  return [
    isPicture
      ? {
          type: 'tool_result',
          tool_use_id: `call_${index - 1}`,
          content: [
            { type: 'text', text: `The crane camera, frame ${index}.` },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
          ],
        }
      : result(index - 1, count),
    {
      type: 'tool_result',
      tool_use_id: `call_${index - 1}b`,
      content: index % 6 === 4 ? 'cat: pier.log: No such file' : prose(index + 3, count),
      ...(index % 6 === 4 ? { is_error: true } : {}),
    },
    { type: 'text', text: reminder, ...(isLast ? marker : {}) },
  ];
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
