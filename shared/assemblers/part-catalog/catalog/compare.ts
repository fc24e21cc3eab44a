import type { PartSet } from './part-set';

interface PartChange {
  readonly id: string;
  readonly name: string;
  /** Tokens after minus tokens before. */
  readonly tokens: number;
}

interface ChangedPart extends PartChange {
  readonly before: { readonly version: string; readonly text: string };
  readonly after: { readonly version: string; readonly text: string };
}

export interface PartSetComparison {
  readonly from: string;
  readonly to: string;
  readonly added: readonly PartChange[];
  readonly removed: readonly PartChange[];
  readonly changed: readonly ChangedPart[];
  readonly unchanged: number;
  readonly tokens: number;
}

/** Compares two part sets by id. A new version number with the same text is not a change. */
export function comparePartSets(a: PartSet, b: PartSet, count: (text: string) => number): PartSetComparison {
  const before = new Map(a.parts.map((part) => [part.id, part]));
  const after = new Map(b.parts.map((part) => [part.id, part]));
  const added: PartChange[] = [];
  const changed: ChangedPart[] = [];
  for (const part of after.values()) {
    const old = before.get(part.id);
    if (old === undefined) added.push({ id: part.id, name: part.name, tokens: count(part.text) });
    else if (old.text !== part.text) {
      changed.push({
        id: part.id,
        name: part.name,
        tokens: count(part.text) - count(old.text),
        before: { version: old.version, text: old.text },
        after: { version: part.version, text: part.text },
      });
    }
  }
  const removed = [...before.values()].flatMap(({ id, name, text }) =>
    after.has(id) ? [] : [{ id, name, tokens: -count(text) }],
  );
  const tokens = [...added, ...removed, ...changed].reduce((sum, part) => sum + part.tokens, 0);
  return {
    from: a.version,
    to: b.version,
    added,
    removed,
    changed,
    unchanged: after.size - added.length - changed.length,
    tokens,
  };
}
