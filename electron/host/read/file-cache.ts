import type { MissingSource } from '../../../shared/sources/types';
import type { Finding } from '../../../shared/sources/findings';
import { redactHeaders } from '../../../shared/sources/secrets/redact';
import { decode, encode, maxFileBytes } from '../disk/decode';
import { sameItems } from '../../../shared/basics/memo';
import { systemCode, systemError, systemReason } from '../errors';
import { PathGuard, type Permit, type Refused } from '../disk/access/allowed-path';
import type { FileBoundary, FileStat } from '../disk/files';
import { headBytes } from '../../../shared/requests/content-kind';
import { diskText, type DiskText } from './disk-text';
import { KeptTexts, type HowRead } from './kept-texts';
import type { Bodies } from '../../../shared/requests/bodies';
import { bodiesOf } from '../../../shared/requests/requests';
import { hasRead, requestOfLog, type LongFile } from './requests/request-log';
import { cutOff, idOf, onePart, refusal, tooLarge } from '../disk/access/refusals';

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
  /** The request that is shown of each file over the limit. */
  readonly #asked = new Map<string, number>();

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

  /**
   * `redact`: keeps the file only without secret headers. Of a file over the limit, returns one request if it holds
   * requests, or else what is within the limit. `request`: its number; default: the one last asked for.
   */
  load(path: string, redact = false, permit?: Permit, request?: number): Loaded {
    if (request !== undefined) this.#asked.set(path, request);
    return this.#load(path, redact ? 'redacted' : 'plain', permit, request ?? this.#asked.get(path));
  }

  /** What `work` asks for does not change which request of a long file is shown. */
  beside<T>(work: () => T): T {
    const before = new Map(this.#asked);
    try {
      return work();
    } finally {
      this.#asked.clear();
      for (const [path, request] of before) this.#asked.set(path, request);
    }
  }

  /** Reads the start of a file, without secret headers. */
  loadHead(path: string, permit?: Permit): Loaded {
    return this.#load(path, 'head', permit);
  }

  #load(path: string, how: HowRead, permit?: Permit, request?: number): Loaded {
    const checked = this.#guard.pass(path, permit);
    if (!checked.ok) {
      const why =
        checked.wants !== undefined ? 'untrusted' : checked.ruleId === 'unreadable' ? 'unreadable' : 'refused';
      return {
        ok: false,
        why,
        findings: [refusal(this.#workspace, path, checked.ruleId, checked.problem)],
        real: path,
        refused: checked,
      };
    }
    const { real, within, stat } = checked;
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
          stat.kind === 'folder' ? 'it is a folder' : 'it is not an ordinary file',
        ),
      );
    if (stat.size > maxFileBytes && how === 'plain')
      return none('too-large', tooLarge(this.#workspace, path, stat.size));
    try {
      const start = (): DiskText => this.#read(path, { real, within, now: stat }, how);
      const isLong = how === 'redacted' && request !== undefined && stat.size > maxFileBytes;
      const long = { path: real, name: idOf(this.#workspace, path), within, stat };
      const part = isLong ? this.#part(path, long, request, start) : undefined;
      return { ok: true, file: part ?? start(), real };
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

  /** Undefined if the start of the file holds the request, or the whole file holds none. */
  #part(path: string, file: LongFile, number: number, start: () => DiskText): DiskText | undefined {
    const { stat } = file;
    const cached = this.#texts.current(path, 'redacted', stat);
    if (cached?.request === number) return cached;
    // To know all requests the file must be read whole, which takes seconds.
    if (!hasRead(file) && isIn(bodiesOf(start().fileAs('chosen')), number)) return undefined;
    const { text, labels, around } = requestOfLog(file, number);
    if (labels.length === 0) return undefined;
    const bytes = encode(text, false);
    const last = this.#texts.last(path, 'redacted')?.file;
    if (last?.request === number && last.text === text && sameItems(last.fileAs('chosen').part?.labels ?? [], labels)) {
      this.#texts.keep(path, 'redacted', stat, bytes.length, last);
      return last;
    }
    const part = { request: number, labels, ...(around === undefined ? {} : { around }) };
    const about = [onePart(this.#workspace, path, stat.size)];
    const shown = diskText(this.#workspace, path, bytes, stat, true, about, () => bytes, part);
    this.#texts.keep(path, 'redacted', stat, bytes.length, shown);
    return shown;
  }

  #read(
    path: string,
    { real, within, now }: { readonly real: string; readonly within: string; readonly now: FileStat },
    how: HowRead,
  ): DiskText {
    const current = this.#texts.current(path, how, now);
    if (current !== undefined && current.request === undefined) return current;
    const most = how === 'head' ? headBytes : maxFileBytes;
    const read = this.#boundary.read(real, { most: most + 1, within, room });
    const { stat } = read;
    if (read.bytes.length > most && how === 'plain') throw systemError('EFBIG');
    const clean = how === 'plain' ? { bytes: read.bytes, masked: false, cut: false } : cleaned(read.bytes, most);
    const { bytes } = clean;
    const last = this.#texts.last(path, how);
    const same =
      last !== undefined &&
      last.size === bytes.length &&
      (how !== 'head' || (last.stat.size === stat.size && last.stat.mtimeNs === stat.mtimeNs)) &&
      isMadeOf(last.file, bytes);
    const file = same
      ? last.file
      : diskText(
          this.#workspace,
          path,
          bytes,
          stat,
          clean.masked || clean.cut,
          clean.cut && how !== 'head' ? [cutOff(this.#workspace, path, stat.size)] : [],
          () => this.#boundary.read(real, { most: maxFileBytes, within }).bytes,
        );
    this.#texts.keep(path, how, stat, bytes.length, file);
    return file;
  }
}

/** A request that is cut off in the middle is not valid JSON. */
function isIn({ bodies, findings }: Bodies, number: number): boolean {
  return number <= bodies.length && !findings.some(({ ruleId }) => ruleId === 'request-syntax');
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
