/** The content of the n-th save. Every byte identifies its save, so that a mix of two saves is detected. */
export function savedContent(save: number, size: number): Uint8Array {
  return Buffer.alloc(size, `${save};`);
}
