import type { SourceId } from '../../../shared/document/types';
import { finding, placeOf, type Finding } from '../../../shared/sources/findings';
import { resolveRequest, type CheckedPath, type Refused } from '../disk/access/allowed-path';
import type { FileBoundary } from '../disk/files';
import { systemCode, systemReason } from '../errors';
import { idOf } from '../disk/access/refusals';

/** The default path of a workspace's own tokenizer. */
const tokenizerPath = '.strata/tokenizer.json';

/** Larger than any published one. */
const maxBytes = 64 * 1024 * 1024;

/** A workspace's own tokenizer file, not yet read. */
export interface TokenizerFile {
  readonly path: string;
  readonly label: SourceId;
  /** The real path it must lie in when opened. */
  readonly within: string;
  /** Changes whenever the file may have changed. */
  readonly stamp: string;
  /** Why it cannot be read. */
  readonly problem?: string;
  /** The path the user must allow first. */
  readonly wants?: { readonly path: string; readonly refused: Refused };
}

/** The tokenizer file; undefined when none is named and none is at the default path. */
export function findTokenizer(
  workspace: string,
  named: string | undefined,
  passageOf: (path: string) => CheckedPath,
): TokenizerFile | undefined {
  const resolved = resolveRequest({ workspace, home: workspace }, 'workspace', named ?? tokenizerPath);
  const { path } = resolved;
  const label = idOf(workspace, path);
  const broken = (problem: string, stamp = ''): TokenizerFile => ({
    path,
    within: path,
    label,
    stamp: `${problem}${stamp}`,
    problem,
  });
  const checked = resolved.ok ? passageOf(path) : resolved;
  if (!checked.ok)
    return checked.wants === undefined
      ? broken(checked.problem)
      : { ...broken(checked.problem), wants: { path: checked.wants, refused: checked } };
  const { stat, real, within } = checked;
  if (stat === undefined) return named === undefined ? undefined : broken('there is no such file');
  const stamp = `${real} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.inode}`;
  if (stat.kind !== 'file') return broken('it is not a file', stamp);
  if (stat.size > maxBytes) return broken(`it has more than ${maxBytes / 1024 / 1024} MB`, stamp);
  return { path: real, within, label, stamp };
}

export type ReadBytes =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly problem: string };

export function readTokenizer(boundary: FileBoundary, { path, within, problem }: TokenizerFile): ReadBytes {
  if (problem !== undefined) return { ok: false, problem };
  try {
    const { bytes } = boundary.read(path, { most: maxBytes + 1, within });
    return bytes.length > maxBytes
      ? { ok: false, problem: `it has more than ${maxBytes / 1024 / 1024} MB` }
      : { ok: true, bytes };
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return { ok: false, problem: systemReason(error) };
  }
}

/** For a broken tokenizer, or a text too long for it. */
export function cannotCount({ label }: TokenizerFile, problem: string): Finding {
  return finding(
    'warning',
    'tokenizer-file',
    `${label} cannot count: ${problem}; tokens are estimated instead`,
    placeOf(label),
    { note: 'It should be the tokenizer.json published with an open model.' },
  );
}
