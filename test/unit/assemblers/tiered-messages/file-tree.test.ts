import { expect, it } from 'vitest';
import { fileTree } from '../../../../shared/assemblers/tiered-messages/file-tree';

it('has one name a line, the odd ones quoted as git quotes them, sorted as they stand there', () => {
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
