/** Combines patterns into one alternation, tried in this order. */
export function alternatives(patterns: readonly RegExp[], flags = ''): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}

/** Like `alternatives`, but must match the whole text. */
export function wholeAlternatives(patterns: readonly RegExp[], flags = ''): RegExp {
  return new RegExp(`^(?:${alternatives(patterns).source})$`, flags);
}
