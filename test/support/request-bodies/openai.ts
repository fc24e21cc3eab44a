import fc from 'fast-check';
import type { BlockKind } from '../../../shared/document/types';
import { anyObject, anything, flag, list, number, object, text, word, type Fields, type Tree } from './tree';
import {
  imageBytes,
  kindsOf,
  listOf,
  piece,
  pieces,
  toolName,
  type MadeBody,
  type MadeTool,
  type Piece,
  type MadeMessage,
} from './types';

const url = imageBytes.map((data): Tree => `"data:image/png;base64,${data}"`);
const callId = word('call_1', 'call_2');
const nameOf = (name: string): fc.Arbitrary<Tree> => word(name);
const someName = toolName.map((name): Tree => `"${name}"`);
/** JSON inside a string, as models send arguments. */
const jsonText = word('{}', '{"path": "a.ts"}', '{"n":1.0, "big":9223372036854775807}', 'not JSON');

function parts(textType: string, imageType: string, fileType: string, marker: string): readonly fc.Arbitrary<Piece>[] {
  const isChat = imageType === 'image_url';
  return [
    piece('text', object({ type: word(textType), text }, { annotations: list(anyObject) }, marker)),
    piece(
      'image',
      object(
        { type: word(imageType), image_url: isChat ? object({ url: url }, { detail: word('high') }) : url },
        {},
        marker,
      ),
    ),
    piece('image', object({ type: word(imageType), image_url: isChat ? object({ url: text }) : text }, {}, marker)),
    piece(
      'document',
      object(
        isChat
          ? { type: word(fileType), file: object({ filename: text }, { file_data: text }) }
          : { type: word(fileType), filename: text },
        isChat ? {} : { file_data: text },
        marker,
      ),
    ),
    piece('opaque', object({ type: word('input_hologram') }, { data: anything }, marker)),
  ];
}

function chatMessage(marker: string): fc.Arbitrary<MadeMessage> {
  const [textPart, ...others] = parts('text', 'image_url', 'file', marker);
  const anyPart = fc.oneof(...(textPart === undefined ? [] : [textPart]), ...others);
  const content = fc.oneof(
    text.map((tree): MadeMessage => ({ tree, kinds: ['text'] })),
    pieces(anyPart).map((each): MadeMessage => ({ tree: listOf(each), kinds: kindsOf(each) })),
    fc.constant<MadeMessage>({ tree: 'null', kinds: [] }),
  );
  const call = fc.oneof(
    object({ id: callId, type: word('function'), function: object({ name: someName, arguments: jsonText }) }),
    object({ id: callId, type: word('custom'), custom: object({ name: someName, input: text }) }),
  );
  const said = fc
    .tuple(fc.constantFrom('system', 'developer', 'user', 'user'), content)
    .chain(([role, { tree, kinds }]) =>
      object({ role: word(role), content: fc.constant(tree) }, { name: text }).map((each) => ({ tree: each, kinds })),
    );
  const answered = fc
    .tuple(content, fc.array(call, { maxLength: 3 }), fc.option(text, { nil: undefined }))
    .chain(([{ tree, kinds }, calls, thought]) =>
      object(
        {
          role: word('assistant'),
          content: fc.constant(tree),
          ...(calls.length === 0 ? {} : { tool_calls: fc.constant({ items: calls }) }),
          ...(thought === undefined ? {} : { reasoning_content: fc.constant(thought) }),
        },
        { audio: anyObject },
      ).map((each): MadeMessage => ({
        tree: each,
        kinds: [
          ...(thought === undefined ? [] : (['thinking'] as const)),
          ...kinds,
          ...calls.map((): BlockKind => 'tool-call'),
        ],
      })),
    );
  const result = content.chain(({ tree }) =>
    object({ role: word('tool'), tool_call_id: callId, content: fc.constant(tree) }).map((each): MadeMessage => ({
      tree: each,
      kinds: ['tool-result'],
    })),
  );
  return fc.oneof(said, said, answered, result);
}

