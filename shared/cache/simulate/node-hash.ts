/** Hashes of texts composed from the hashes of their parts, so that an edit rehashes only what it changed. */
import { memoByIdentity } from '../../basics/memo';
import type { PromptNode, SectionNode } from '../../document/types';

/** Four polynomials modulo 2³² over mixed code units. For text equality; not cryptographic. */
type Hash = readonly [number, number, number, number];

interface Hashed {
  readonly hash: Hash;
  /** In characters: the hash of the text before is multiplied by the base to this power. */
  readonly length: number;
}

/** Odd, so that no power of them is 0. */
const [base0, base1, base2, base3] = [0x2c1b_3c6d, 0x297a_2d39, 0x85eb_ca6b, 0x9e37_79b1];
const spread = 0x5f35_6495;

const empty: Hash = [0, 0, 0, 0];

function withText([hash0, hash1, hash2, hash3]: Hash, text: string): Hash {
  for (let at = 0; at < text.length; at += 1) {
    const wide = Math.imul(text.charCodeAt(at) + 1, spread);
    const code = wide ^ (wide >>> 15);
    hash0 = (Math.imul(hash0, base0) + code) | 0;
    hash1 = (Math.imul(hash1, base1) + code) | 0;
    hash2 = (Math.imul(hash2, base2) + code) | 0;
    hash3 = (Math.imul(hash3, base3) + code) | 0;
  }
  return [hash0, hash1, hash2, hash3];
}

function withHashed([hash0, hash1, hash2, hash3]: Hash, { hash: [next0, next1, next2, next3], length }: Hashed): Hash {
  const moved = (hash: number, base: number, next: number): number => (Math.imul(hash, power(base, length)) + next) | 0;
  return [
    moved(hash0, base0, next0),
    moved(hash1, base1, next1),
    moved(hash2, base2, next2),
    moved(hash3, base3, next3),
  ];
}

function power(base: number, exponent: number): number {
  let [result, square] = [1, base];
  for (let left = exponent; left > 0; left >>>= 1) {
    if ((left & 1) === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}

/**
 * Sections are immutable, so each is hashed once. Short leaves are not cached: they are many and mostly recreated
 * together.
 */
const hashedOf = memoByIdentity((section: SectionNode): Hashed => {
  let [hash, length, leaves] = [empty, 0, ''];
  const addLeaves = (): void => {
    hash = withText(hash, leaves);
    length += leaves.length;
    leaves = '';
  };
  for (const child of section.children) {
    if (child.type === 'text') leaves += child.value;
    else if (child.type === 'section') {
      addLeaves();
      const next = hashedOf(child);
      hash = withHashed(hash, next);
      length += next.length;
    }
  }
  if (section.block !== undefined) leaves += `\u0000${section.block.fields}`;
  addLeaves();
  return { hash, length };
});

const sectionHash = memoByIdentity((section: SectionNode) => hashedOf(section).hash.join());

/** Equal for nodes with the same text or picture, however it is divided. */
export function nodeHash(node: PromptNode): string {
  if (node.type === 'section') return sectionHash(node);
  if (node.type === 'omitted') return empty.join();
  return textOf(node).length < longLeaf ? leafHash(node) : longLeafHash(node);
}

/** In characters. Requests of one session share such leaves: files, answers, pictures. */
const longLeaf = 256;

type Leaf = Extract<PromptNode, { type: 'text' | 'image' }>;

function textOf(leaf: Leaf): string {
  return leaf.type === 'text' ? leaf.value : leaf.data;
}

function leafHash(leaf: Leaf): string {
  return withText(empty, textOf(leaf)).join();
}

const longLeafHash = memoByIdentity(leafHash);
