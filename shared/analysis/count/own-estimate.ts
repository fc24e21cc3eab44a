/** A figure nobody published: it is named so wherever it is shown. */
export function ownEstimate(what: string): string {
  return `${what}, our own estimate`;
}
