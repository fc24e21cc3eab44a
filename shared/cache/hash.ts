/** A 106-bit string hash (two 53-bit lanes of multiply and xor-shift): for equality of texts, not against an adversary. */
export function hashText(text: string, seed = 0): string {
  return lane(text, seed) + lane(text, seed ^ 0x9e37_79b9);
}

function lane(text: string, seed: number): string {
  let h1 = 0xdead_beef ^ seed;
  let h2 = 0x41c6_ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    h1 = Math.imul(h1 ^ code, 0x9e37_79b1);
    h2 = Math.imul(h2 ^ code, 0x5f35_6495);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 0x85eb_ca6b) ^ Math.imul(h2 ^ (h2 >>> 13), 0xc2b2_ae35);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 0x85eb_ca6b) ^ Math.imul(h1 ^ (h1 >>> 13), 0xc2b2_ae35);
  return (4_294_967_296 * (2_097_151 & h2) + (h1 >>> 0)).toString(36).padStart(11, '0');
}
