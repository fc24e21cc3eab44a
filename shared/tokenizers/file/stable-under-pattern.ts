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
 * Characters that a normalizer leaves as they are and across which it changes nothing, so that a text normalized in two
 * parts cut between two of them is the normalized whole. Undefined when that is not known of the normalizer.
 */
export function steadyUnder(normalizer: Normalizer | null): ((code: number) => boolean) | undefined {
  const steps = stepsOf(normalizer);
  if (steps.length === 0) return () => true;
  if (steps.every((step) => step instanceof NFCNormalizer)) return isComposed;
  return steps.every((step) => gentle.some((kind) => step instanceof kind)) ? isPlain : undefined;
}

function stepsOf(step: Normalizer | null): readonly Normalizer[] {
  if (step === null) return [];
  return step instanceof SequenceNormalizer ? step.normalizers.flatMap(stepsOf) : [step];
}

/** A character joins the one before it only when it is a mark or, to a Hangul syllable, a jamo. */
function isComposed(code: number): boolean {
  const char = String.fromCharCode(code);
  const isJamo = code >= 0x1100 && code <= 0x11ff;
  return !isJamo && char.normalize('NFC') === char && !/\p{M}/u.test(char);
}

/**
 * They look at one character at a time, but for marks and for a sigma at a word's end, which these end or go on for
 * both parts alike.
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
