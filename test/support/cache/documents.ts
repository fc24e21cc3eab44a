import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import type { CountedDocument } from '../../../shared/analysis/types';
import { fileText, part, system } from '../../../shared/analysis/rules/example';
import type { PromptDocument, SectionNode, TextNode, Tier } from '../../../shared/document/types';
import { loadEncoding } from '../../../shared/tokenizers/load';

const encoding = await loadEncoding('o200k_base');

export function counted(document: PromptDocument, model = 'gpt-5'): CountedDocument {
  return { document, analysis: analyze(document, findModel(model), encoding) };
}

/** About `words` tokens in o200k; `edit` changes the last word. */
export function prose(words: number, seed = 'river', edit = ''): string {
  return `${Array.from({ length: words - 1 }, () => seed).join(' ')} ${edit === '' ? seed : edit}`;
}

/** A section whose text comes from `<name>.md`. */
export function filePart(name: string, tier: Tier, value: string): SectionNode {
  return part(name, tier, [fileText(`${name}.md`, value)] satisfies readonly TextNode[]);
}

export { part, system };
