// A small agent that talks to Claude by the official SDK. It sends one request for each line on its standard input:
// `turn` goes on with the conversation, `edit` does so with another system prompt, `helper` is a subagent, `title` a
// side request. It prints `done` after each.
import { createInterface } from 'node:readline';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ apiKey: 'made-up', maxRetries: 0 });
const marker = { type: 'ephemeral' };
const lines = (about, count) =>
  Array.from({ length: count }, (_, index) => `${about} ${index}: look twice before you write.`).join('\n');
const tools = ['read_file', 'search', 'run_tests'].map((name) => ({
  name,
  description: lines(`The tool ${name} does`, 12),
  input_schema: { type: 'object', properties: { path: { type: 'string' } } },
}));
let clock = 'It is Wednesday, 10:31';
const messages = [];

const system = () => [
  { type: 'text', text: `You are Otter, a careful engineer.\n${lines('Rule', 120)}`, cache_control: marker },
  { type: 'text', text: `# Environment\n${clock}\n${lines('Folder', 10)}` },
];

async function send(body, headers = {}) {
  const stream = client.messages.stream({ model: 'claude-sonnet-4-5', max_tokens: 500, ...body }, { headers });
  return stream.finalMessage();
}

async function turn() {
  const number = messages.length / 2 + 1;
  const last = messages.at(-1);
  const call = last?.role === 'assistant' ? last.content.find(({ type }) => type === 'tool_use') : undefined;
  const content =
    call === undefined
      ? { type: 'text', text: `Question ${number}: ${lines('detail', 20)}` }
      : { type: 'tool_result', tool_use_id: call.id, content: lines(`export const line${number} =`, 150) };
  messages.push({ role: 'user', content: [content] });
  const marked = messages.map((each, at) =>
    at < messages.length - 1
      ? each
      : { ...each, content: each.content.map((block) => ({ ...block, cache_control: marker })) },
  );
  const answer = await send({ system: system(), tools, messages: marked }, { 'x-session-id': 'main' });
  messages.push({ role: 'assistant', content: answer.content });
}

const jobs = {
  turn,
  edit: async () => {
    clock = 'It is Wednesday, 10:42';
    await turn();
  },
  helper: () =>
    send(
      {
        system: [{ type: 'text', text: `You are a helper.\n${lines('Rule', 100)}`, cache_control: marker }],
        tools,
        messages: [{ role: 'user', content: 'Find every caller.' }],
      },
      { 'x-session-id': 'helper', 'x-parent-session-id': 'main' },
    ),
  title: () =>
    send(
      { messages: [{ role: 'user', content: 'Generate a title for this conversation: fix the test' }] },
      { 'x-session-id': 'main' },
    ),
};

for await (const line of createInterface({ input: process.stdin })) {
  await jobs[line.trim()]?.();
  process.stdout.write('done\n');
}
