import {
  charactersIn,
  charactersOf,
  ownTexts,
  shareOf,
  splitCount,
  textOwner,
  type TextShare,
} from '../../../shared/analysis/count/template-share';
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import type { PromptMessage, SectionNode, TextNode, ToolNode } from '../../../shared/document/types';
import type { Row } from './row';

/** Who wrote a row's text: the user, the design or the agent. */
export type Words = Pick<Row, 'whose' | 'template'>;

function notYours({ template, agent }: TextShare): number {
  return template.tokens + agent.tokens;
}

export function wordsOf(node: PromptMessage | SectionNode, analysis: Analysis): Words {
  const whose = textOwner(charactersIn(node));
  return whose === undefined ? {} : { whose, template: notYours(shareOf(node, analysis)) };
}

/** Who wrote the text of a node that is outside its sections. */
export function ownWords(node: PromptMessage | SectionNode, count: TokenCount): Words {
  return textWords(ownTexts(node), count);
}

export function textWords(texts: readonly TextNode[], count: TokenCount): Words {
  const characters = charactersOf(texts);
  const whose = textOwner(characters);
  return whose === undefined ? {} : { whose, template: notYours(splitCount(count, characters)) };
}

export function toolWords({ description, definition }: ToolNode, count: TokenCount | undefined): Words {
  const characters = charactersOf(
    definition?.some(({ origin }) => origin.kind === 'learned') ? definition : description,
  );
  const whose = textOwner(characters);
  return whose === undefined || count === undefined ? {} : { whose, template: notYours(splitCount(count, characters)) };
}
