import { describe, expect, test } from 'vitest';
import { playWorkspaceTurn, tieredMessages, type PlayedTurn } from '../../../../shared/assemblers/tiered-messages';
import { playTurn } from '../../../../shared/assemblers/tiered-messages/tracker/tracker';
import { itemHash } from '../../../../shared/assemblers/tiered-messages/tracker/item-hash';
import type { Settings } from '../../../../shared/assemblers/types';
import type { FileSymbols } from '../../../../shared/sources/types';
import { assembleFiles } from '../../../support/assemble';
import { testFacts, workspaceOf } from '../../../support/memory';

function symbols(path: string, name = 'f'): FileSymbols {
  return {
    path,
    hash: '',
    language: 'x',
    lines: 1,
    symbols: [{ name, kind: 'function', line: 1 }],
    imports: [],
    importsLocal: [],
    references: 0,
  };
}

type Files = Readonly<Record<string, string>>;

function turn(files: Files, settings: Settings, table: readonly FileSymbols[] = [], model?: string): PlayedTurn {
  const { sources } = assembleFiles(tieredMessages, workspaceOf(files), settings, testFacts, {
    files: table,
    complete: true,
  });
  return playWorkspaceTurn({ settings, manifest: model === undefined ? {} : { model }, facts: testFacts, sources });
}

function turns(files: Files, settings: Settings, table: readonly FileSymbols[], times: number): PlayedTurn {
  const played = turn(files, settings, table);
  return times === 1 ? played : turns({ ...files, '.strata/tiers.json': played.text }, settings, table, times - 1);
}

const base: Files = { 'system.md': 'S', 'a.py': 'a()\n', 'b.py': 'b()\n' };

describe('a turn on a workspace', () => {
  test(
    'starts from the tiers of a new session; the symbols of a selected file are looked at for the ' + 'first time',
    () => {
      const { state, path, target } = turn(base, { files: ['a.py'] }, [symbols('a.py'), symbols('b.py')]);
      expect({ path, target, turn: state.turn }).toEqual({ path: '.strata/tiers.json', target: 1126, turn: 1 });
      expect(state.items['symbol:a.py']).toEqual({ tier: 'active', n: 0, hash: itemHash('\na.py:\nf f:1'), tokens: 3 });
      expect(state.items['symbol:b.py']).toEqual({ tier: 'L2', n: 9, hash: '', tokens: 3 });
      expect(state.items['file:a.py']).toEqual({ tier: 'active', n: 0, hash: itemHash('a()\n'), tokens: 1 });
    },
  );

  test('a selected file moves to L3 at the fourth turn and takes the history along', () => {
    const files = { ...base, 'history.jsonl': '{"role":"user","content":"hello there"}\n' };
    expect(turns(files, { files: ['a.py'] }, [], 3).state.items['file:a.py']).toMatchObject({ tier: 'active', n: 2 });
    const { state, moves } = turns(files, { files: ['a.py'] }, [], 4);
    expect(state.items['file:a.py']).toMatchObject({ tier: 'L3', n: 3 });
    expect(moves.map(({ key, to }) => `${key} ${to}`)).toEqual(['file:a.py L3', 'history:0 L3']);
    expect(state.items['history:0']?.tokens).toBe(6);
  });

  test('an edit sends it back, deselecting leaves it where it is', () => {
    const settled = { ...base, '.strata/tiers.json': turns(base, { files: ['a.py'] }, [], 4).text };
    expect(turn({ ...settled, 'a.py': 'changed' }, { files: ['a.py'] }).moves).toEqual([
      { key: 'file:a.py', from: 'L3', to: 'active', cause: 'content changed' },
    ]);
    expect(turn(settled, {}).moves).toEqual([]);
    expect(assembleFiles(tieredMessages, workspaceOf(settled), {}).text).toContain('# Reference Files (L3)');
  });

  test('a deleted file takes its symbols along', () => {
    const before = turn(base, {}, [symbols('a.py'), symbols('b.py')]);
    const { moves } = turn({ 'system.md': 'S', 'b.py': 'b()\n', '.strata/tiers.json': before.text }, {}, [
      symbols('b.py'),
    ]);
    expect(moves[0]).toEqual({ key: 'symbol:a.py', from: 'L2', to: 'none', cause: 'left the repository' });
  });

  test('symbols that are new become known although no file is selected, and changed ones are not looked at', () => {
    const before = turn(base, {}, [symbols('a.py')]);
    const { moves } = turn({ ...base, '.strata/tiers.json': before.text }, {}, [
      symbols('a.py', 'renamed'),
      symbols('b.py'),
    ]);
    expect(moves.map(({ key, to }) => `${key} ${to}`)).toEqual(['symbol:b.py active', 'symbol:a.py L3']);
  });

  test("the model's minimum sets the target", () => {
    expect(turn(base, {}, [], 'claude-opus-4-6').target).toBe(4505);
  });

  test('a selected file that git does not list starts again at every turn', () => {
    const { sources } = assembleFiles(tieredMessages, workspaceOf(base), { files: ['a.py'] });
    const input = {
      settings: { files: ['a.py'] },
      manifest: {},
      facts: testFacts,
      sources: { ...sources, repository: [] },
    };
    const { state } = playWorkspaceTurn(input);
    const again = playTurn(state, {
      active: [{ key: 'file:a.py', hash: itemHash('a()\n'), tokens: 1 }],
      repository: new Set(),
      target: 1126,
    });
    expect(again.state.items['file:a.py']).toMatchObject({ tier: 'active', n: 0 });
  });
});
