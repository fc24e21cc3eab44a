import { byCodePoint } from '../../../basics/code-point-order';
import { samePath } from './inserts';
import type { Volatile } from './types';
import { changedAt, isList, isObject, parseObject, requestTexts, type Json, type RequestText } from './json';

export interface StableBody {
  /** With sorted keys and without what varies by run, so that equal requests have equal texts. */
  readonly body: string;
  /** The names of the fields that were left out because they vary. */
  readonly left: readonly string[];
}

/** Leaves out what differs between two runs on the same files. */
export function stableBody(body: Json, fields: readonly Volatile[]): StableBody {
  const left: string[] = [];
  const stable = fields.reduce((at, field) => {
    const next =
      field.between === undefined ? without(at, field.path ?? []) : withoutBetween(at, field.name, field.between);
    if (next !== at) left.push(field.name);
    return next;
  }, body);
  return { body: JSON.stringify(sorted(stable)), left };
}

type Steps = NonNullable<Volatile['path']>;

/** Leaves keys out rather than masking them: some runs do not send them at all. */
function without(value: Json, [key, ...rest]: Steps): Json {
  if (key === undefined) return value;
  if (key === '()') {
    const inner = typeof value === 'string' ? parseObject(value) : undefined;
    if (inner === undefined) return value;
    const next = without(inner, rest);
    return next === inner ? value : JSON.stringify(sorted(next));
  }
  if (isList(value)) {
    const next = value.map((item, index) => (key === '*' || key === index ? without(item, rest) : item));
    return next.every((item, index) => item === value[index]) ? value : next;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([each, item]): readonly (readonly [string, Json])[] => {
    if (key !== '*' && key !== each) return [[each, item]];
    return rest.length === 0 ? [] : [[each, without(item, rest)]];
  });
  const isSame = entries.length === Object.keys(value).length && entries.every(([each, item]) => item === value[each]);
  return isSame ? value : Object.fromEntries(entries);
}

function withoutBetween(body: Json, name: string, between: NonNullable<Volatile['between']>): Json {
  const found = placeBetween(body, between);
  if (found === undefined) return body;
  const { text, path, from, to } = found;
  return changedAt(body, path, () => `${text.slice(0, from)}‹${name}›${text.slice(to)}`);
}

interface Between extends RequestText {
  readonly from: number;
  readonly to: number;
}

function placeBetween(
  body: Json,
  { role, starts = '', marks: [start, end], first }: NonNullable<Volatile['between']>,
): Between | undefined {
  const found = requestTexts(body).find(
    (each) => each.role === role && each.text.startsWith(starts) && each.text.includes(start),
  );
  if (found === undefined) return undefined;
  const from = (first === true ? found.text.indexOf(start) : found.text.lastIndexOf(start)) + start.length;
  const to = found.text.indexOf(end, from);
  return to === -1 ? undefined : { ...found, from, to };
}

/** The texts of a request that vary by run. */
export function varyingTexts(body: Json, fields: readonly Volatile[]): readonly string[] {
  return fields.flatMap(({ between, path = [] }) => {
    if (between === undefined)
      return requestTexts(body).flatMap((each) => (each.text !== '' && samePath(each.path, path) ? [each.text] : []));
    const found = placeBetween(body, between);
    return found === undefined ? [] : [found.text.slice(found.from, found.to)];
  });
}

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => byCodePoint(a, b))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
