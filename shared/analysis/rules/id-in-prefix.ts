import { setting } from '../../document/builders';
import { part, system } from './example';
import { isWritten, leafOf, problemAt } from './places';
import type { Hit } from './texts';
import type { Rule } from './types';

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi;
const ulid = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;
/** MD5, SHA-1 and SHA-256 in hex, or a short Git hash that has both letters and digits. */
const hash =
  /(?<![-\w])(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32}|(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,12})(?![-\w])/g;
/** Part of every one of them; testing for it first is many times faster. */
const inside = /-[0-9a-f]{4}-[1-8]|[0-9a-f]{7}|[0-9A-HJKMNP-TV-Z]{26}/i;

const kinds = [
  {
    what: 'UUID',
    pattern: uuid,
    telling: /\b(?:session|request|conversation|thread|trace|run|user|account|tenant|message)\b[^\n]{0,40}$/i,
  },
  {
    what: 'ULID',
    pattern: ulid,
    telling: /\b(?:session|request|conversation|thread|trace|run|user|account|tenant|message|id)\b[^\n]{0,40}$/i,
  },
  {
    what: 'hash',
    pattern: hash,
    telling: /\b(?:session|request|trace|commit|revision|sha\d*|hash|digest|etag|checksum|build|head)\b[^\n]{0,20}$/i,
  },
] as const;

interface IdHit extends Hit {
  readonly what: string;
  /** The words before it mark it as one caller's id. By itself in a file it never changes. */
  readonly named: boolean;
}

function ids(text: string): readonly IdHit[] {
  if (!inside.test(text)) return [];
  const found = kinds.flatMap(({ what, pattern, telling }) =>
    [...text.matchAll(pattern)].map(({ index }) => ({
      offset: index,
      what,
      named: telling.test(text.slice(Math.max(0, index - 60), index)),
    })),
  );
  return found.toSorted((a, b) => a.offset - b.offset);
}

/** A request, session or user id early in the prompt gives each caller a different prefix. */
export const idInPrefix: Rule = {
  id: 'id-in-prefix',
  title: 'An identifier in the cached prefix',
  severity: 'info',
  about:
    'A UUID, ULID or hash that differs per request, session or user makes a different prefix ' +
    'each time. Put it after the cached part.',
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
          ? `A ${first.what} is in text that should stay the same`
          : `${found.length} identifiers are in text that should stay the same, the first here, a ${first.what}`,
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
