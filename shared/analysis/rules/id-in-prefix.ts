import { setting } from '../../document/builders';
import { part, system } from './example';
import { isWritten, leafOf, problemAt } from './places';
import type { Hit } from './texts';
import type { Rule } from './types';

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi;
/** Part of every UUID; testing for it first is many times faster. */
const inside = /-[0-9a-f]{4}-[1-8]/i;
const telling = /\b(?:session|request|conversation|thread|trace|run|user|account|tenant|message)\b[^\n]{0,40}$/i;

/** `named`: the words before it mark it as one caller's id. A UUID in a file by itself never changes. */
function ids(text: string): readonly (Hit & { readonly named: boolean })[] {
  if (!inside.test(text)) return [];
  return [...text.matchAll(uuid)].map(({ index }) => ({
    offset: index,
    named: telling.test(text.slice(Math.max(0, index - 60), index)),
  }));
}

/** A request, session or user id early in the prompt gives each caller a different prefix. */
export const idInPrefix: Rule = {
  id: 'id-in-prefix',
  title: 'An identifier stands in the cached prefix',
  severity: 'info',
  about:
    'A UUID that differs per request, session or user makes a different prefix each time. Put it ' +
    'behind the cached part.',
  check({ texts }) {
    const found = texts.find(ids).filter((each) => {
      const leaf = leafOf(each);
      if (leaf === undefined || leaf.tier === 'active' || !isWritten(each) || texts.isCode(each)) return false;
      return each.named || leaf.origin.kind === 'environment' || leaf.origin.kind === 'setting';
    });
    const [first] = found;
    if (first === undefined) return [];
    return [
      problemAt(
        first,
        found.length === 1
          ? 'A UUID stands in text that should stay the same'
          : `${found.length} UUIDs stand in text that should stay the same, the first here`,
      ),
    ];
  },
  examples: {
    good: () =>
      system(
        part('Identity', 'L0', 'You are Ada. The sensor is 3f2b8c1e-9a4d-4e6f-8b1a-2c3d4e5f6a7b.'),
        part('Request', 'active', 'Request 3f2b8c1e-9a4d-4e6f-8b1a-2c3d4e5f6a7b'),
      ),
    bad: () =>
      system(
        part('Identity', 'L0', [setting('identity', 'You are Ada in session 3f2b8c1e-9a4d-4e6f-8b1a-2c3d4e5f6a7b.')]),
      ),
  },
};
