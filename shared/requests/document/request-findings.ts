/** What there is to say about a request as it is read. */
import { counted } from '../../basics/grouped';
import type { RequestForm } from '../../document/types';
import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { finding, type Finding } from '../../sources/findings';
import { placeIn, type Body } from '../body';
import { contentKeys } from '../form';
import type { ReadBlock, ReadParts } from '../read-types';

/** `whole`: before anything was left out. */
export function findingsOf(body: Body, form: RequestForm, parts: ReadParts, whole: ReadParts): readonly Finding[] {
  return [
    ...mixed(body, parts, form),
    ...wrongModel(body),
    ...repeatedKeys(body, parts),
    ...unknownBlocks(body, parts),
    ...continued(body, parts),
    ...tooMany(body, whole),
  ];
}

/** Far more than any agent sends. Each message or block takes some kilobytes. */
const mostOfEach = 20_000;

export function withinLimits(parts: ReadParts): ReadParts {
  if (!isTooMany(parts)) return parts;
  return {
    ...parts,
    tools: parts.tools.slice(0, mostOfEach),
    messages: parts.messages
      .slice(0, mostOfEach)
      .map((message) => ({ ...message, blocks: message.blocks.slice(0, mostOfEach) })),
  };
}

function isTooMany({ tools, messages }: ReadParts): boolean {
  return (
    tools.length > mostOfEach ||
    messages.length > mostOfEach ||
    messages.some(({ blocks }) => blocks.length > mostOfEach)
  );
}

function tooMany(body: Body, parts: ReadParts): readonly Finding[] {
  if (!isTooMany(parts)) return [];
  const what = 'The request has more than 20,000 messages, tools, or blocks in one message: the first 20,000 are shown';
  return [finding('warning', 'cut-off', what, placeIn(body, body.root.span))];
}

/** Content of another form, or of a wrong type, stays visible as a parameter. */
function mixed(body: Body, parts: ReadParts, form: RequestForm): readonly Finding[] {
  const others = parts.parameters
    .map(({ name }) => name)
    .filter((name) => name === 'tools' || contentKeys.includes(name));
  if (others.length === 0) return [];
  const what = `The body is read as ${form}; ${others.join(', ')} cannot be read as its content and is kept as written`;
  return [finding('warning', 'request-mixed', what, placeIn(body, body.root.span))];
}

function wrongModel(body: Body): readonly Finding[] {
  const model = configAt(body.root, ['model']);
  if (model === undefined || model.kind === 'string' || (model.kind === 'scalar' && model.value === null)) return [];
  const what = `model is ${kindOf(model)}, a text was expected`;
  return [finding('warning', 'request-wrong-type', what, placeIn(body, model.span))];
}

/** Keys that stand twice in the body, a message or a block. Of two the last counts, as in most parsers. */
function repeatedKeys(body: Body, parts: ReadParts): readonly Finding[] {
  const nodes = [
    body.root,
    ...parts.messages.flatMap(({ node, blocks }) => [node, ...blocks.map((each) => each.node)]),
  ];
  const repeated = [...new Set(nodes)].flatMap((node) => {
    if (node.kind !== 'object') return [];
    const keys = node.entries.map(({ key }) => key);
    if (new Set(keys).size === keys.length) return [];
    return node.entries.filter(({ key }, index) => keys.indexOf(key) < index);
  });
  const [first] = repeated;
  if (first === undefined) return [];
  const more =
    repeated.length === 1 ? '' : `; ${counted(repeated.length - 1, 'more key is', 'more keys are')} repeated`;
  const what = `The key "${first.key}" is there twice; the last one is used${more}`;
  return [finding('warning', 'request-repeated-key', what, placeIn(body, first.keySpan))];
}

function kindOf(node: ConfigNode): string {
  if (node.kind === 'object') return 'an object';
  if (node.kind === 'array') return 'a list';
  if (node.kind === 'string') return 'a text';
  return node.value === null ? 'null' : typeof node.value === 'number' ? 'a number' : 'true or false';
}

/** What a block that is shown as written is called. Some forms name the type by the block's first key. */
function calledAs({ node, type }: ReadBlock): string {
  if (node.kind !== 'object') return `Where a block was expected, ${kindOf(node)}`;
  return configAt(node, ['type'])?.kind === 'string' ? `The block type "${type}"` : `The block "${type}"`;
}

/** One finding per block type: a long conversation may have hundreds of blocks. */
function unknownBlocks(body: Body, parts: ReadParts): readonly Finding[] {
  const byType = new Map<string, ReadBlock[]>();
  const see = (block: ReadBlock): void => {
    if (block.kind === 'opaque') {
      const others = byType.get(calledAs(block));
      if (others === undefined) byType.set(calledAs(block), [block]);
      else others.push(block);
    }
    for (const each of block.content) if ('block' in each) see(each.block);
  };
  for (const { blocks } of parts.messages) for (const block of blocks) see(block);
  return [...byType].flatMap(([called, [first, ...more]]) =>
    first === undefined
      ? []
      : [
          finding(
            'info',
            'request-unknown-block',
            `${called} is shown as it was sent${more.length === 0 ? '' : `; there are ${more.length + 1}`}`,
            placeIn(body, first.node.span),
          ),
        ],
  );
}

/** A request that continues an earlier one contains only what it adds. */
function continued(body: Body, parts: ReadParts): readonly Finding[] {
  const earlier = ['previous_response_id', 'conversation', 'cachedContent', 'cached_content'];
  return parts.parameters
    .filter(({ name, value }) => earlier.includes(name) && value !== 'null')
    .map(({ name }) =>
      finding(
        'warning',
        'request-continues',
        name.startsWith('cached')
          ? `${name} names a prefix that the provider keeps: it is not part of this body, so it is not shown or counted`
          : `${name} names an earlier request that is not in this body: what it holds is not shown or counted`,
        placeIn(body, body.root.span),
      ),
    );
}
