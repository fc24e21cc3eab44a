import fc from 'fast-check';
import { anyObject, anything, flag, list, number, object, text, word, type Fields, type Tree } from './tree';
import {
  imageData,
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

const marker = 'cache_control';
const id = word('toolu_1', 'toolu_2');

const textBlock = object({ type: word('text'), text }, { citations: list(anyObject) }, marker);
const imageBytes = object(
  {
    type: word('image'),
    source: object({ type: word('base64'), media_type: word('image/png'), data: imageData }),
  },
  {},
  marker,
);
const imageAddress = object({ type: word('image'), source: object({ type: word('url'), url: text }) }, {}, marker);

const documentSource = fc.oneof(
  object({ type: word('text'), media_type: word('text/plain'), data: text }),
  object({ type: word('base64'), media_type: word('application/pdf'), data: word('JVBERi0=') }),
  object({ type: word('content'), content: list(textBlock) }),
  object({ type: word('file'), file_id: text }),
);
const documentBlock = object(
  { type: word('document'), source: documentSource },
  { title: text, context: text, citations: object({ enabled: flag }) },
  marker,
);
const searchResult = object(
  { type: word('search_result'), source: text, title: text, content: list(textBlock) },
  { citations: object({ enabled: flag }) },
  marker,
);
const unknownBlock = object(
  { type: word('hologram', 'container_upload') },
  { content: list(textBlock), file_id: text },
  marker,
);

const resultParts = fc.oneof(textBlock, imageBytes, documentBlock, searchResult, unknownBlock);
const toolResult = object(
  { type: word('tool_result'), tool_use_id: id },
  { content: fc.oneof(text, list(resultParts)), is_error: flag },
  marker,
);
const serverResult = object(
  {
    type: word('web_search_tool_result', 'mcp_tool_result', 'code_execution_tool_result'),
    tool_use_id: id,
    content: fc.oneof(list(unknownBlock), object({ type: word('some_error'), error_code: text })),
  },
  {},
  marker,
);

const blocks: readonly fc.Arbitrary<Piece>[] = [
  piece('text', textBlock),
  piece('text', textBlock),
  piece('image', imageBytes),
  piece('image', imageAddress),
  piece('document', documentBlock),
  piece('document', searchResult),
  piece(
    'tool-call',
    object(
      {
        type: word('tool_use', 'server_tool_use', 'mcp_tool_use'),
        id,
        name: toolName.map((name) => `"${name}"`),
        input: anyObject,
      },
      { caller: anyObject },
      marker,
    ),
  ),
  piece('tool-result', toolResult),
  piece('tool-result', serverResult),
  piece('thinking', object({ type: word('thinking'), thinking: text, signature: text })),
  piece('thinking', object({ type: word('redacted_thinking'), data: text })),
  piece('opaque', unknownBlock),
];

const content: fc.Arbitrary<{ readonly tree: Tree; readonly kinds: MadeMessage['kinds'] }> = fc.oneof(
  text.map((tree) => ({ tree, kinds: ['text'] as const })),
  pieces(fc.oneof(...blocks)).map((each) => ({ tree: listOf(each), kinds: kindsOf(each) })),
);

const message: fc.Arbitrary<MadeMessage> = fc
  .tuple(fc.constantFrom('user', 'user', 'assistant', 'assistant', 'system'), content)
  .chain(([role, { tree, kinds }]) =>
    object({ role: word(role), content: fc.constant(tree) }).map((each) => ({ tree: each, kinds })),
  );

const system: fc.Arbitrary<MadeMessage | undefined> = fc.option(
  fc.oneof(
    text.map((tree): MadeMessage => ({ tree, kinds: ['text'] })),
    pieces(piece('text', textBlock), 3).map((each): MadeMessage => ({ tree: listOf(each), kinds: kindsOf(each) })),
  ),
  { nil: undefined },
);

function named(name: string, fields: Fields, optional: Fields = {}): fc.Arbitrary<MadeTool> {
  return object({ name: word(name), ...fields }, optional, marker).map((tree) => ({ tree, names: [name] }));
}

const tool: fc.Arbitrary<MadeTool> = fc.oneof(
  toolName.chain((name) =>
    named(
      name,
      { description: text, input_schema: anyObject },
      {
        type: word('custom'),
        strict: flag,
        eager_input_streaming: flag,
        defer_loading: flag,
        input_examples: anything,
      },
    ),
  ),
  named('web_search', { type: word('web_search_20250305'), max_uses: number }, { allowed_domains: list(text) }),
  object({ type: word('mcp_toolset'), mcp_server_name: word('files') }, { configs: anyObject }, marker).map((tree) => ({
    tree,
    names: ['files'],
  })),
);

const parameters: Fields = {
  metadata: object({ user_id: text }),
  thinking: object({ type: word('enabled'), budget_tokens: number }),
  tool_choice: object({ type: word('auto') }),
  context_management: object({ edits: list(anyObject) }),
  mcp_servers: list(anyObject),
  stream: flag,
  temperature: number,
  stop_sequences: list(text),
  output_config: anyObject,
  speed: word('fast'),
};

interface Variation {
  readonly fixed: Fields;
  readonly made: Pick<MadeBody, 'address' | 'model' | 'provider'>;
}

function body({ fixed, made }: Variation): fc.Arbitrary<MadeBody> {
  return fc
    .tuple(system, fc.array(message, { maxLength: 4 }), fc.option(fc.array(tool, { maxLength: 4 }), { nil: undefined }))
    .chain(([preamble, messages, tools]) =>
      object(
        {
          ...fixed,
          max_tokens: number,
          messages: fc.constant(listOf(messages)),
          ...(preamble === undefined ? {} : { system: fc.constant(preamble.tree) }),
          ...(tools === undefined ? {} : { tools: fc.constant(listOf(tools)) }),
        },
        parameters,
        marker,
      ).map((tree): MadeBody => ({
        form: 'anthropic',
        tree,
        ...made,
        tools: (tools ?? []).flatMap(({ names }) => names),
        topTools: tools?.length ?? 0,
        system: preamble?.kinds ?? [],
        messages: messages.map(({ kinds }) => kinds),
      })),
    );
}

export const anthropicBody = body({
  fixed: { model: word('claude-sonnet-4-5') },
  made: { model: 'claude-sonnet-4-5', provider: 'anthropic' },
});

/** Bedrock's InvokeModel takes the same body; the model is in the address. */
export const invokeModelBody = body({
  fixed: { anthropic_version: word('bedrock-2023-05-31') },
  made: {
    address: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke',
    model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    provider: 'bedrock',
  },
});
