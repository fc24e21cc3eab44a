import { findSecrets } from '../../sources/secrets';
import { part, system } from './example';
import type { Rule } from './types';

/** What is in a prompt goes to a provider and into its logs. */
export const secretInPrompt: Rule = {
  id: 'secret-in-prompt',
  title: 'A secret stands in the prompt',
  severity: 'warning',
  about: 'A text that looks like a key or password would be sent to the provider. Take it out of the file, and change it if it was sent already.',
  check({ layouts }) {
    return layouts.flatMap((layout) =>
      findSecrets(layout.text).map((secret) => {
        const leaf = layout.leaves.find(({ start, end }) => secret.start >= start && secret.start < end);
        return { node: leaf?.owner ?? layout.message, at: { message: layout.message, offset: secret.start }, message: `This looks like a secret (${secret.kind})`, note: 'Remove it from the file; copies can be masked.' };
      }),
    );
  },
  examples: {
    good: () => system(part('A', 'L0', 'Read the key from the environment variable API_KEY.')),
    bad: () => system(part('A', 'L0', `Use the key ${['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('')} for uploads.`)),
  },
};