const chatTool: fc.Arbitrary<MadeTool> = toolName.chain((name) =>
  fc.oneof(
    object({
      type: word('function'),
      function: object({ name: nameOf(name) }, { description: text, parameters: anyObject, strict: flag }),
    }).map((tree) => ({ tree, names: [name] })),
    object({
      type: word('custom'),
      custom: object({ name: nameOf(name) }, { description: text, format: anyObject }),
    }).map((tree) => ({ tree, names: [name] })),
  ),
);

const chatParameters: Fields = {
  stream: flag,
  stream_options: anyObject,
  temperature: number,
  max_completion_tokens: number,
  reasoning_effort: word('high'),
  response_format: anyObject,
  tool_choice: word('auto'),
  prompt_cache_key: text,
  user: text,
  metadata: anyObject,
  store: flag,
  stop: list(text),
};

function chatBody(
  fixed: Fields,
  marker: string,
  made: Pick<MadeBody, 'address' | 'model' | 'provider'>,
): fc.Arbitrary<MadeBody> {
  return fc
    .tuple(
      fc.array(chatMessage(marker), { minLength: 1, maxLength: 5 }),
      fc.option(fc.array(chatTool, { maxLength: 3 }), { nil: undefined }),
    )
    .chain(([messages, tools]) =>
      object(
        {
          ...fixed,
          messages: fc.constant(listOf(messages)),
          ...(tools === undefined ? {} : { tools: fc.constant(listOf(tools)) }),
        },
        chatParameters,
      ).map((tree): MadeBody => ({
        form: 'openai-chat',
        tree,
        ...made,
        tools: (tools ?? []).flatMap(({ names }) => names),
        topTools: tools?.length ?? 0,
        system: [],
        messages: messages.map(({ kinds }) => kinds),
      })),
    );
}

/** Sent to an address that Strata does not know. */
export const chatBodyArbitrary = chatBody({ model: word('gpt-5') }, 'prompt_cache_breakpoint', {
  address: 'http://127.0.0.1:8089/v1/chat/completions',
  model: 'gpt-5',
  provider: null,
});

export const openrouterBody = chatBody(
  { model: word('anthropic/claude-sonnet-4.5'), provider: object({ order: list(text) }) },
  'cache_control',
  {
    address: 'https://openrouter.ai/api/v1/chat/completions',
    model: 'anthropic/claude-sonnet-4.5',
    provider: 'openrouter',
  },
);

const marker = 'prompt_cache_breakpoint';
const inputPart = fc.oneof(...parts('input_text', 'input_image', 'input_file', marker));
const outputPart = fc.oneof(
  piece('text', object({ type: word('output_text'), text }, { annotations: list(anyObject) }, marker)),
  piece('text', object({ type: word('refusal'), refusal: text })),
);

function item(kinds: readonly BlockKind[], tree: fc.Arbitrary<Tree>): fc.Arbitrary<MadeMessage> {
  return tree.map((each) => ({ tree: each, kinds }));
}

function messageItem(roles: readonly string[], part: fc.Arbitrary<Piece>): fc.Arbitrary<MadeMessage> {
  return fc
    .tuple(
      fc.constantFrom(...roles),
      fc.oneof(
        text.map((tree): MadeMessage => ({ tree, kinds: ['text'] })),
        pieces(part).map((each): MadeMessage => ({ tree: listOf(each), kinds: kindsOf(each) })),
      ),
    )
    .chain(([role, { tree, kinds }]) =>
      object({ role: word(role), content: fc.constant(tree) }, { type: word('message'), id: text, status: text }).map(
        (each) => ({ tree: each, kinds }),
      ),
    );
}

const output = fc.oneof(text, list(inputPart.map(({ tree }) => tree)));
const summary = object({ type: word('summary_text'), text });

const functionTool = (name: string): fc.Arbitrary<MadeTool> =>
  object(
    { type: word('function'), name: nameOf(name) },
    { description: text, parameters: anyObject, strict: flag },
  ).map((tree) => ({ tree, names: [name] }));
const customTool = (name: string): fc.Arbitrary<MadeTool> =>
  object(
    { type: word('custom'), name: nameOf(name) },
    { description: text, format: object({ type: word('grammar'), syntax: word('lark'), definition: text }) },
  ).map((tree) => ({ tree, names: [name] }));
