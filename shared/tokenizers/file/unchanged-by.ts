import {
  BertNormalizer,
  LowercaseNormalizer,
  NFCNormalizer,
  NFDNormalizer,
  NFKCNormalizer,
  NFKDNormalizer,
  SequenceNormalizer,
  StripAccentsNormalizer,
  type Normalizer,
} from '@huggingface/tokenizers';

/**
 * Tests for characters that a normalizer does not change and across which it changes nothing. A text cut between two
 * such characters and normalized in parts equals the normalized whole. Undefined if the normalizer is unknown.
 */
export function unchangedBy(normalizer: Normalizer | null): ((code: number) => boolean) | undefined {
  const steps = stepsOf(normalizer);
  if (steps.length === 0) return () => true;
  if (steps.every((step) => step instanceof NFCNormalizer)) return isComposed;
  return steps.every((step) => gentle.some((kind) => step instanceof kind)) ? isPlain : undefined;
}

function stepsOf(step: Normalizer | null): readonly Normalizer[] {
  if (step === null) return [];
  return step instanceof SequenceNormalizer ? step.normalizers.flatMap(stepsOf) : [step];
}

/** Only marks and, after a Hangul syllable, jamos combine with the character before them. */
function isComposed(code: number): boolean {
  const char = String.fromCharCode(code);
  const isJamo = code >= 0x1100 && code <= 0x11ff;
  return !isJamo && char.normalize('NFC') === char && !/\p{M}/u.test(char);
}

/**
 * Normalizers that process one character at a time, except for marks and a final sigma. Next to the characters of
 * `isPlain`, both behave the same in the parts as in the whole.
 */
const gentle = [
  NFCNormalizer,
  NFDNormalizer,
  NFKCNormalizer,
  NFKDNormalizer,
  LowercaseNormalizer,
  StripAccentsNormalizer,
  BertNormalizer,
];

function isPlain(code: number): boolean {
  return code === 0x20 || (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
}
