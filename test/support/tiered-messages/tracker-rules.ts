/**
 * The tracker's rules restated as plainly as possible, without sharing code with the tracker. Tiers are numbers here: 0
 * for L0 up to 4 for active.
 */
export interface Thing {
  readonly key: string;
  tier: number;
  n: number;
  hash: string;
  tokens: number;
}

export interface Round {
  readonly active: readonly { readonly key: string; readonly hash: string; readonly tokens: number }[];
  readonly registered: readonly { readonly key: string; readonly hash: string; readonly tokens: number }[];
  readonly modified: readonly string[];
  readonly repository: readonly string[];
}

const entry = [12, 9, 6, 3, 0];
const leave = [Infinity, 12, 9, 6, 3];
const activeTier = 4;

/** @param things in the order in which they became known; changed in place */
export function playRound(things: Thing[], round: Round, target: number): void {
  const broken = [false, false, false, false, false];
  const tokensIn = (tier: number): number =>
    things.reduce((sum, thing) => (thing.tier === tier ? sum + thing.tokens : sum), 0);
  const isHistory = (key: string): boolean => key.startsWith('history:');
  const pathOf = (key: string): string => key.slice(key.indexOf(':') + 1);
  const find = (key: string): Thing | undefined => things.find((thing) => thing.key === key);

  // Symbols that nobody selected are registered, and nothing else happens to them.
  for (const each of round.registered)
    if (find(each.key) === undefined) things.push({ ...each, tier: activeTier, n: 0 });

  // Items that left the repository are dropped.
  for (const thing of things.slice()) {
    if (isHistory(thing.key) || round.repository.includes(pathOf(thing.key))) continue;
    things.splice(things.indexOf(thing), 1);
    broken[thing.tier] = true;
  }

  // Listed items count up, or start again if they changed, were modified, or were cached before their first look.
  for (const each of round.active) {
    const thing = find(each.key);
    if (thing === undefined) {
      things.push({ ...each, tier: activeTier, n: 0 });
      continue;
    }
    const isNew = thing.hash === '' ? thing.tier !== activeTier : thing.hash !== each.hash;
    if (isNew || (!isHistory(each.key) && round.modified.includes(pathOf(each.key)))) {
      broken[thing.tier] = true;
      thing.tier = activeTier;
      thing.n = 0;
    } else thing.n += 1;
    thing.hash = each.hash;
    thing.tokens = each.tokens;
  }

  // Listed files and symbols that were stable for three turns enter L3.
  const listed = round.active.map(({ key }) => key);
  const entering = things.filter(
    (thing) => listed.includes(thing.key) && thing.tier === activeTier && !isHistory(thing.key) && thing.n >= 3,
  );
  if (entering.length > 0) broken[3] = true;

  // If L3 is rewritten, all history follows. Otherwise history that is no longer listed follows, in key order as text,
  // while what is left stays at or above the target.
  if (target > 0) {
    const history = things
      .filter((thing) => isHistory(thing.key) && thing.tier === activeTier)
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    if (broken[3]) entering.push(...history);
    else {
      const orphans = history.filter(({ key }) => !listed.includes(key));
      let left = orphans.reduce((sum, { tokens }) => sum + tokens, 0);
      if (left > target) {
        for (const orphan of orphans) {
          if (left - orphan.tokens < target) break;
          entering.push(orphan);
          left -= orphan.tokens;
        }
      }
    }
  }
  for (const thing of entering) {
    thing.tier = 3;
    thing.n = 3;
    broken[3] = true;
  }

  // Everything cached ages, from the bottom, up to ten times: there is another pass while something rises.
  for (let time = 0; time < 10; time += 1) {
    const done = new Set(entering);
    let rose = false;
    for (const tier of [3, 2, 1]) {
      const above = tier - 1;
      const here = things.filter((thing) => thing.tier === tier && !done.has(thing));
      for (const thing of here) done.add(thing);
      const isAboveStable = broken[above] !== true && tokensIn(above) > 0;
      if (target > 0) here.sort((a, b) => a.n - b.n);
      let sum = 0;
      for (const thing of here) {
        sum += thing.tokens;
        if (target > 0 && sum <= target) continue;
        thing.n += 1;
        if (isAboveStable && thing.n > (leave[tier] ?? 0)) thing.n = leave[tier] ?? 0;
        const isAboveOpen = broken[above] === true || tokensIn(above) === 0;
        if (thing.n < (leave[tier] ?? 0) || !isAboveOpen) continue;
        thing.tier = above;
        thing.n = entry[above] ?? 0;
        broken[tier] = true;
        rose = true;
      }
    }
    if (!rose) break;
  }

  // L1 and then L2 move one tier down if they are too small, unless something was just demoted into them.
  let cameDown = -1;
  for (const tier of [1, 2]) {
    const sum = tokensIn(tier);
    if (tier === cameDown || sum === 0 || sum >= target) continue;
    for (const thing of things) if (thing.tier === tier) thing.tier = tier + 1;
    cameDown = tier + 1;
  }
}

/** As Python compares texts: character by character, by code point. */
function byPoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((character, index) => character !== right[index]);
  return at === -1 ? -1 : (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

/** The start of a session: which path is in which tier, in the order of placement. */
export function begin(
  blocks: readonly { readonly path: string; readonly tokens: number }[],
  target: number,
): readonly (readonly [path: string, tier: number])[] {
  const size = [0, 0, 0, 0];
  const place: Record<string, number> = {};
  const lists: string[][] = [[], [], [], []];
  const smallestOf = (tiers: readonly number[]): number =>
    tiers.reduce((best, tier) => ((size[tier] ?? 0) < (size[best] ?? 0) ? tier : best));
  for (const { path, tokens } of blocks.toSorted((a, b) => b.tokens - a.tokens || byPoint(a.path, b.path))) {
    const tier = smallestOf([1, 2, 3]);
    lists[tier]?.push(path);
    size[tier] = (size[tier] ?? 0) + tokens;
  }
  const reached: number[] = [];
  for (const tier of [1, 2, 3]) {
    if (lists[tier]?.length === 0) continue;
    if ((size[tier] ?? 0) >= target) {
      reached.push(tier);
      continue;
    }
    const into = smallestOf([1, 2, 3].filter((other) => other !== tier));
    lists[into]?.push(...(lists[tier] ?? []));
    size[into] = (size[into] ?? 0) + (size[tier] ?? 0);
    lists[tier] = [];
    size[tier] = 0;
  }
  const shown = reached.length > 0 ? reached : [1, 2, 3];
  for (const tier of shown) for (const path of lists[tier] ?? []) place[path] = tier;
  return Object.entries(place);
}
