/** One expression for what any of these matches, tried in this order. */
export function alternatives(patterns: readonly RegExp[], flags = ''): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}

/** As `alternatives`, for a whole text. */
export function wholeAlternatives(patterns: readonly RegExp[], flags = ''): RegExp {
  return new RegExp(`^(?:${alternatives(patterns).source})$`, flags);
}
