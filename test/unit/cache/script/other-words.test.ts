import { expect, it } from 'vitest';
import { withOtherWords } from '../../../../shared/cache/script/other-words';
import { builtin, environment } from '../../../../shared/document/builders';
import { nodeText } from '../../../../shared/document/walk';
import { filePart, part, system } from '../../../support/cache/documents';

it('changes what the machine says, not a word of a file or of the template that is the name of its user', () => {
  const document = system(
    filePart('rules', 'L1', 'Start at the root.'),
    part('env', 'L1', [builtin('env', 'The repository root is '), environment('cwd', '/home/root/charts')]),
  );
  const changed = withOtherWords(document, 'root', 'root-of-another-machine');
  expect(changed.messages.map(nodeText).join()).toMatch(
    /Start at the root\..*The repository root is \/home\/root-of-another-machine\/charts/s,
  );
  expect(withOtherWords(document, 'repository', 'x')).toBe(document);
});
