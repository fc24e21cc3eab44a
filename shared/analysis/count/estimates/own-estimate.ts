/** Labels a figure that nobody published. */
export function ownEstimate(what: string): string {
  return `${what}, our own estimate`;
}
