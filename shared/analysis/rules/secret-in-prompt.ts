import { findSecrets } from '../../sources/secrets/secrets';
import { part, system } from './example';
import { problemAt } from './places';
import { mostHits, type Hit } from './texts';
import type { Rule } from './types';

function secrets(text: string): readonly (Hit & { readonly kind: string })[] {
  return findSecrets(text)
    .slice(0, mostHits)
    .map(({ kind, start }) => ({ offset: start, kind }));
}

/** A prompt's content reaches a provider and its logs. */
export const secretInPrompt: Rule = {
  id: 'secret-in-prompt',
  title: 'A secret in the prompt',
  severity: 'warning',
  about:
    'A text that looks like a key or password would be sent to the provider. Remove it from the ' +
    'file, and change it if it was sent already.',
  check: ({ texts }) =>
    texts
      .findFirst(secrets)
      .map((found) =>
        problemAt(found, `This looks like a secret (${found.kind})`, 'Remove it from the file; copies can be masked.'),
      ),
  examples: {
    good: () =>
      system(
        part(
          'A',
          'L0',
          'Read the key from the environment variable API_KEY.\nconst password = readPassword();\napi_key: ' +
            'your-key-here',
        ),
      ),
    bad: () => system(part('A', 'L0', `Use the key ${['AKIA', 'Q3ZLTX5', 'WN2KVB7MD'].join('')} for uploads.`)),
  },
};
