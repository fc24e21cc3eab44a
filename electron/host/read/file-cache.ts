import type { SourceBlob, SourceFile, MissingSource } from '../../../shared/sources/types';
import type { Finding } from '../../../shared/sources/findings';
import { redactHeaders } from '../../../shared/sources/secrets/redact';
import { decode, decodeFindings, encode, maxFileBytes } from '../disk/decode';
import { systemCode, systemError, systemReason } from '../errors';
import { PathGuard, type Permit, type Refused } from '../disk/allowed-path';
import type { FileBoundary, FileStat } from '../disk/files';
import { KeptTexts } from './kept-texts';
import { cutOff, idOf, refusal, tooLarge } from '../disk/refusals';

/** A file as last read. The object stays identical while its content does. */
export interface DiskText {
  readonly path: string;
  readonly text: string;
  readonly bom: boolean;
  /** The original bytes, if they are not valid UTF-8 and cannot be restored from text. */
  readonly raw: Buffer | undefined;
  /** Secrets are masked or the end is missing: it may be shown but not saved. */
  readonly redacted: boolean;
  readonly findings: readonly Finding[];
  /** Returns the same object for the same name. */
  fileAs(as: string): SourceFile;
  blobAs(as: string): SourceBlob;
}

export type Loaded =
  | { readonly ok: true; readonly file: DiskText; readonly real: string }
  | {
      readonly ok: false;
      readonly why: MissingSource['why'];
      readonly findings: readonly Finding[];
      readonly real: string;
      readonly refused?: Refused;
    };

/**
 * Shared read buffer for files up to this size; allocating one per read would cause garbage collection. Its content is
 * not kept after the next read.
 */
const room = Buffer.allocUnsafeSlow(1024 * 1024);

/** Buffer to encode a text for comparison. */
const block = Buffer.allocUnsafeSlow(16 * 1024);

/** Reads each version of a file once. */
export class FileCache {
  readonly #boundary: FileBoundary;
  readonly #workspace: string;
  readonly #texts: KeptTexts;
  readonly #allowed: Permit;
  #guard: PathGuard;

  constructor(boundary: FileBoundary, workspace: string, allowed: Permit, texts = new KeptTexts()) {
    this.#texts = texts;
    this.#boundary = boundary;
    this.#allowed = allowed;
    this.#workspace = workspace;
    this.#guard = this.newMoment();
  }

  /** Starts a new build: all paths are resolved again. */
  newMoment(): PathGuard {
    this.#guard = new PathGuard(this.#boundary, this.#workspace, this.#allowed);
    return this.#guard;
  }

