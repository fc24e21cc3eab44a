import { visible } from '../../../shared/basics/invisible';
import { pathTo } from '../../../shared/document/walk';
import { describeCount } from '../../model/counts';
import { describeOrigin, tierNames } from '../../model/describe';
import type { PromptText } from '../../model/prompt/prompt-text';
import type { Shown } from '../../stores/inspection';
import { foldRanges } from './decorations';
import type { monaco } from '../setup';
import { promptFeaturesWords as words } from '../../words/panes/editors';

export function foldsOf(model: monaco.editor.ITextModel, text: PromptText): monaco.languages.FoldingRange[] {
  return foldRanges(text).flatMap((range) => {
    const start = model.getPositionAt(range.start).lineNumber;
    const last = model.getPositionAt(range.end);
    const end = last.column === 1 ? last.lineNumber - 1 : last.lineNumber;
    return end > start ? [{ start, end }] : [];
  });
}

/** Where a text comes from, its section and tier, and their size. */
export function hoverOf(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
  shown: Shown,
): monaco.languages.Hover | null {
  const found = shown.text.leafAt(model.getOffsetAt(position));
  if (found === undefined) return null;
  const { leaf } = found;
  const { document, analysis } = shown.inspection;
  const path = pathTo(document, leaf.owner);
  const owner = path.at(-1);
  const names = path.flatMap((node) => (node.type === 'section' ? [node.name] : []));
  const count = analysis.tokens[leaf.owner];
  const lines = [
    `**${escape(describeOrigin(leaf.origin))}**`,
    words.tier(names.length === 0 ? words.betweenSections : escape(names.join(' › ')), tierNames[leaf.tier]),
    ...(count === undefined ? [] : [describeCount(count)]),
    ...(owner?.type === 'section' && owner.condition !== undefined ? [`here because ${escape(owner.condition)}`] : []),
    ...(leaf.origin.kind === 'file' ? [words.clickToEdit] : []),
  ];
  return { contents: lines.map((value) => ({ value })) };
}

/** Escapes markup, links and hidden characters: names and conditions come from files. */
function escape(text: string): string {
  return visible(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
