import { part, system } from './example';
import type { Rule } from './types';

/** `{{name}}`, `${NAME}` or `<%= x %>` left in the text: the model sees the placeholder. Code fences are left alone. */
const placeholder = /\{\{\s*[A-Za-z_][\w.]*\s*\}\}|\$\{[A-Z][A-Z0-9_]*\}|<%=.{1,80}?%>/g;
const fence = /^```[\s\S]*?^```/gm;

export const unresolvedVariable: Rule = {
  id: 'unresolved-variable',
  title: 'A variable was not filled in',
  severity: 'warning',
  about: 'A placeholder stands in the prompt as it is. Define the variable, or write the text out.',
  check({ layouts }) {
    return layouts.flatMap((layout) => {
      const fences = [...layout.text.matchAll(fence)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
      return [...layout.text.matchAll(placeholder)].flatMap((match) => {
        if (fences.some(({ start, end }) => match.index >= start && match.index < end)) return [];
        const leaf = layout.leaves.find(({ start, end }) => match.index >= start && match.index < end);
        return [{ node: leaf?.owner ?? layout.message, at: { message: layout.message, offset: match.index }, message: `${match[0]} was not filled in` }];
      });
    });
  },
  examples: {
    good: () => system(part('A', 'L0', 'Notes live in /home/k/memories.\n```\necho {{x}}\n```')),
    bad: () => system(part('A', 'L0', 'Notes live in {{memories_path}}.')),
  },
};
