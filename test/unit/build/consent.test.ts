import { describe, expect, test } from 'vitest';
import { decideConsent, isYes, situationOf } from '../../../build/setup/consent.mjs';

describe('consent', () => {
  const atTerminal = { terminal: true, ci: false, yes: false };

  test('is asked for only where someone can answer', () => {
    expect(decideConsent(atTerminal)).toBe('ask');
    expect(decideConsent({ ...atTerminal, terminal: false })).toBe('go ahead');
    expect(decideConsent({ ...atTerminal, ci: true })).toBe('go ahead');
    expect(decideConsent({ ...atTerminal, yes: true })).toBe('go ahead');
  });

  test('takes Enter for yes and everything but yes for no', () => {
    expect(['', '  ', 'y', 'Y', 'yes', ' YES '].filter((answer) => !isYes(answer))).toEqual([]);
    expect(['n', 'no', 'yep', '0', 'q'].filter(isYes)).toEqual([]);
  });

  test('reads --yes and CI', () => {
    expect(situationOf(['node', 'test.mjs', '--yes'], {})).toMatchObject({ yes: true, ci: false });
    expect(situationOf([], { CI: 'true' }).ci).toBe(true);
    expect(situationOf([], { CI: '1' }).ci).toBe(true);
    expect(situationOf([], { CI: 'false' }).ci).toBe(false);
    expect(situationOf([], { CI: '' }).ci).toBe(false);
  });
});
