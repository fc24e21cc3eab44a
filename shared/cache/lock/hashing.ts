/**
 * How the texts of a lock are hashed. A hash that can be run backwards gives away more than a guess that it confirms:
 * version 2 therefore takes SHA-256, and a key makes it worthless to whoever does not have the key.
 */
import { sha256 } from '../../basics/sha256';
import type { PromptDocument } from '../../document/types';
import { findSecrets, maskSecrets } from '../../sources/secrets/secrets';
import { hashText } from '../simulate/hash';
import { portableDocument, portableName, type MachineNames } from './portable';

export interface HashFacts {
  readonly machine: MachineNames;
  /** Undefined: hashes without a key. */
  readonly key?: string;
}

/** How texts of one lock are hashed, by its version and key. */
export interface LockHashing {
  document(document: PromptDocument): PromptDocument;
  name(id: string): string;
  hash(text: string): string;
  /** Short, for one line. */
  line(text: string): string;
}

export function hashingOf(version: 1 | 2, { machine, key }: HashFacts): LockHashing {
  if (version === 1)
    return {
      document: (document) => document,
      name: lockedName,
      hash: hashText,
      line: (text) => hashText(text).slice(0, 6),
    };
  const hash = (text: string): string => keyed(withoutSecrets(text), key);
  return {
    document: (document) => portableDocument(document, machine),
    name: (id) => lockedName(portableName(id, machine)),
    hash: (text) => hash(text).slice(0, 32),
    line: (text) => hash(text).slice(0, 8),
  };
}

/** Hashed with the key inside and outside, so that nothing can be added behind a text. */
function keyed(text: string, key: string | undefined): string {
  return key === undefined ? sha256(text) : sha256(`${key}\u0000${sha256(`${key}\u0000${text}`)}`);
}

/** A shown mask keeps a secret's first letters; here nothing of it may be left. */
function withoutSecrets(text: string): string {
  let [result, from] = ['', 0];
  for (const { start, end } of findSecrets(text)) {
    result += `${text.slice(from, start)}{secret}`;
    from = end;
  }
  return result + text.slice(from);
}

/** Ids are made of names of files and of what is in them: what has the shape of a secret is masked. */
export function lockedName(id: string): string {
  return maskSecrets(id).text;
}

/** Replaces the hash of a line that could be found by brute force. */
export const unhashed = '-';
/** A line has 32 bits of hash: of fewer characters, what is in it could be found by trying. */
const shortestLine = 40;
/**
 * A section or prefix has 128 bits of hash. English prose has about 1.25 bits to the character, so this is what has 200
 * bits: more than anybody can try. Shorter ones are known by their size alone.
 */
const shortestText = 160;

export function hashOfText(text: string, { hash }: LockHashing): string {
  return text.length < shortestText ? '' : hash(text);
}

export function lineHashes(text: string, { line: hashed }: LockHashing): readonly string[] {
  const secrets = findSecrets(text);
  let [start, next] = [0, 0];
  return text.split('\n').map((line) => {
    const end = start + line.length;
    while ((secrets[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const isSecret = (secrets[next]?.start ?? Number.POSITIVE_INFINITY) < end;
    start = end + 1;
    return line.length < shortestLine || isSecret ? unhashed : hashed(line);
  });
}
