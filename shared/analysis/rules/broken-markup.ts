import { leafAt } from '../../document/layout';
import { part, system } from './example';
import { isWritten, problemAt } from './places';
import type { Found } from './texts';
import type { Rule, RuleContext, RuleProblem } from './types';

const tag = /^[ \t]*<(\/?)([A-Za-z][\w-]{1,40})(?:\s[^<>\n]*)?>|<\/([A-Za-z][\w-]{1,40})>/gm;
/** HTML elements that are commonly left open. */
const htmlOpen = new Set([
  'br',
  'hr',
  'img',
  'input',
  'li',
  'link',
  'meta',
  'p',
  'td',
  'th',
  'tr',
  'dd',
  'dt',
  'option',
  'source',
  'col',
  'wbr',
]);

interface Tag {
  readonly offset: number;
  readonly name: string;
  readonly closes: boolean;
}

/** An opening tag counts only at the start of a line: `<name>` in a sentence is a placeholder. */
function tags(text: string): readonly Tag[] {
  if (!text.includes('</') && !text.includes('<')) return [];
  return [...text.matchAll(tag)].flatMap((match) => {
    const name = match[2] ?? match[3] ?? '';
    if (htmlOpen.has(name.toLowerCase()) || match[0].endsWith('/>')) return [];
    return [{ offset: match.index + match[0].indexOf('<'), name, closes: match[3] !== undefined || match[1] === '/' }];
  });
}

/** An unclosed tag or code fence blurs where a section ends. */
export const brokenMarkup: Rule = {
  id: 'broken-markup',
  title: 'A tag or code fence is left open',
  severity: 'info',
  about: 'The model reads tags and fences as boundaries; one that is never closed swallows what follows. Close it.',
  alsoFrom: ['fence-broken', 'closes-tag-early'],
  check: (context) => [...openFences(context), ...openTags(context)],
  examples: {
    good: () => system(part('A', 'L0', '<Rules>\nBe brief, <name>.\n</Rules>\n````\n```\ncode\n````')),
    bad: () => system(part('A', 'L0', 'Example:\n```\ncode without an end')),
  },
};

function openFences({ layouts, texts }: RuleContext): readonly RuleProblem[] {
  return layouts.flatMap((layout) => {
    const open = texts.openFence(layout.message);
    if (open === undefined) return [];
    return [
      {
        node: leafAt(layout, open)?.owner ?? layout.message,
        at: { message: layout.message, offset: open },
        message: 'A code fence is opened here and never closed',
      },
    ];
  });
}

/** Only a tag that is closed somewhere counts as a boundary. */
function openTags({ texts }: RuleContext): readonly RuleProblem[] {
  const byName = new Map<string, { readonly open: Found<Tag>[]; closed: boolean }>();
  for (const found of texts.find(tags)) {
    if (!isWritten(found) || texts.isCode(found)) continue;
    const key = `${found.message.id} ${found.name}`;
    const state = byName.get(key) ?? { open: [], closed: false };
    byName.set(key, state);
    if (found.closes) {
      state.open.pop();
      state.closed = true;
    } else state.open.push(found);
  }
  return [...byName.values()].flatMap(({ open, closed }) => {
    const [first] = open;
    if (first === undefined || !closed) return [];
    return [problemAt(first, `<${first.name}> is opened more often than it is closed`)];
  });
}
