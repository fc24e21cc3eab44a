import { nodeId } from '../../document/builders';
import type { TextNode } from '../../document/types';
import { finding, type Finding } from '../../sources/findings';
import { ropeText, type Rope } from '../../sources/text/rope';
import type { Place } from '../../sources/types';
import type { PromptModel } from './model';

/** The prompt is not escaped. Warns about text that closes a tag early or breaks an attribute. */
export function markupFindings(model: PromptModel): readonly Finding[] {
  const closing = (tag: string, rope: Rope): readonly Finding[] => {
    const at = ropeText(rope).indexOf(`</${tag}>`);
    if (at === -1) return [];
    const text = `The text contains </${tag}> and closes its section early`;
    return [
      finding('warning', 'closes-tag-early', text, placeAt(rope, at, tag.length + 3), {
        node: nodeId('system', tag.startsWith('Resp') ? 'Responsibilities' : tag),
      }),
    ];
  };
  const part = (tag: string, given: PromptModel['identity']): readonly Finding[] =>
    given.absent === undefined ? closing(tag, given.rope) : [];
  const responsibilities = (model.responsibilities.absent === undefined ? model.responsibilities.items : []).flatMap(
    ({ title, content }) => {
      const bad = ropeText(title).search(/["<]/);
      const unsafe =
        bad === -1
          ? []
          : [
              finding(
                'warning',
                'title-breaks-attribute',
                'The title contains " or <, which breaks the title attribute',
                placeAt(title, bad, 1),
              ),
            ];
      return [...unsafe, ...closing('Responsibility', content), ...closing('Responsibilities', content)];
    },
  );
  const task = model.task.absent === undefined ? model.task.task : undefined;
  const taskRopes =
    task === undefined ? [] : [task.title, task.description, task.status, ...task.steps.map((step) => step.title)];
  return [
    ...part('Identity', model.identity),
    ...(model.identity.absent === undefined ? [] : part('Role', model.role)),
    ...part('Instructions', model.instructions),
    ...responsibilities,
    ...(model.memories.absent === undefined ? model.memories.items : []).flatMap((memory) =>
      closing('Memories', memory),
    ),
    ...taskRopes.flatMap((rope) => closing('Task', rope)),
  ];
}

/** Returns the position of `[at, at + length)` of a rope in its file. */
function placeAt(rope: Rope, at: number, length: number): Place | undefined {
  let passed = 0;
  for (const leaf of rope) {
    const within = at - passed;
    if (within < leaf.value.length) return leafPlace(leaf, within, length);
    passed += leaf.value.length;
  }
  return undefined;
}

function leafPlace(leaf: TextNode, within: number, length: number): Place | undefined {
  if (leaf.origin.kind !== 'file') return undefined;
  const { source, span, change } = leaf.origin;
  if (change !== undefined) return { source, span };
  return { source, span: { start: span.start + within, end: Math.min(span.start + within + length, span.end) } };
}
