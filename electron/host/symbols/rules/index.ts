import type { LanguageId } from '../read/languages';
import type { Rules } from '../read/outline';
import type { WalkRules } from '../walk';
import { bash } from './bash';
import { c } from './c';
import { csharp } from './csharp';
import { go } from './go';
import { java } from './java';
import { javascript, typescript } from './javascript';
import { php } from './php';
import { python } from './python';
import { ruby } from './ruby';
import { rust } from './rust';

/** The design parses TSX but finds no symbols in it: such a file has only a header. */
export type ReadingMethod =
  | { readonly by: 'walk'; readonly rules: WalkRules }
  | { readonly by: 'outline'; readonly rules: Rules }
  | { readonly by: 'name' };

const walk = (rules: WalkRules): ReadingMethod => ({ by: 'walk', rules });
const outline = (rules: Rules): ReadingMethod => ({ by: 'outline', rules });

export const readingMethodOf: Readonly<Record<LanguageId, ReadingMethod>> = {
  bash: outline(bash),
  c: walk(c),
  cpp: walk(c),
  csharp: outline(csharp),
  go: outline(go),
  java: outline(java),
  javascript: walk(javascript),
  php: outline(php),
  python: walk(python),
  ruby: outline(ruby),
  rust: outline(rust),
  tsx: { by: 'name' },
  typescript: walk(typescript),
};
