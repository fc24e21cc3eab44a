import { ropeText } from '../../sources/text/rope';
import type { CatalogPanel } from '../panels';
import { partSpecs } from './catalog/catalog';
import { setVersion, type CatalogParts } from './catalog/part-set';
import type { PartState } from './system-prompt';

/** Lists every part, included or not. Agents and reminders that are not selected say when the runtime uses them. */
export function catalogPanel(
  parts: CatalogParts,
  states: ReadonlyMap<string, PartState>,
  estimatedTokens: number,
  budget: number | undefined,
): CatalogPanel {
  return {
    version: setVersion(parts),
    estimatedTokens,
    budget: budget ?? null,
    parts: partSpecs.flatMap(({ id, kind, condition, declaredTokens }) => {
      const part = parts.get(id);
      if (part === undefined) return [];
      const state = states.get(id) ?? { included: false, why: `not part of this request; used when: ${condition}` };
      const { name, version, from, source, body } = part;
      const { included, why, node } = state;
      return [
        {
          id,
          name,
          kind,
          included,
          condition,
          why,
          declaredTokens,
          version,
          from,
          ...(source === undefined ? {} : { source }),
          ...(node === undefined ? {} : { node }),
          text: ropeText(body),
        },
      ];
    }),
  };
}
