import { findSecrets } from '../../sources/secrets/secrets';
import { part, system } from './example';
import { problemAt, scanner } from './scan';
import type { Rule } from './types';

const secrets = scanner((text) => findSecrets(text).map(({ kind, start }) => ({ offset: start, kind })));

/** What is in a prompt goes to a provider and into its logs. */
export const secretInPrompt: Rule = {
  id: 'secret-in-prompt',
  title: 'A secret stands in the prompt',
  severity: 'warning',
  about:
    'A text that looks like a key or password would be sent to the provider. Take it out of the ' +
    'file, and change it if it was sent already.',
  check: (context) =>
    secrets(context).map((found) =>
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
