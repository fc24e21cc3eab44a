import type { FileSchema } from '../../shared/ipc/contract';
import { frontMatterProposals, matchesPattern } from '../model/front-matter';
import { monaco } from './setup';

let schemas: readonly FileSchema[] = [];

export function setFrontMatterSchemas(next: readonly FileSchema[]): void {
  schemas = next;
}

/** Completes the front matter of Markdown files. Errors in it are reported as findings, like all others. */
export function setUpFrontMatter(): void {
  monaco.languages.registerCompletionItemProvider('markdown', {
    provideCompletionItems(model, position) {
      const found = schemas.find(({ pattern }) => matchesPattern(pattern, model.uri.path));
      if (found === undefined) return { suggestions: [] };
      const before = model.getValueInRange({
        startLineNumber: position.lineNumber,
        startColumn: 1,
        endLineNumber: position.lineNumber,
        endColumn: position.column,
      });
      const word = model.getWordUntilPosition(position);
      const range = {
        startLineNumber: position.lineNumber,
        startColumn: word.startColumn,
        endLineNumber: position.lineNumber,
        endColumn: word.endColumn,
      };
      const proposals = frontMatterProposals(found.schema, model.getLinesContent(), position.lineNumber - 1, before);
      return {
        suggestions: proposals.map(({ label, insert, kind, detail }) => ({
          label,
          insertText: insert,
          detail,
          range,
          kind:
            kind === 'key' ? monaco.languages.CompletionItemKind.Property : monaco.languages.CompletionItemKind.Value,
        })),
      };
    },
  });
}
