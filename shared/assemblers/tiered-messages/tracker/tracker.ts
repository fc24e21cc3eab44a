import { cascade, demoteUnderfilled } from './cascade';
import { Board } from './board';
import {
  byText,
  readKey,
  thresholds,
  type ActiveItem,
  type ItemKey,
  type Move,
  type TrackerState,
  type TurnInput,
} from './types';
import { grouped } from '../../../basics/grouped';

export const emptyState: TrackerState = { turn: 0, items: {}, moves: [] };

/** Plays one turn: a request was sent and answered. Pure. Opening or editing a file is not a turn. */
export function playTurn(
  state: TrackerState,
  input: TurnInput,
): { readonly state: TrackerState; readonly moves: readonly Move[] } {
  const board = new Board(state.items);
  for (const { key, hash, tokens } of input.registered ?? [])
    if (board.get(key) === undefined) board.add(key, { tier: 'active', n: 0, hash, tokens }, 'new');
  dropStale(board, input);
  for (const item of input.active) track(board, item, input);
  const listed = new Set(input.active.map(({ key }) => key));

  const entering = [...listed].filter((key) => isOldEnough(board, key));
  for (const key of entering) enter(board, key, 'unchanged for three turns');
  const isRewritten = board.broken.has('L3');
  const history = graduatingHistory(board, listed, input.target);
  for (const key of history)
    enter(
      board,
      key,
      isRewritten
        ? 'enters too, because L3 is rewritten anyway'
        : `the history outgrew the target of ${grouped(input.target)} tokens`,
    );

  cascade(board, new Set([...entering, ...history]), input.target);
  demoteUnderfilled(board, input.target);
  return { state: { turn: state.turn + 1, items: board.items(), moves: board.moves }, moves: board.moves };
}

/** Drops files and symbols whose path is no longer in the repository. */
function dropStale(board: Board, { repository }: TurnInput): void {
  if (repository === undefined) return;
  for (const key of board.keys()) {
    const item = readKey(key);
    if (item !== undefined && item.kind !== 'history' && !repository.has(item.name))
      board.remove(key, 'left the repository');
  }
}

/**
 * Increments n of an unchanged item in any tier; the cascade may increment it again. A changed item goes back to
 * active, and so does one that was placed in a cached tier without a hash.
 */
function track(board: Board, { key, hash, tokens }: ActiveItem, { modified }: TurnInput): void {
  const item = board.get(key);
  if (item === undefined) {
    board.add(key, { tier: 'active', n: 0, hash, tokens }, 'new');
    return;
  }
  const isModified = readKey(key)?.kind !== 'history' && modified?.has(readKey(key)?.name ?? '') === true;
  const isChanged = item.hash !== '' && item.hash !== hash;
  const isUnseen = item.hash === '' && item.tier !== 'active';
  if (isModified || isChanged || isUnseen) {
    board.break(item.tier);
    board.move(key, 'active', 0, isModified ? 'modified' : isChanged ? 'content changed' : 'seen for the first time');
    board.set(key, { tier: 'active', n: 0, hash, tokens });
  } else board.set(key, { ...item, n: item.n + 1, hash, tokens });
}

function isOldEnough(board: Board, key: ItemKey): boolean {
  const item = board.get(key);
  return (
    item?.tier === 'active' && readKey(key)?.kind !== 'history' && item.n >= (thresholds.active.promote ?? Infinity)
  );
}

function enter(board: Board, key: ItemKey, cause: string): void {
  board.move(key, 'L3', thresholds.L3.entry, cause);
  board.break('L3');
}

/**
 * Returns all of the active history if L3 is rewritten anyway. Otherwise takes history that is no longer in the active
 * list, first by key, while at least `target` tokens of it remain.
 */
function graduatingHistory(board: Board, listed: ReadonlySet<ItemKey>, target: number): readonly ItemKey[] {
  if (target <= 0) return [];
  const active = board
    .keysIn('active')
    .filter((key) => readKey(key)?.kind === 'history')
    .toSorted(byText);
  if (board.broken.has('L3')) return active;
  const tokensOf = (key: ItemKey): number => board.get(key)?.tokens ?? 0;
  const eligible = active.filter((key) => !listed.has(key));
  let left = 0;
  for (const key of eligible) left += tokensOf(key);
  if (left <= target) return [];
  const graduating: ItemKey[] = [];
  for (const key of eligible) {
    if (left - tokensOf(key) < target) break;
    graduating.push(key);
    left -= tokensOf(key);
  }
  return graduating;
}
