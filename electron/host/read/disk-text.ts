import { contentIn, wantsMore } from '../../../shared/requests/content-kind';
import type { Finding } from '../../../shared/sources/findings';
import type { SourceBlob, SourceFile, SourceHead, SourcePart } from '../../../shared/sources/types';
import { idOf } from '../disk/access/refusals';
import { decode, decodeFindings, encode } from '../disk/decode';
import type { FileStat } from '../disk/files';

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
  /** Its number, if this is one request of a file over the limit. */
  readonly request?: number;
  /** Returns the same object for the same name. */
  fileAs(as: string): SourceFile;
  blobAs(as: string): SourceBlob;
  /** Only for a file of which the start was read. */
  headAs(as: string): SourceHead;
}

export function diskText(
  workspace: string,
  path: string,
  bytes: Uint8Array,
  stat: Pick<FileStat, 'size' | 'mtimeNs'>,
  redacted: boolean,
  about: readonly Finding[],
  whole: () => Uint8Array,
  part?: SourcePart & { readonly request: number },
): DiskText {
  const id = idOf(workspace, path);
  const size = bytes.length;
  const decoded = decode(bytes);
  const raw = decoded.invalidAt === undefined ? undefined : Buffer.from(bytes);
  const files = new Map<string, SourceFile>();
  const blobs = new Map<string, SourceBlob>();
  const heads = new Map<string, SourceHead>();
  return {
    path,
    text: decoded.text,
    bom: decoded.bom,
    raw,
    redacted,
    findings: [...decodeFindings(id, decoded), ...about],
    ...(part === undefined ? {} : { request: part.request }),
    fileAs: (as) =>
      memo(files, as, () => ({
        id,
        path,
        as,
        text: decoded.text,
        ...(decoded.bom ? { bom: true as const } : {}),
        ...(redacted ? { redacted: true as const } : {}),
        ...(part === undefined ? {} : { part }),
      })),
    blobAs: (as) =>
      memo(blobs, as, () => ({
        id,
        path,
        as,
        base64: (raw ?? encode(decoded.text, decoded.bom)).toString('base64'),
        bytes: size,
      })),
    headAs: (as) =>
      memo(heads, as, () => {
        const { text } = decoded;
        const isWhole = stat.size <= bytes.length + 3;
        const content = wantsMore(path, text, isWhole)
          ? contentIn(decode(whole()).text, true)
          : contentIn(text, isWhole);
        return { id, path, as, ...content, bytes: stat.size, modified: Number(stat.mtimeNs / 1_000_000n) };
      }),
  };
}

function memo<T>(map: Map<string, T>, key: string, make: () => T): T {
  const cached = map.get(key);
  if (cached !== undefined) return cached;
  const made = make();
  map.set(key, made);
  return made;
}
