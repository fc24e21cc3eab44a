const second = 0x9e37_79b9;

/**
 * A 106-bit string hash (two 53-bit lanes of multiply and xor-shift, in one pass). For text equality; not
 * cryptographic.
 */
export function hashText(text: string): string {
  let [a1, a2, b1, b2] = [0xdead_beef, 0x41c6_ce57, 0xdead_beef ^ second, 0x41c6_ce57 ^ second];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a1 = Math.imul(a1 ^ code, 0x9e37_79b1);
    a2 = Math.imul(a2 ^ code, 0x5f35_6495);
    b1 = Math.imul(b1 ^ code, 0x9e37_79b1);
    b2 = Math.imul(b2 ^ code, 0x5f35_6495);
  }
  return mixed(a1, a2) + mixed(b1, b2);
}

function mixed(one: number, other: number): string {
  const h1 = Math.imul(one ^ (one >>> 16), 0x85eb_ca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2_ae35);
  const h2 = Math.imul(other ^ (other >>> 16), 0x85eb_ca6b) ^ Math.imul(h1 ^ (h1 >>> 13), 0xc2b2_ae35);
  return (4_294_967_296 * (2_097_151 & h2) + (h1 >>> 0)).toString(36).padStart(11, '0');
}
