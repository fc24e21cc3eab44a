import {
  charactersIn,
  charactersOf,
  ownTexts,
  shareOf,
  splitCount,
  whoseText,
} from '../../../shared/analysis/count/template-share';
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import type { PromptMessage, SectionNode, ToolNode } from '../../../shared/document/types';
import type { Row } from './row';

/** Who wrote a row's text: the user or the design. */
export type Words = Pick<Row, 'whose' | 'template'>;

export function wordsOf(node: PromptMessage | SectionNode, analysis: Analysis): Words {
  const whose = whoseText(charactersIn(node));
  return whose === undefined ? {} : { whose, template: shareOf(node, analysis).template.tokens };
}

/** Who wrote the text of a node that is outside its sections. */
export function ownWords(node: PromptMessage | SectionNode, count: TokenCount): Words {
  const characters = charactersOf(ownTexts(node));
  const whose = whoseText(characters);
  return whose === undefined ? {} : { whose, template: splitCount(count, characters).template.tokens };
}

export function toolWords({ description }: ToolNode, count: TokenCount | undefined): Words {
  const characters = charactersOf(description);
  const whose = whoseText(characters);
  return whose === undefined || count === undefined
    ? {}
    : { whose, template: splitCount(count, characters).template.tokens };
}
