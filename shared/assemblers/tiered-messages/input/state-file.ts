import { parsedJson } from '../../../basics/json-value';
import { memoByIdentity } from '../../../basics/memo';
import { z } from 'zod';
import { tiers, type SourceId, type Span } from '../../../document/types';
import { configChild, configValue, type ConfigEntry, type ConfigNode } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import { parseJson } from '../../../sources/config/json';
import type { SourceFile } from '../../../sources/types';
import { readKey, type Move, type TrackedItem, type TrackerState } from '../tracker/types';

/** Version of the `.strata/tiers.json` format. A plain object of items is read too. */
const stateVersion = 1;

const itemSchema = z.object({
  tier: z.enum(tiers),
  n: z.number().int().min(0),
  hash: z.string(),
  tokens: z.number().min(0),
});
const place = z.enum([...tiers, 'none']);
const moveSchema = z.object({ key: z.string(), from: place, to: place, cause: z.string() });

export const stateSchema = z.object({
  version: z.literal(stateVersion),
  turn: z.number().int().min(0),
  items: z.record(z.string(), itemSchema),
  moves: z.array(moveSchema),
});

export interface ReadState {
  /** Undefined if there is no usable state; the session then starts anew. */
  readonly state: TrackerState | undefined;
  /** Returns the position of an item in the file. */
  readonly placeOf: (key: string) => Span | undefined;
  readonly findings: readonly Finding[];
}

const none = { state: undefined, placeOf: () => undefined };
const nothing: ReadState = { ...none, findings: [] };

export function readState(source: SourceFile | undefined): ReadState {
  return source === undefined ? nothing : readFile(source);
}

const readFile = memoByIdentity((source: SourceFile): ReadState => readSound(source) ?? readWithPlaces(source, none));

/** Fast path for valid files. Positions are expensive for many items, so they are computed only on demand. */
function readSound({ text }: SourceFile): ReadState | undefined {
  const checked = stateSchema.safeParse(parsedJson(text));
  if (!checked.success || !Object.keys(checked.data.items).every(isKey)) return undefined;
  const { turn, items, moves } = checked.data;
  const placeOf = (key: string): Span | undefined => {
    const quoted = JSON.stringify(key);
    const start = text.indexOf(quoted);
    return start === -1 ? undefined : { start, end: start + quoted.length };
  };
  return { state: { turn, items, moves }, placeOf, findings: [] };
}

/** Slow path: reports each error at its position and uses the rest. */
function readWithPlaces(source: SourceFile, none: Omit<ReadState, 'findings'>): ReadState {
  const { root, findings } = parseJson(source, 'tier-state-syntax');
  if (findings.length > 0 || root === undefined) return { ...none, findings };
  if (root.kind !== 'object')
    return { ...none, findings: [wrong(source.id, root.span, 'The tier state should be an object')] };
  const version = configChild(root, 'version');
  if (version !== undefined && configValue(version) !== stateVersion) {
    const message =
      `The tier state has version ${JSON.stringify(configValue(version))}, this is for version ` +
      `${stateVersion}; a new session is started`;
    return {
      ...none,
      findings: [
        finding(
          'warning',
          'tier-state-version',
          message,
          { source: source.id, span: version.span },
          { note: 'Play a turn and write the state to replace it.' },
        ),
      ],
    };
  }
  const items = configChild(root, 'items');
  const entries =
    items?.kind === 'object'
      ? items.entries
      : items !== undefined
        ? []
        : root.entries.filter(({ key }) => !['version', 'turn', 'moves', '$schema'].includes(key));
  const read = readItems(source.id, entries);
  const turn = z
    .number()
    .int()
    .min(0)
    .safeParse(valueAt(root, 'turn') ?? 0);
  const moves = z.array(moveSchema).safeParse(valueAt(root, 'moves') ?? []);
  const unread = [
    ...(items === undefined || items.kind === 'object'
      ? []
      : [passedOver(source.id, items, 'items', 'an object of items')]),
    ...(turn.success ? [] : [passedOver(source.id, configChild(root, 'turn'), 'turn', 'a whole number of at least 0')]),
    ...(moves.success
      ? []
      : [passedOver(source.id, configChild(root, 'moves'), 'moves', 'a list of {key, from, to, cause}')]),
  ];
  return {
    state: {
      turn: turn.success ? turn.data : 0,
      items: Object.fromEntries(read.items),
      moves: moves.success ? moves.data : [],
    },
    placeOf: (key) => entries.findLast((entry) => entry.key === key)?.keySpan,
    findings: [...unread, ...read.findings],
  };
}

function passedOver(source: SourceId, node: ConfigNode | undefined, key: string, expected: string): Finding {
  return wrong(source, node?.span ?? { start: 0, end: 0 }, `${key} should be ${expected} and is ignored`);
}

function isKey(key: string): boolean {
  const name = readKey(key);
  return name !== undefined && name.name !== '' && (name.kind !== 'history' || /^(?:0|[1-9]\d{0,8})$/.test(name.name));
}

function valueAt(root: ConfigNode, key: string): unknown {
  const node = configChild(root, key);
  return node === undefined ? undefined : configValue(node);
}

function readItems(
  source: SourceId,
  entries: readonly ConfigEntry[],
): { readonly items: ReadonlyMap<string, TrackedItem>; readonly findings: readonly Finding[] } {
  const items = new Map<string, TrackedItem>();
  const findings: Finding[] = [];
  for (const { key, keySpan, value } of entries) {
    if (!isKey(key)) {
      findings.push(wrong(source, keySpan, `"${key}" is not an item: file:{path}, symbol:{path} or history:{index}`));
      continue;
    }
    const checked = itemSchema.safeParse(configValue(value));
    if (checked.success) items.set(key, checked.data);
    else {
      const [issue] = checked.error.issues;
      const problem =
        issue === undefined ? ' is not valid' : `: ${[...issue.path.map(String), issue.message].join(' ')}`;
      findings.push(wrong(source, value.span, `${key}${problem}; the item is ignored`));
    }
  }
  return { items, findings };
}

function wrong(source: SourceId, span: Span, message: string): Finding {
  return finding('warning', 'tier-state', message, { source, span });
}

/** One item per line, so that a diff between turns is readable. */
export function stateText(state: TrackerState): string {
  const block = (open: string, lines: readonly string[], close: string): string =>
    lines.length === 0 ? `${open}${close}` : `${open}\n    ${lines.join(',\n    ')}\n  ${close}`;
  const items = Object.entries(state.items).map(
    ([key, { tier, n, hash, tokens }]) => `${JSON.stringify(key)}: ${JSON.stringify({ tier, n, hash, tokens })}`,
  );
  const moves = state.moves.map(({ key, from, to, cause }: Move) => JSON.stringify({ key, from, to, cause }));
  return (
    `{\n  "version": ${stateVersion},\n  "turn": ${state.turn},\n  "items": ` +
    `${block('{', items, '}')},\n  "moves": ${block('[', moves, ']')}\n}\n`
  );
}
