import { nodeText } from '../../document/walk';
import type { AssembleInput } from '../types';
import { fileSection } from './blocks';
import { fileName, readContent, type Content } from './content';
import { estimateTokens, type CountTokens } from './count';
import { historyData, historyTokens } from './history';
import { own } from './placement';
import { itemHash } from './sha256';
import { stateText } from './state-file';
import { playTurn } from './tracker';
import { itemKey, type ActiveItem, type Move, type TrackedItem, type TrackerState, type TurnInput } from './tracker-types';

export interface PlayedTurn {
  readonly state: TrackerState;
  readonly moves: readonly Move[];
  readonly target: number;
  /** Where the state file belongs, relative to the workspace; undefined when the setting leads outside. */
  readonly path: string | undefined;
  /** The state file as it would be written; nothing is written here. */
  readonly text: string;
}

/** Plays one turn on a workspace: a request with the files selected now was sent and answered. */
export function playWorkspaceTurn(input: AssembleInput, count: CountTokens = estimateTokens): PlayedTurn {
  const content = readContent(input, count);
  const hashes = content.symbols.hashes();
  const before = content.started ? withHashes(content.state, hashes) : content.state;
  const { state, moves } = playTurn(before, turnInput(content, before, hashes, count));
  return { state, moves, target: content.target, path: content.fields.state.path, text: stateText(state) };
}

function withHashes(state: TrackerState, hashes: ReadonlyMap<string, string>): TrackerState {
  const items = Object.entries(state.items).map(([key, item]): readonly [string, TrackedItem] => [key, { ...item, hash: hashes.get(key.slice(key.indexOf(':') + 1)) ?? item.hash }]);
  return { ...state, items: Object.fromEntries(items) };
}

/**
 * The active list: selected files, their symbols, history that has not graduated; and, so that nothing new or changed goes
 * unseen, symbols in no cached tier and items whose content is not what the state saw.
 */
function turnInput(content: Content, state: TrackerState, hashes: ReadonlyMap<string, string>, count: CountTokens): TurnInput {
  const selected = new Set(content.fields.files.flatMap(({ path }) => path ?? []));
  const isNews = ({ key, hash }: ActiveItem): boolean => {
    const known = own(state.items, key);
    return known === undefined || known.tier === 'active' || known.hash !== hash;
  };
  const files = [...selected].flatMap((path): readonly ActiveItem[] => {
    const source = content.sources.get(fileName(path));
    if (source === undefined || content.unreadable.has(path)) return [];
    return [{ key: itemKey('file', path), hash: itemHash(source.text), tokens: count(nodeText(fileSection(source, path, 'active'))) }];
  });
  const symbols = [...content.symbols.blocks.keys()].map((path) => ({ path, item: { key: itemKey('symbol', path), hash: hashes.get(path) ?? '', tokens: content.symbols.tokens.get(path) ?? 0 } }));
  const history = content.history.entries.map((entry) => ({ key: itemKey('history', entry.index), hash: itemHash(historyData(entry)), tokens: historyTokens(entry, count) }));
  return {
    active: [...files, ...symbols.filter(({ path, item }) => selected.has(path) || isNews(item)).map(({ item }) => item), ...history.filter(isNews)],
    ...(content.repository === undefined ? {} : { repository: new Set([...content.repository, ...files.map(({ key }) => key.slice('file:'.length))]) }),
    history: new Set(history.map(({ key }) => key)),
    target: content.target,
  };
}
