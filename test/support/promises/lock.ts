/** What the documents promise about a lock. */
import { agentLock, lockTest, portable, type Promised } from './promised';

export const whatALockTells: Promised = [
  [
    'No text, no value of a setting, no name with the shape of a secret.',
    [
      ['unit/cache/lock/lock.test.ts', 'is the same file for the same prompt, holds no text, and reads back'],
      [lockTest, 'stores no setting values, and requires the same ones again'],
      [lockTest, 'are masked in locks, reports, SARIF and lines, and the lock still holds'],
    ],
  ],
  [
    'Secrets are taken out before anything is hashed: two locks that differ only in a secret that Strata recognises ' +
      'are the same but for its length.',
    [
      [portable, 'hashes no secret: another one gives the same lock'],
      [agentLock, 'a lock of an agent’s own prompt is made with the key, and holds nothing of a secret in it'],
    ],
  ],
  [
    "No hash of a line under 40 characters, and none of a section or prefix under 160, of the agent's own prompt " +
      'neither. They are checked by their size.',
    [
      [lockTest, 'stores no hash of a line that is short or holds a secret'],
      [lockTest, 'has no hash of a prefix that could be found by trying, and checks its size'],
      [agentLock, 'So the lock has only its size'],
    ],
  ],
  [
    'Hashes cannot be run backwards, and with a key nobody can make one without it, whatever text is known.',
    [
      ['unit/cache/lock/lock-hashing.test.ts', 'which nobody can run backwards from a text that is known'],
      ['unit/cache/lock/lock-hashing.test.ts', 'with a key, each hash has it inside and outside'],
    ],
  ],
  [
    'With `STRATA_LOCK_KEY` set, `lock` makes its hashes with that key, and `check` needs the same.',
    [[portable, 'takes a key, and asks for it again']],
  ],
];
