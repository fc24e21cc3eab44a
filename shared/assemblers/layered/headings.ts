import { nodeId } from '../../document/builders';
import type { PromptMessage } from '../../document/types';
import { finding, type Finding } from '../../sources/findings';
import { ropePlace, ropeText } from '../../sources/text/rope';
import { headingOf } from './format';
import type { TextLayer } from './layers';
import { layerNames } from './model';

/**
 * Only headings separate the layers, and Identity has none. If a layer's text contains the heading of another sent
 * layer, the prompt has that heading twice (docs/designs/layered.md).
 */
export function duplicateHeadings(system: PromptMessage, texts: readonly TextLayer[]): readonly Finding[] {
  const sent = new Set(system.children.flatMap((node) => (node.type === 'section' ? [node.id] : [])));
  const headings = layerNames.flatMap((name) => {
    const heading = headingOf(name);
    return heading === undefined || !sent.has(nodeId('system', name)) ? [] : [{ name, heading }];
  });
  return texts.flatMap(({ name: layer, rope, cut }) => {
    const shown = cut?.kept ?? rope;
    return [...ropeText(shown).matchAll(/^## [^\r\n]*/gm)].flatMap((match) => {
      const twin = headings.find(({ heading }) => heading === match[0].trimEnd());
      if (twin === undefined) return [];
      const message = `${layer} has the heading "${twin.heading}", which is also that of ${twin.name}`;
      const note = 'The model sees the heading twice; rename this one.';
      return [
        finding('warning', 'duplicate-heading', message, ropePlace(shown, match.index, match[0].length), {
          node: nodeId('system', layer),
          note,
        }),
      ];
    });
  });
}
