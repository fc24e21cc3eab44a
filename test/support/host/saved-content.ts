/** The content of the n-th save: every byte says which it was, so that half of one and half of another shows. */
export function savedContent(save: number, size: number): Uint8Array {
  return Buffer.alloc(size, `${save};`);
}
