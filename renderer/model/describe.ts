/** Turns document data into sentences. */
import type { Origin, Tier } from '../../shared/document/types';

export function describeOrigin(origin: Origin): string {
  switch (origin.kind) {
    case 'file': {
      const path = origin.path === undefined ? '' : ` › ${origin.path.join('.')}`;
      const change = origin.change === undefined ? '' : ` (${changes[origin.change]})`;
      return `${origin.source}${path}${change}`;
    }
    case 'setting':
      return `setting “${origin.name}”`;
    case 'builtin':
      return `built in: ${origin.name}`;
    case 'environment':
      return `from the environment: ${origin.key}`;
    case 'derived': {
      const first = origin.from.slice(0, 3);
      const more = origin.from.length > 3 ? ` and ${origin.from.length - 3} more` : '';
      return `made by ${origin.by}${first.length === 0 ? '' : ` from ${first.join(', ')}${more}`}`;
    }
    case 'learned':
      return `${origin.agent} ${origin.version ?? '(unknown version)'}, learned from session ${origin.session}`;
    case 'frame':
      return origin.layout === true ? 'framing of your layout in strata.json' : 'framing that the design adds';
  }
}

const changes = {
  escaped: 'unescaped from the file',
  interpolated: 'with values filled in',
  truncated: 'cut short',
  replaced: 'replaced',
} as const;

export const tierNames: Readonly<Record<Tier, string>> = {
  L0: 'L0, meant to change least',
  L1: 'L1, meant to change seldom',
  L2: 'L2, meant to change sometimes',
  L3: 'L3, meant to change often',
  active: 'active, meant to change with every request',
};

/** Tier letters: colour is never the only sign. */
export const tierLetters: Readonly<Record<Tier, string>> = { L0: 'L0', L1: 'L1', L2: 'L2', L3: 'L3', active: 'A' };
