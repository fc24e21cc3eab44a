import { tokensInSentence } from '../count/show-count';
import { tiers, type NodeId, type PromptDocument, type Tier } from '../../document/types';
import { part, system } from './example';
import type { Rule } from './types';

const named = 3;

/**
 * A cached prefix ends at the first changed byte: stable text after frequently changing text is written again with
 * every change.
 */
export const volatileBeforeStable: Rule = {
  id: 'volatile-before-stable',
  title: 'Frequently changing text before stable text',
  severity: 'info',
  about:
    'A section that changes often comes before one that rarely does, so the stable one is not read ' +
    'from the cache. Move the section that changes often after it.',
  check({ document, analysis }) {
    const units = unitsOf(document);
    const tokens = units.map(({ id }) => analysis.tokens[id]?.tokens ?? 0);
    const behind = tiers.map((): Behind => ({ tokens: 0, last: '', at: -1 }));
    const found: { readonly unit: Unit; readonly tokens: number; readonly last: string }[] = [];
    for (let index = units.length - 1; index >= 0; index -= 1) {
      const unit = units[index];
      if (unit === undefined) continue;
      const pace = tiers.indexOf(unit.tier);
      const { sum, last } = slowerThan(behind, pace);
      if (sum > 0) found.push({ unit, tokens: sum, last });
      const own = behind[pace];
      if (own !== undefined) {
        own.tokens += tokens[index] ?? 0;
        if (own.at === -1) Object.assign(own, { last: unit.name, at: index });
      }
    }
    found.reverse();
    const [worst] = found.toSorted((a, b) => b.tokens - a.tokens);
    if (worst === undefined) return [];
    const others = found.filter((each) => each !== worst).map(({ unit }) => `${unit.name} (${unit.tier})`);
    const more = others.length > named ? ` and ${others.length - named} more` : '';
    const also = others.length === 0 ? '' : `; so do ${others.slice(0, named).join(', ')}${more}`;
    return [
      {
        node: worst.unit.id,
        message:
          `${worst.unit.name} (${worst.unit.tier}) comes before ` +
          `${tokensInSentence(worst.tokens, analysis.method)} tokens that change less often${also}`,
        note: `Move ${worst.unit.name} after ${worst.last}.`,
      },
    ];
  },
  examples: {
    good: () =>
      system(
        part('Identity', 'L0', 'You are Ada.'),
        part('Tools', 'L1', 'Use grep.'),
        part('Task', 'active', 'Fix it.'),
      ),
    bad: () => system(part('Task', 'active', 'Fix it.'), part('Identity', 'L0', 'You are Ada.')),
  },
};

/** For one rate of change: the tokens of all later units, and the name and place of the last. */
interface Behind {
  tokens: number;
  last: string;
  at: number;
}

function slowerThan(behind: readonly Behind[], pace: number): { readonly sum: number; readonly last: string } {
  const slower = behind.slice(0, pace);
  const [furthest] = slower.toSorted((a, b) => b.at - a.at);
  return { sum: slower.reduce((sum, { tokens }) => sum + tokens, 0), last: furthest?.last ?? '' };
}

interface Unit {
  readonly id: NodeId;
  readonly name: string;
  readonly tier: Tier;
}

function unitsOf({ messages }: PromptDocument): readonly Unit[] {
  return messages.flatMap((message): readonly Unit[] => {
    const sections = message.children.flatMap((child) =>
      child.type === 'section' ? [{ id: child.id, name: child.name, tier: child.tier }] : [],
    );
    return sections.length > 0 ? sections : [{ id: message.id, name: message.id, tier: message.tier }];
  });
}
