import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import {
  enterGlob,
  isDynamicGlob,
  isWholeMatch,
  parseGlob,
  startGlob,
} from '../../../../../electron/host/read/glob/glob-pattern';

function matches(pattern: string, path: string, effort = { left: 10_000_000 }): boolean {
  const glob = parseGlob(pattern);
  if (!glob.ok) throw new Error(glob.problem);
  const end = path.split('/').reduce((state, name) => enterGlob(glob.ways, state, name, effort), startGlob(glob.ways));
  return isWholeMatch(glob.ways, end);
}

describe('globs', () => {
  it.each([
    ['agents/*/AGENT.md', 'agents/a/AGENT.md', true],
    ['agents/*/AGENT.md', 'agents/a/b/AGENT.md', false],
    ['**/*.md', 'a.md', true],
    ['**/*.md', 'a/b/.c/d.md', true],
    ['a/**', 'a/b/c', true],
    ['a/**/b', 'a/b', true],
    ['*', '.hidden', true],
    ['?[a-c][!x].{md,txt}', 'zby.txt', true],
    ['?[a-c][!x].{md,txt}', 'zbx.txt', false],
    ['{a/b,c}/*.md', 'a/b/x.md', true],
    ['{a/b,c}/*.md', 'c/x.md', true],
    ['@(a|b*).md', 'bcd.md', true],
    ['+(ab).md', 'ababab.md', true],
    ['!(a*).md', 'b.md', true],
    ['!(a*).md', 'ab.md', false],
    [String.raw`\*.md`, '*.md', true],
    [String.raw`\*.md`, 'a.md', false],
    ['[', '[', true],
    ['{a}', '{a}', true],
    ['🦜?', '🦜🦜', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it('agrees with picomatch on stars, classes and alternatives', () => {
    const piece = fc.constantFrom('a', 'b', '*', '?', '[ab]', '[^a]', '{a,b}', 'ab', '*b');
    const step = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    const pattern = fc
      .array(fc.oneof({ weight: 4, arbitrary: step }, fc.constant('**')), { minLength: 1, maxLength: 3 })
      .map((steps) => steps.join('/'));
    const path = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
      .map((names) => names.join('/'));
    fc.assert(
      fc.property(pattern, path, (given, name) => {
        // In picomatch a final `**` also matches the folder itself, which is not a file.
        fc.pre(!given.endsWith('/**') && !/\*\*\/?[^/]|[^/]\*\*/.test(given.replaceAll('**/', '')));
        return matches(given, name) === picomatch(given, { dot: true })(name);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '*a'.repeat(100),
    '+(+(+(a|aa)|a)|aa)'.repeat(20),
    '!(!(*a)*a)'.repeat(50),
    '?(a)'.repeat(300),
    '{a,aa}'.repeat(400),
  ])('answers or gives up in time: %#', (pattern) => {
    expect(matches(`${pattern}b`, 'a'.repeat(250))).toBe(false);
  });

  it('refuses excessively large patterns', () => {
    expect(parseGlob('a'.repeat(5000))).toEqual({ ok: false, problem: 'the pattern has more than 4096 characters' });
    expect(parseGlob('{a/b,c}'.repeat(30))).toEqual({
      ok: false,
      problem: 'the pattern has more than 200 alternatives',
    });
  });

  it.each([
    ['a.md', false],
    [String.raw`a\*.md`, false],
    ['a*.md', true],
    ['[ab]', true],
    ['[', false],
    ['{a,b}', true],
    ['{a}', false],
    ['@(a)', true],
  ])('knows that %s is dynamic: %s', (pattern, expected) => {
    expect(isDynamicGlob(pattern)).toBe(expected);
  });
});