  /** `redact`: keeps the file only without secret headers; a file over the limit is read up to the limit. */
  load(path: string, redact = false, permit?: Permit): Loaded {
    const passage = this.#guard.pass(path, permit);
    if (!passage.ok) {
      const why =
        passage.wants !== undefined ? 'untrusted' : passage.ruleId === 'unreadable' ? 'unreadable' : 'refused';
      return {
        ok: false,
        why,
        findings: [refusal(this.#workspace, path, passage.ruleId, passage.problem)],
        real: path,
        refused: passage,
      };
    }
    const { real, within, stat } = passage;
    const none = (why: MissingSource['why'], ...findings: readonly Finding[]): Loaded => {
      this.#texts.drop(path);
      return { ok: false, why, findings, real };
    };
    if (stat === undefined) return none('missing');
    if (stat.kind !== 'file')
      return none(
        'not-a-file',
        refusal(
          this.#workspace,
          path,
          'not-a-file',
          stat.kind === 'folder' ? 'it is a folder' : 'it is no ordinary file',
        ),
      );
    if (stat.size > maxFileBytes && !redact) return none('too-large', tooLarge(this.#workspace, path, stat.size));
    try {
      return { ok: true, file: this.#read(path, { real, within, now: stat }, redact), real };
    } catch (error) {
      if (systemCode(error) === '') throw error;
      switch (systemCode(error)) {
        case 'ENOENT':
          return none('missing');
        case 'EFBIG':
          return none('too-large', tooLarge(this.#workspace, path));
        case 'ENOTFILE':
        case 'EISDIR':
          return none('not-a-file', refusal(this.#workspace, path, 'not-a-file', systemReason(error)));
        case 'ESWAPPED':
          return none('refused', refusal(this.#workspace, path, 'symlink-outside', systemReason(error)));
        default:
          return none('unreadable', refusal(this.#workspace, path, 'unreadable', systemReason(error)));
      }
    }
  }

  #read(
    path: string,
    { real, within, now }: { readonly real: string; readonly within: string; readonly now: FileStat },
    redact: boolean,
  ): DiskText {
    const current = this.#texts.current(path, redact, now);
    if (current !== undefined) return current;
    const read = this.#boundary.read(real, { most: maxFileBytes + 1, within, room });
    const { stat } = read;
    if (read.bytes.length > maxFileBytes && !redact) throw systemError('EFBIG');
    const clean = redact ? cleaned(read.bytes, maxFileBytes) : { bytes: read.bytes, masked: false, cut: false };
    const { bytes } = clean;
    const known = this.#texts.last(path, redact);
    const same = known !== undefined && known.size === bytes.length && isMadeOf(known.file, bytes);
    const file = same
      ? known.file
      : diskText(
          this.#workspace,
          path,
          bytes,
          clean.masked || clean.cut,
          clean.cut ? [cutOff(this.#workspace, path, stat.size)] : [],
        );
    this.#texts.keep(path, redact, stat, bytes.length, file);
    return file;
  }
}

/** True if these are the file's bytes. Their number is the same. */
function isMadeOf({ text, bom, raw }: DiskText, bytes: Uint8Array): boolean {
  if (raw !== undefined) return Buffer.compare(raw, bytes) === 0;
  // Equal numbers of bytes and characters: the text is ASCII.
  if (text.length !== bytes.length) return Buffer.compare(encode(text, bom), bytes) === 0;
  for (let at = 0; at < text.length; at += block.length) {
    const length = block.write(text.slice(at, at + block.length), 'latin1');
    if (block.compare(bytes, at, at + length, 0, length) !== 0) return false;
  }
  return true;
}

/** The bytes without secrets. More than `most` bytes are cut after the last complete line. */
function cleaned(
  read: Uint8Array,
  most: number,
): { readonly bytes: Uint8Array; readonly masked: boolean; readonly cut: boolean } {
  const cut = read.length > most;
  const { text, bom } = decode(cut ? read.subarray(0, cutPlace(read, most)) : read);
  const clean = redactHeaders(text);
  return { bytes: clean === text && !cut ? read : encode(clean, bom), masked: clean !== text, cut };
}

/** After the last line end, or else before the character that would be split. */
function cutPlace(bytes: Uint8Array, most: number): number {
  const lineEnd = bytes.lastIndexOf(10, most - 1) + 1;
  let at = most;
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return lineEnd > 0 ? lineEnd : at;
}

function diskText(
  workspace: string,
  path: string,
  bytes: Uint8Array,
  redacted = false,
  about: readonly Finding[] = [],
): DiskText {
  const id = idOf(workspace, path);
  const size = bytes.length;
  const decoded = decode(bytes);
  const raw = decoded.invalidAt === undefined ? undefined : Buffer.from(bytes);
  const files = new Map<string, SourceFile>();
  const blobs = new Map<string, SourceBlob>();
  return {
    path,
    text: decoded.text,
    bom: decoded.bom,
    raw,
    redacted,
    findings: [...decodeFindings(id, decoded), ...about],
    fileAs: (as) =>
      memo(files, as, () => ({ id, path, as, text: decoded.text, ...(redacted ? { redacted: true as const } : {}) })),
    blobAs: (as) =>
      memo(blobs, as, () => ({
        id,
        path,
        as,
        base64: (raw ?? encode(decoded.text, decoded.bom)).toString('base64'),
        bytes: size,
      })),
  };
}

function memo<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
