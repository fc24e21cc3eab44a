import { sha256 } from '../../../basics/sha256';

/** The first 16 hex digits, as the design stores them in an item's state. */
export function itemHash(text: string): string {
  return sha256(text).slice(0, 16);
}