const namespaceTool = fc
  .array(
    toolName.chain((name) => fc.oneof(functionTool(name), customTool(name))),
    { minLength: 1, maxLength: 3 },
  )
  .chain((inner) =>
    object(
      { type: word('namespace'), name: word('mcp__demo'), tools: fc.constant(listOf(inner)) },
      { description: text },
    ).map((tree): MadeTool => ({ tree, names: ['mcp__demo', ...inner.flatMap(({ names }) => names)] })),
  );
const responsesTool: fc.Arbitrary<MadeTool> = fc.oneof(
  toolName.chain(functionTool),
  toolName.chain(customTool),
  namespaceTool,
  object({ type: word('web_search') }, { external_web_access: flag }).map((tree) => ({ tree, names: ['web_search'] })),
  object({ type: word('mcp'), server_label: word('deepwiki') }, { server_url: text }).map((tree) => ({
    tree,
    names: ['deepwiki'],
  })),
);

interface Item extends MadeMessage {
  readonly tools?: readonly MadeTool[];
}

const plainItem: fc.Arbitrary<Item> = fc.oneof(
  messageItem(['user', 'developer', 'system'], inputPart),
  messageItem(['assistant'], outputPart),
  item(
    ['tool-call'],
    object(
      { type: word('function_call'), call_id: callId, name: someName, arguments: jsonText },
      { id: text, namespace: text },
    ),
  ),
  item(['tool-call'], object({ type: word('custom_tool_call'), call_id: callId, name: someName, input: text })),
  item(
    ['tool-result'],
    object({ type: word('function_call_output', 'custom_tool_call_output'), call_id: callId, output }, { id: text }),
  ),
  item(
    ['thinking'],
    object(
      { type: word('reasoning'), summary: list(summary) },
      { id: text, encrypted_content: text, content: list(summary) },
    ),
  ),
  item(
    ['opaque'],
    object({ type: word('item_reference', 'compaction', 'web_search_call'), id: text }, { action: anyObject }),
  ),
);

const additionalTools: fc.Arbitrary<Item> = fc
  .array(responsesTool, { minLength: 1, maxLength: 3 })
  .chain((tools) =>
    object(
      { type: word('additional_tools'), role: word('developer'), tools: fc.constant(listOf(tools)) },
      { id: text },
    ).map((tree) => ({ tree, kinds: [], tools })),
  );

const responsesParameters: Fields = {
  stream: flag,
  store: flag,
  include: list(word('reasoning.encrypted_content')),
  reasoning: object({ effort: word('high') }, { context: word('all_turns') }),
  prompt_cache_key: text,
  previous_response_id: word('resp_1'),
  text: anyObject,
  client_metadata: anyObject,
  parallel_tool_calls: flag,
  tool_choice: word('auto'),
  max_output_tokens: number,
};

export const responsesBody: fc.Arbitrary<MadeBody> = fc
  .tuple(
    fc.option(text, { nil: undefined }),
    fc.array(fc.oneof({ weight: 6, arbitrary: plainItem }, { weight: 1, arbitrary: additionalTools }), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.option(fc.array(responsesTool, { maxLength: 3 }), { nil: undefined }),
  )
  .chain(([instructions, items, tools]) =>
    object(
      {
        model: word('gpt-5.6'),
        input: fc.constant(listOf(items)),
        ...(instructions === undefined ? {} : { instructions: fc.constant(instructions) }),
        ...(tools === undefined ? {} : { tools: fc.constant(listOf(tools)) }),
      },
      responsesParameters,
    ).map((tree): MadeBody => {
      const all = [...(tools ?? []), ...items.flatMap((each) => each.tools ?? [])];
      return {
        form: 'openai-responses',
        tree,
        model: 'gpt-5.6',
        provider: null,
        tools: all.flatMap(({ names }) => names),
        topTools: all.length,
        system: instructions === undefined ? [] : ['text'],
        messages: items.map(({ kinds }) => kinds),
      };
    }),
  );
