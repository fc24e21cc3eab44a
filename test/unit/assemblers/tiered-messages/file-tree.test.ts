import { expect, it } from 'vitest';
import { fileTree } from '../../../../shared/assemblers/tiered-messages/file-tree';

it('has one name per line, unusual ones quoted as git quotes them, sorted by the quoted names', () => {
  expect(
    fileTree([' a', 'a\tb', 'a\nb', 'back\\slash', 'bell\u0007\u0001\u007F', 'q"', 'Ünï 😀', "z'`"]).split('\n'),
  ).toEqual([
    ' a',
    String.raw`"a\nb"`,
    String.raw`"a\tb"`,
    String.raw`"back\\slash"`,
    String.raw`"bell\a\001\177"`,
    String.raw`"q\""`,
    "z'`",
    'Ünï 😀',
  ]);
});
