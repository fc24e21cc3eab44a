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

const someName = toolName.map((name): Tree => `"${name}"`);

const geminiParts: readonly fc.Arbitrary<Piece>[] = [
  piece('text', object({ text })),
  piece('text', object({ text }, { thoughtSignature: text })),
  piece('thinking', object({ text, thought: fc.constant('true') }, { thoughtSignature: text })),
  piece(
    'tool-call',
    object({ functionCall: object({ name: someName, args: anyObject }, { id: text }) }, { thoughtSignature: text }),
  ),
  piece('tool-call', object({ function_call: object({ name: someName, args: anyObject }) })),
  piece(
    'tool-result',
    object({
      functionResponse: object(
        { name: someName, response: fc.oneof(object({ output: text }), anyObject) },
        { id: text },
      ),
    }),
  ),
  piece('image', object({ inlineData: object({ mimeType: word('image/png'), data: imageData }) })),
  piece('document', object({ inlineData: object({ mimeType: word('application/pdf'), data: word('JVBERi0=') }) })),
  piece('document', object({ fileData: object({ fileUri: text }, { mimeType: text }) })),
  piece('opaque', object({ executableCode: anyObject })),
];

const geminiContent: fc.Arbitrary<MadeMessage> = fc
  .tuple(fc.constantFrom('user', 'model'), pieces(fc.oneof(...geminiParts)))
  .chain(([role, each]) =>
    object({ role: word(role), parts: fc.constant(listOf(each)) }).map((tree) => ({ tree, kinds: kindsOf(each) })),
  );

const declaration: fc.Arbitrary<MadeTool> = toolName.chain((name) =>
  object({ name: word(name) }, { description: text, parametersJsonSchema: anyObject, behavior: word('BLOCKING') }).map(
    (tree) => ({ tree, names: [name] }),
  ),
);
const geminiGroup: fc.Arbitrary<MadeTool> = fc.oneof(
  fc.array(declaration, { maxLength: 3 }).map((each) => ({
    tree: { entries: [['"functionDeclarations"', listOf(each)] as const] },
    names: each.flatMap(({ names }) => names),
  })),
  anyObject.map((settings) => ({
    tree: { entries: [['"googleSearch"', settings] as const] },
    names: ['googleSearch'],
  })),
);

const geminiParameters: Fields = {
  generationConfig: object({ temperature: number }, { maxOutputTokens: number, thinkingConfig: anyObject }),
  toolConfig: anyObject,
  safetySettings: list(anyObject),
  cachedContent: text,
  labels: anyObject,
};

/** The model is in the address. */
export const geminiBody: fc.Arbitrary<MadeBody> = fc
  .tuple(
    fc.constantFrom('systemInstruction', 'system_instruction'),
    fc.option(pieces(piece('text', object({ text })), 2), { nil: undefined }),
    fc.array(geminiContent, { maxLength: 4 }),
    fc.option(fc.array(geminiGroup, { maxLength: 2 }), { nil: undefined }),
  )
  .chain(([key, instruction, contents, tools]) =>
    object(
      {
        contents: fc.constant(listOf(contents)),
        ...(instruction === undefined
          ? {}
          : { [key]: object({ parts: fc.constant(listOf(instruction)) }, { role: word('user') }) }),
        ...(tools === undefined ? {} : { tools: fc.constant(listOf(tools)) }),
      },
      geminiParameters,
    ).map((tree): MadeBody => {
      const names = (tools ?? []).flatMap((each) => each.names);
      return {
        form: 'gemini',
        tree,
        address: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
        model: 'gemini-2.5-pro',
        provider: 'gemini',
        tools: names,
        topTools: names.length,
        system: instruction === undefined ? [] : kindsOf(instruction),
        messages: contents.map(({ kinds }) => kinds),
      };
    }),
  );

const bytes = imageData;
const resultPart = fc.oneof(
  object({ text }),
  object({ json: anything }),
  object({ image: object({ format: word('png'), source: object({ bytes }) }) }),
);
const bedrockBlocks: readonly fc.Arbitrary<Piece>[] = [
  piece('text', object({ text })),
  piece('text', object({ text })),
  piece('image', object({ image: object({ format: word('png'), source: object({ bytes }) }) })),
  piece(
    'document',
    object({
      document: object(
        { format: word('pdf', 'txt'), name: text, source: fc.oneof(object({ bytes }), object({ text })) },
        { context: text, citations: object({ enabled: flag }) },
      ),
    }),
  ),
  piece('tool-call', object({ toolUse: object({ toolUseId: word('t1', 't2'), name: someName, input: anyObject }) })),
  piece(
    'tool-result',
    object({
      toolResult: object(
        { toolUseId: word('t1', 't2'), content: list(resultPart) },
        { status: word('error', 'success') },
      ),
    }),
  ),
  piece('thinking', object({ reasoningContent: object({ reasoningText: object({ text, signature: text }) }) })),
  piece('thinking', object({ reasoningContent: object({ redactedContent: bytes }) })),
  piece('opaque', object({ video: anyObject })),
];

const bedrockMessage: fc.Arbitrary<MadeMessage> = fc
  .tuple(fc.constantFrom('user', 'assistant'), pieces(fc.oneof(...bedrockBlocks)))
  .chain(([role, each]) =>
    object({ role: word(role), content: fc.constant(listOf(each, true)) }).map((tree) => ({
      tree,
      kinds: kindsOf(each),
    })),
  );

const bedrockTool: fc.Arbitrary<MadeTool> = fc.oneof(
  toolName.chain((name) =>
    object({
      toolSpec: object(
        { name: word(name), inputSchema: object({ json: anyObject }) },
        { description: text, strict: flag },
      ),
    }).map((tree) => ({ tree, names: [name] })),
  ),
  object({ systemTool: object({ name: word('nova_grounding') }) }).map((tree) => ({ tree, names: ['nova_grounding'] })),
);

const bedrockParameters: Fields = {
  additionalModelRequestFields: anyObject,
  guardrailConfig: anyObject,
  performanceConfig: anyObject,
};

export const bedrockBody: fc.Arbitrary<MadeBody> = fc
  .tuple(
    fc.option(pieces(piece('text', object({ text })), 3), { nil: undefined }),
    fc.array(bedrockMessage, { maxLength: 4 }),
    fc.option(fc.array(bedrockTool, { maxLength: 3 }), { nil: undefined }),
  )
  .chain(([system, messages, tools]) =>
    object(
      {
        messages: fc.constant(listOf(messages)),
        inferenceConfig: object({}, { maxTokens: number, temperature: number, topP: number }),
        ...(system === undefined ? {} : { system: fc.constant(listOf(system, true)) }),
        ...(tools === undefined
          ? {}
          : { toolConfig: object({ tools: fc.constant(listOf(tools, true)) }, { toolChoice: anyObject }) }),
      },
      bedrockParameters,
    ).map((tree): MadeBody => ({
      form: 'bedrock',
      tree,
      address:
        'https://bedrock-runtime.eu-central-1.amazonaws.com/model/anthropic.claude-haiku-4-5-v1%3A0/converse-stream',
      model: 'anthropic.claude-haiku-4-5-v1:0',
      provider: 'bedrock',
      tools: (tools ?? []).flatMap(({ names }) => names),
      topTools: tools?.length ?? 0,
      system: system === undefined ? [] : kindsOf(system),
      messages: messages.map(({ kinds }) => kinds),
    })),
  );
