import { isAbsolute } from '../../../sources/paths';
import type { AssembleInput } from '../../types';
import { fileName, readContent, type Content } from '../input/content';
import { estimateTokens, type CountTokens } from '../count';
import { historyData, historyTokens } from '../input/history';
import { own } from './placement';
import { itemHash } from './item-hash';
import { stateText } from '../input/state-file';
import { playTurn } from './tracker';
import { itemKey, type ActiveItem, type Move, type TrackerState, type TurnInput } from './types';

export interface PlayedTurn {
  readonly state: TrackerState;
  readonly moves: readonly Move[];
  readonly target: number;
  /** Path of the state file relative to the workspace; undefined if the setting leads outside. */
  readonly path: string | undefined;
  /** The new contents of the state file. Nothing is written here. */
  readonly text: string;
}

/** Plays one turn on a workspace: a request with the currently selected files was sent and answered. */
export function playWorkspaceTurn(input: AssembleInput, count: CountTokens = estimateTokens): PlayedTurn {
  const content = readContent(input, count);
  const { state, moves } = playTurn(content.state, turnInput(content, count));
  const { path } = content.fields.state;
  return {
    state,
    moves,
    target: content.target,
    path: isAbsolute(path ?? '') ? undefined : path,
    text: stateText(state),
  };
}

/**
 * The active list: each selected file and its symbols, then history that has not graduated. All other symbols are
 * registered.
 */
function turnInput(content: Content, count: CountTokens): TurnInput {
  const { fields, sources, symbols, unreadable, repository, history, state } = content;
  const symbolItem = (path: string): ActiveItem => ({
    key: itemKey('symbol', path),
    hash: itemHash(symbols.blocks.get(path) ?? ''),
    tokens: symbols.tokens.get(path) ?? 0,
  });
  const active: ActiveItem[] = [];
  const listed = new Set<string>();
  for (const { path = '' } of fields.files) {
    const source = sources.get(fileName(path));
    if (source === undefined || unreadable.has(path) || listed.has(path)) continue;
    listed.add(path);
    active.push({ key: itemKey('file', path), hash: itemHash(source.text), tokens: count(source.text) });
    if (symbols.blocks.has(path)) active.push(symbolItem(path));
  }
  for (const entry of history.entries) {
    const key = itemKey('history', entry.index);
    if ((own(state.items, key)?.tier ?? 'active') === 'active')
      active.push({ key, hash: itemHash(historyData(entry)), tokens: historyTokens(entry, count) });
  }
  const registered = [...symbols.blocks.keys()]
    .filter((path) => !listed.has(path) && own(state.items, itemKey('symbol', path)) === undefined)
    .map(symbolItem);
  return {
    active,
    registered,
    ...(repository === undefined ? {} : { repository: new Set(repository) }),
    target: content.target,
  };
}
