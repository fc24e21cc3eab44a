import { nodeId, omitted } from '../../document/builders';
import type { Omission, OmittedNode } from '../../document/types';
import { fileRope, trimRope, type Rope } from '../../sources/text/rope';
import { otherName, type Content } from './input/content';

/** tiered-messages, rule 7: the purpose of each prompt, by its name in `otherPrompts`. */
const seedPrompts: Readonly<Record<string, { readonly label: string; readonly purpose: string }>> = {
  commit: { label: 'Commit message prompt', purpose: 'generating git commit messages' },
  compaction: { label: 'Compaction prompt', purpose: 'history compaction calls, loaded by the topic detector' },
  reminder: { label: 'System reminder', purpose: 'compact edit format reference, exists as infrastructure' },
};

/** tiered-messages, rule 7: lists the design's other prompts with their token counts. */
export function otherPrompts(content: Content): readonly OmittedNode[] {
  const { fields, sources } = content;
  const unnamed = Object.keys(seedPrompts).filter((name) => !fields.otherPrompts.some((each) => each.name === name));
  const named = fields.otherPrompts.map(({ name, path, written }) => {
    const source = sources.get(otherName(name));
    const rope: Rope = source === undefined ? [] : trimRope(fileRope(source));
    const seed = Object.hasOwn(seedPrompts, name) ? seedPrompts[name] : undefined;
    const lost = content.missing.get(otherName(name));
    const omission: Omission =
      lost?.why === 'untrusted'
        ? { reason: 'untrusted', paths: [lost.path] }
        : source === undefined
          ? { reason: 'source-missing', looked: [path ?? (written === '' ? `otherPrompts.${name}` : written)] }
          : rope.length === 0
            ? { reason: 'source-empty', source: source.id }
            : { reason: 'not-injected', purpose: seed?.purpose ?? name };
    return omitted(nodeId('other', name), seed?.label ?? name, 'active', omission, rope);
  });
  return [
    ...named,
    ...unnamed.map((name) =>
      omitted(nodeId('other', name), seedPrompts[name]?.label ?? name, 'active', {
        reason: 'source-missing',
        looked: [`otherPrompts.${name}`],
      }),
    ),
  ];
}
