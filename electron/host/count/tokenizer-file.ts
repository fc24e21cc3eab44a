import type { SourceId } from '../../../shared/document/types';
import { finding, placeOf, type Finding } from '../../../shared/sources/findings';
import { resolveRequest, type Passage, type Refused } from '../disk/allowed-path';
import type { FileBoundary } from '../disk/files';
import { systemCode, systemReason } from '../errors';
import { idOf } from '../disk/refusals';

/** Where a workspace's own tokenizer is looked for unless its manifest names another file. */
const tokenizerPath = '.strata/tokenizer.json';

/** Larger than any published one. */
const maxBytes = 64 * 1024 * 1024;

/** A tokenizer the workspace brings: what is there, before anybody reads it. */
export interface TokenizerFile {
  readonly path: string;
  readonly label: SourceId;
  /** Where it must lie when it is opened. */
  readonly within: string;
  /** Differs whenever the file may differ. */
  readonly stamp: string;
  /** Why it cannot be read. */
  readonly problem?: string;
  /** What would have to be allowed first. */
  readonly wants?: { readonly path: string; readonly refused: Refused };
}

/** The file that is to count, or undefined when none is named and none lies at its usual place. */
export function findTokenizer(
  workspace: string,
  named: string | undefined,
  passageOf: (path: string) => Passage,
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
  const passage = resolved.ok ? passageOf(path) : resolved;
  if (!passage.ok)
    return passage.wants === undefined
      ? broken(passage.problem)
      : { ...broken(passage.problem), wants: { path: passage.wants, refused: passage } };
  const { stat, real, within } = passage;
  if (stat === undefined) return named === undefined ? undefined : broken('there is no such file');
  const stamp = `${real} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.inode}`;
  if (stat.kind !== 'file') return broken('it is no file', stamp);
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

/** A tokenizer that is broken, or that a text is too long for. */
export function cannotCount({ label }: TokenizerFile, problem: string): Finding {
  return finding(
    'warning',
    'tokenizer-file',
    `${label} cannot count: ${problem}; tokens are estimated instead`,
    placeOf(label),
    { note: 'It should be the tokenizer.json published with an open model.' },
  );
}
