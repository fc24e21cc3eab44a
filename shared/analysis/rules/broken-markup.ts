import { part, system } from './example';
import type { Rule, RuleProblem } from './types';

const tag = /<(\/?)([A-Za-z][\w-]{1,40})(?:\s[^<>]*)?(\/?)>/g;
const fence = /^(`{3,}|~{3,})/gm;

/** A tag that is opened on its own line and never closed, or a code fence left open, blurs where one section ends. */
export const brokenMarkup: Rule = {
  id: 'broken-markup',
  title: 'A tag or code fence is left open',
  severity: 'info',
  about: 'The model reads tags and fences as boundaries; one that is never closed swallows what follows. Close it.',
  check({ layouts }) {
    return layouts.flatMap((layout) => {
      const problems: RuleProblem[] = [];
      const ownerAt = (offset: number) => layout.leaves.find(({ start, end }) => offset >= start && offset < end)?.owner ?? layout.message;
      const fences = [...layout.text.matchAll(fence)];
      const last = fences.at(-1);
      if (fences.length % 2 === 1 && last !== undefined) problems.push({ node: ownerAt(last.index), at: { message: layout.message, offset: last.index }, message: 'A code fence is opened here and never closed' });
      const open = new Map<string, number[]>();
      for (const match of layout.text.matchAll(tag)) {
        const [, closing, name = '', selfClosing] = match;
        const isLineStart = match.index === 0 || layout.text.slice(layout.text.lastIndexOf('\n', match.index - 1) + 1, match.index).trim() === '';
        if (selfClosing === '/' || !isLineStart && closing === '') continue;
        const places = open.get(name) ?? [];
        if (closing === '/') places.pop();
        else places.push(match.index);
        open.set(name, places);
      }
      for (const [name, places] of open) {
        const first = places[0];
        if (first !== undefined && layout.text.includes(`</${name}>`)) problems.push({ node: ownerAt(first), at: { message: layout.message, offset: first }, message: `<${name}> is opened more often than it is closed` });
      }
      return problems;
    });
  },
  examples: {
    good: () => system(part('A', 'L0', '<Rules>\nBe brief.\n</Rules>\n```\ncode\n```')),
    bad: () => system(part('A', 'L0', 'Example:\n```\ncode without an end')),
  },
};
