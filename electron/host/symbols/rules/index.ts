import type { LanguageId } from '../languages';
import type { Rules } from '../outline';
import { bash } from './bash';
import { c } from './c';
import { csharp } from './csharp';
import { go } from './go';
import { java } from './java';
import { javascript } from './javascript';
import { php } from './php';
import { python } from './python';
import { ruby } from './ruby';
import { rust } from './rust';

export const rulesOf: Readonly<Record<LanguageId, Rules>> = {
  bash,
  c,
  cpp: c,
  csharp,
  go,
  java,
  javascript,
  php,
  python,
  ruby,
  rust,
  tsx: javascript,
  typescript: javascript,
};
