/** Requests in the shapes of real agents, with words of our own: no vendor's text. */

interface MadeUp {
  readonly instructions?: string;
  readonly skills?: string;
  readonly prompt?: string;
  /** Another version of the agent's own words. */
  readonly words?: string;
  readonly folder?: string;
  readonly id?: string;
}

export function codexBody({
  instructions,
  skills,
  prompt = 'Hello',
  words = 'You are a made-up agent.\n\n# Manner\n\nBe plain.\n\n# Work\n\nRead before you write.\n',
  folder = '/repo/app',
  id = 'a',
}: MadeUp = {}): string {
  const item = (role: string, parts: readonly (readonly [string, string])[]) => ({
    type: 'message',
    id: `msg_${id}`,
    role,
    content: parts.map(([, text]) => ({ type: 'input_text', text })),
    internal_chat_message_metadata_passthrough: { turn_id: id, content_item_kinds: parts.map(([kind]) => kind) },
  });
  return JSON.stringify({
    model: 'gpt-5.5',
    stream: true,
    input: [
      item('developer', [['model.base_instructions', words]]),
      item('developer', [
        ...(skills === undefined
          ? []
          : [
              [
                'host_skills.instructions',
                `<skills_instructions>\nMade up.\n${skills}### How to use skills\nAs ever.\n</skills_instructions>`,
              ] as const,
            ]),
        ['permissions.instructions', '<permissions instructions>\nRead only.\n</permissions instructions>'],
      ]),
      item('user', [
        ...(instructions === undefined ? [] : [['agents_md.instructions', instructions] as const]),
        [
          'environments.environment_context',
          `<environment_context>\n  <cwd>${folder}</cwd>\n` +
            '  <current_date>2026-11-18</current_date>\n</environment_context>',
        ],
      ]),
      item('user', [['user.text', prompt]]),
    ],
    tools: [
      {
        type: 'function',
        name: 'shell',
        description: 'Runs a command.',
        strict: false,
        parameters: { type: 'object' },
      },
    ],
    prompt_cache_key: id,
  });
}

export function piBody(parts: {
  readonly context?: string;
  readonly skills?: string;
  readonly prompt?: string;
}): string {
  const { context = '', skills, prompt = 'Hello' } = parts;
  const list = skills === undefined ? '' : `\n\nOf skills,\nmade up.\n\n${skills}`;
  const text = `You are made up.${context}${list}\nCurrent date: 2026-11-18\nCurrent working directory: /repo/app`;
  const cache_control = { type: 'ephemeral' };
  return JSON.stringify({
    model: 'claude-sonnet-4-5',
    messages: [{ role: 'user', content: [{ type: 'text', text: prompt, cache_control }] }],
    max_tokens: 1000,
    system: [{ type: 'text', text, cache_control }],
    tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' }, cache_control }],
  });
}

const own =
  '  <skill>\n    <name>customize-opencode</name>\n    <description>Ours.</description>\n' +
  '    <location>&lt;built-in&gt;</location>\n  </skill>\n';

export function opencodeBody(parts: {
  readonly instructions?: string;
  readonly before?: string;
  readonly after?: string;
}) {
  const { instructions = '', before = '', after = '' } = parts;
  const text =
    `You are made up.\n<env>\n  Working directory: /repo/app\n  Workspace root folder: /repo\n` +
    `  Today's date: Wed Nov 18 2026\n</env>${instructions}\nOf skills.\nMade up.\n` +
    `<available_skills>\n${before}${own}${after}</available_skills>`;
  return JSON.stringify({
    model: 'claude-sonnet-4-5',
    max_tokens: 1000,
    system: [{ type: 'text', text }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  });
}

/** In the shape of a raw body file. `instructions`: what stands in the reminder, with the agent's words around it. */
export function claudeBody({
  instructions,
  prompt = 'Hello',
  words = 'You are a made-up agent.\n',
  id = 'a',
}: Pick<MadeUp, 'instructions' | 'prompt' | 'words' | 'id'> = {}): string {
  const cache_control = { type: 'ephemeral' };
  const reminder = { type: 'text', text: `<system-reminder>\n${instructions ?? ''}As ever.\n</system-reminder>\n` };
  return JSON.stringify({
    model: 'claude-sonnet-4-5',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: '<system-reminder>\nOf tools, made up.\n</system-reminder>' },
          ...(instructions === undefined ? [] : [reminder]),
          { type: 'text', text: prompt, cache_control },
        ],
      },
    ],
    system: [
      { type: 'text', text: `made-up-attribution ${id}` },
      { type: 'text', text: words, cache_control },
      { type: 'text', text: 'More made-up words.', cache_control },
    ],
    tools: [{ name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }],
    metadata: { user_id: JSON.stringify({ device_id: id, account_uuid: '', session_id: id }) },
    max_tokens: 1000,
    stream: true,
    betas: ['made-up'],
  });
}
