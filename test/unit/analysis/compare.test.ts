import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDocuments, firstDifference } from '../../../shared/analysis/compare';
import { taggedSections } from '../../../shared/assemblers/tagged-sections';
import { assembleWorkspace } from '../../support/assemble';

const agent = (identity: string) => JSON.stringify({ name: 'S', trust: 'sandbox', identity, instructions: 'Be brief.' });
const build = (identity: string, settings = {}) => assembleWorkspace(taggedSections, { 'agents/s/agent.json': agent(identity) }, settings).document;

describe('firstDifference', () => {
  it('equals a plain loop', () => {
    const plain = (a: string, b: string) => {
      let at = 0;
      while (at < Math.min(a.length, b.length) && a[at] === b[at]) at += 1;
      return at;
    };
    const text = fc.string({ maxLength: 9000, size: 'max' });
    fc.assert(fc.property(text, text, fc.nat(9000), (a, b, cut) => {
      expect(firstDifference(a, a.slice(0, cut) + b)).toBe(plain(a, a.slice(0, cut) + b));
    }));
  });
});

describe('compareDocuments', () => {
  it('names the changed section, and the first differing character with its place in the file', () => {
    const { changes, first } = compareDocuments(build('You are Ada.'), build('You are Bob.'));
    expect(changes.filter(({ kind }) => kind !== 'same').map(({ id, kind }) => [id, kind])).toEqual([['system/Identity', 'changed']]);
    expect(first).toMatchObject({ node: 'system/Identity', offset: '<Identity>\nYou are '.length, bytes: '<Identity>\nYou are '.length });
    expect(agent('You are Bob.').slice(first?.sourceOffset, (first?.sourceOffset ?? 0) + 3)).toBe('Bob');
  });

  it('says added and removed when a condition turns', () => {
    const [off, on] = [build('I'), build('I', { background: true })];
    expect(compareDocuments(off, on).changes.find(({ id }) => id === 'system/Background')?.kind).toBe('added');
    expect(compareDocuments(on, off).changes.find(({ id }) => id === 'system/Background')?.kind).toBe('removed');
  });

  it('finds nothing between equal builds', () => {
    const { changes, first } = compareDocuments(build('I'), build('I'));
    expect(first).toBeUndefined();
    expect(changes.every(({ kind }) => kind === 'same')).toBe(true);
  });
});
