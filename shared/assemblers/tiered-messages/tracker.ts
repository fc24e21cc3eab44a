import { cascade, demoteUnderfilled } from './tracker-cascade';
import { Board } from './tracker-board';
import { byKey, readKey, thresholds, type ActiveItem, type ItemKey, type Move, type TrackerState, type TurnInput } from './tracker-types';

export const emptyState: TrackerState = { turn: 0, items: {}, moves: [] };

/**
 * One turn: a request was sent and answered (fact sheet 001, "Per-request update"; decision 4: `n ≥ threshold`, an item counts
 * once per turn). Pure: opening and editing play no turn.
 */
export function playTurn(state: TrackerState, input: TurnInput): { readonly state: TrackerState; readonly moves: readonly Move[] } {
  const board = new Board(state.items);
  dropStale(board, input);
  for (const item of input.active) meet(board, item, input);
  dropAbsent(board, input);

  const entrants = board.keysIn('active').filter((key) => readKey(key)?.kind !== 'history' && (board.get(key)?.n ?? 0) >= (thresholds.active.promote ?? 0));
  const l3Rewritten = board.broken.has('L3') || entrants.length > 0;
  for (const key of entrants) board.move(key, 'L3', thresholds.L3.entry, 'unchanged for three turns');
  const history = graduatingHistory(board, l3Rewritten, input.target);
  const cause = l3Rewritten ? 'rides along, L3 is rewritten anyway' : `the history outgrew the target of ${input.target} tokens`;
  for (const key of history) board.move(key, 'L3', thresholds.L3.entry, cause);
  const arrivals = new Set([...entrants, ...history]);
  if (arrivals.size > 0) board.broken.add('L3');

  const received = cascade(board, arrivals, new Set(input.active.map(({ key }) => key)), input.target);
  demoteUnderfilled(board, received, input.target);
  return { state: { turn: state.turn + 1, items: board.items(), moves: board.moves }, moves: board.moves };
}

/** Phase 0: files and symbols whose path left the repository. */
function dropStale(board: Board, { repository }: TurnInput): void {
  if (repository === undefined) return;
  for (const key of board.keys()) {
    const item = readKey(key);
    if (item !== undefined && item.kind !== 'history' && !repository.has(item.name)) board.remove(key, 'left the repository');
  }
}

/** Phase 1. An item that is met unchanged counts here, in whatever tier, and is not counted again in the cascade. */
function meet(board: Board, { key, hash, tokens }: ActiveItem, { modified }: TurnInput): void {
  const known = board.get(key);
  if (known === undefined) {
    board.add(key, { tier: 'active', n: 0, hash, tokens }, 'new');
    return;
  }
  const touched = modified?.has(readKey(key)?.name ?? '') === true;
  const changed = touched || (known.hash !== '' && known.hash !== hash);
  if (changed) {
    board.move(key, 'active', 0, touched ? 'modified' : 'content changed');
    board.set(key, { tier: 'active', n: 0, hash, tokens });
  } else board.set(key, { ...known, n: known.n + 1, hash, tokens });
}

/** Phase 1, the other side: deselected files and vanished history go; symbols stay where they are. */
function dropAbsent(board: Board, { active, history }: TurnInput): void {
  const listed = new Set(active.map(({ key }) => key));
  for (const key of board.keys()) {
    const item = readKey(key);
    if (item === undefined || listed.has(key)) continue;
    if (item.kind === 'file') board.remove(key, 'deselected');
    if (item.kind === 'history' && (board.get(key)?.tier === 'active' || history?.has(key) === false)) {
      board.remove(key, 'no longer in the history');
    }
  }
}

/** Phase 2 for history: all of it when L3 is rewritten anyway, else the oldest beyond the newest `target` tokens. */
function graduatingHistory(board: Board, l3Rewritten: boolean, target: number): readonly ItemKey[] {
  if (target === 0) return [];
  const active = board.keysIn('active').filter((key) => readKey(key)?.kind === 'history').toSorted(byKey);
  if (l3Rewritten) return active;
  let kept = 0;
  let from = active.length;
  while (from > 0 && kept < target) {
    from -= 1;
    kept += board.get(active[from] ?? '')?.tokens ?? 0;
  }
  return active.slice(0, from);
}
