import { part, system } from './example';
import { isWritten, problemAt, withoutInlineCode } from './places';
import { mostHits, type Hit } from './texts';
import type { Rule } from './types';
import { alternatives } from '../../sources/text/alternatives';

/**
 * `{{name}}`, `${NAME}` or `<%= x %>` left in the text: the model sees the placeholder. Shell variables are not
 * reported.
 */
const placeholder = alternatives(
  [
    /\{\{\s*[A-Za-z_][\w.]*\s*\}\}/,
    /\$\{(?!(?:HOME|PATH|USER|PWD|SHELL|TMPDIR|EDITOR|LANG)\})[A-Z][A-Z0-9_]*\}/,
    /<%=.{1,80}?%>/,
  ],
  'g',
);

function placeholders(text: string): readonly (Hit & { readonly name: string })[] {
  if (!text.includes('{') && !text.includes('<%=')) return [];
  const hits: (Hit & { readonly name: string })[] = [];
  for (const match of withoutInlineCode(text).matchAll(placeholder)) {
    hits.push({ offset: match.index, name: match[0] });
    if (hits.length === mostHits) break;
  }
  return hits;
}

export const unresolvedVariable: Rule = {
  id: 'unresolved-variable',
  title: 'A variable was not filled in',
  severity: 'warning',
  about: 'A placeholder is in the prompt as it is. Define the variable, or write the text out.',
  alsoFrom: ['unresolved-variable', 'unknown-variable', 'unsupported-expression'],
  check: ({ texts }) =>
    texts
      .findFirst(placeholders, (found) => isWritten(found) && !texts.isCode(found))
      .map((found) => problemAt(found, `${found.name} was not filled in`)),
  examples: {
    good: () =>
      system(
        part(
          'A',
          'L0',
          'Notes live in /home/k/memories; write `{{name}}` for a name, ${HOME} is home.\n```\necho {{x}}\n```',
        ),
      ),
    bad: () => system(part('A', 'L0', 'Notes live in {{memories_path}}.')),
  },
};
