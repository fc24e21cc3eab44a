/**
 * A literal restatement of the tiered design's message array: plain strings, no nodes, no code of the assembler. Where
 * the design's text leaves a choice, a comment says which one was made.
 */
import { trim } from '../literal/random';
import type { JsonValue, Message, TieredWorkspace } from './workspaces';
import { begin } from './tracker-rules';

const tierNames = ['L0', 'L1', 'L2', 'L3'] as const;
const sentence = '\n\nThese files are included for reference:\n\n';
const fileHeaders = {
  L0: `# Reference Files (Stable)${sentence}`,
  L1: `# Reference Files${sentence}`,
  L2: `# Reference Files (L2)${sentence}`,
  L3: `# Reference Files (L3)${sentence}`,
};
const mapHeader =
  '# Repository Structure\n\nBelow is a map of the repository showing classes, functions, and ' +
  'their relationships.\nUse this to understand the codebase structure and find relevant code.\n\n';
const legend =
  '# c=class m=method f=function af=async func am=async method v=var p=property i=import ' +
  'i→=local\n# :N=line(s) ->T=returns ?=optional ←N=refs →=calls +N=more ″=ditto Nc/Nm=test ' +
  'summary';

const byCodePoint = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((char, index) => char !== right[index]);
  if (at === -1) return left.length - right.length;
  return right[at] === undefined ? 1 : (left[at]?.codePointAt(0) ?? 0) - (right[at].codePointAt(0) ?? 0);
};

/** A block begins with its own newline. */
function blockOf(path: string, functions: readonly string[]): string {
  return ['', `${path}:`, ...functions.map((name, index) => `f ${name}():${index + 1}`)].join('\n');
}

/** A quarter of the characters, at least one. */
const quarter = (text: string): number => Math.max(1, Math.floor([...text].length / 4));

export function restate(workspace: TieredWorkspace): readonly Message[] {
  const { files, selected, prompt, history, urls, system, extra } = workspace;
  const blocks = new Map(
    [...workspace.symbols]
      .toSorted(([a], [b]) => byCodePoint(a, b))
      .map(([path, functions]) => [path, blockOf(path, functions)]),
  );
  const places = new Map(
    workspace.state ??
      begin(
        [...blocks].map(([path, block]) => ({ path, tokens: quarter(block) })),
        1126,
      ).map(([path, tier]) => [`symbol:${path}`, tierNames[tier] ?? 'active'] as const),
  );
  const tierOf = (key: string): string => places.get(key) ?? 'active';

  const working = selected.filter((path) => files.has(path) && tierOf(`file:${path}`) === 'active');
  const cachedFiles = [...places.keys()]
    .filter((key) => key.startsWith('file:') && tierOf(key) !== 'active')
    .map((key) => key.slice(5));
  const hidden = new Set([...working, ...cachedFiles]);

  const messages: Message[] = [];
  for (const tier of tierNames) {
    const first = messages.length;
    const shownBlocks = [...blocks]
      .filter(([path]) => tierOf(`symbol:${path}`) === tier && !hidden.has(path))
      .map(([, block]) => block);
    // An empty file is not included.
    const shownFiles = cachedFiles
      .filter((path) => tierOf(`file:${path}`) === tier && (files.get(path) ?? '') !== '')
      .toSorted(byCodePoint);
    const fenced =
      shownFiles.length === 0 ? '' : fileHeaders[tier] + shownFiles.map((path) => fence(path, files)).join('\n\n');
    if (tier === 'L0') {
      // The legend is there as soon as anything is tracked.
      const map = places.size === 0 && blocks.size === 0 ? '' : mapHeader + [legend, ...shownBlocks].join('\n');
      const text = [trim(system ?? ''), trim(extra ?? ''), map, fenced].filter((part) => part !== '').join('\n\n');
      if (text !== '') messages.push({ role: 'system', content: text });
    } else {
      const map = shownBlocks.length === 0 ? '' : `# Repository Structure (continued)\n\n${shownBlocks.join('\n')}`;
      const text = [map, fenced].filter((part) => part !== '').join('\n\n');
      if (text !== '') messages.push({ role: 'user', content: text }, { role: 'assistant', content: 'Ok.' });
    }
    messages.push(...history.filter((_, index) => tierOf(`history:${index}`) === tier).map(native));
    if (messages.length > first) mark(messages);
  }

  const tree = workspace.listed.map(printedName).toSorted(byCodePoint);
  if (tree.length > 0) {
    const text =
      '# Repository Files\n\nComplete list of files in the repository:\n\n# File Tree ' +
      `(${tree.length} files)\n\n${tree.join('\n')}`;
    messages.push({ role: 'user', content: text }, { role: 'assistant', content: 'Ok.' });
  }
  if (urls.length > 0) {
    const text =
      '# URL Context\n\nThe following content was fetched from URLs mentioned in the ' +
      `conversation:\n\n${urls.map(page).join('\n---\n')}`;
    messages.push(
      { role: 'user', content: text },
      { role: 'assistant', content: "Ok, I've reviewed the URL content." },
    );
  }
  if (working.length > 0) {
    const text = `# Working Files\n\nHere are the files:\n\n${working
      .toSorted(byCodePoint)
      .map((path) => fence(path, files))
      .join('\n\n')}`;
    messages.push({ role: 'user', content: text }, { role: 'assistant', content: 'Ok.' });
  }
  messages.push(...history.filter((_, index) => tierOf(`history:${index}`) === 'active').map(native));
  // Without a prompt there is no message.
  if (prompt !== '') messages.push({ role: 'user', content: prompt });
  return messages;
}

/** As git prints names: unusual ones in quotes, with C escapes. */
function printedName(path: string): string {
  const escaped = JSON.stringify(path).replaceAll(/\\u00(..)/g, (_, hex: string) => {
    return `\\${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}`;
  });
  return escaped === `"${path}"` ? path : escaped;
}

/** No language tag. The fence adds a newline, so the text loses its last one. */
function fence(path: string, files: ReadonlyMap<string, string>): string {
  return `${path}\n\`\`\`\n${(files.get(path) ?? '').replace(/\r?\n$/, '')}\n\`\`\``;
}

function native({ role, content }: Message): Message {
  return { role, content: typeof content === 'string' ? content : content.map((part) => ({ ...part })) };
}

function page({
  url,
  title = '',
  summary = '',
  readme = '',
  content = '',
  symbolMap = '',
}: TieredWorkspace['urls'][number]): string {
  const whole = summary || readme || content;
  const body = [...whole].length > 4000 ? `${[...whole].slice(0, 4000).join('')}...` : whole;
  const map = symbolMap === '' ? '' : `\n### Symbol Map\n\`\`\`\n${symbolMap}\n\`\`\``;
  return [`## ${url}`, title === '' ? '' : `**${title}**`, body, map].filter((part) => part !== '').join('\n\n');
}

/** Marks the last text of the last message, even if it is empty. */
function mark(messages: Message[]): void {
  const last = messages.at(-1);
  if (last === undefined) return;
  const cacheControl: Record<string, JsonValue> = { cache_control: { type: 'ephemeral' } };
  const parts = typeof last.content === 'string' ? [{ type: 'text', text: last.content }] : last.content;
  messages[messages.length - 1] = {
    role: last.role,
    content: parts.map((part, index) => (index === parts.length - 1 ? { ...part, ...cacheControl } : part)),
  };
}
