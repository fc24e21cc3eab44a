import type { SourceId } from '../../shared/document/types';
import { finding, placeOf, type Finding } from '../../shared/sources/findings';
import { readTokenizerFile, type FileEncoding } from '../../shared/tokenizers/file-encoding';
import type { TokenizerText } from './counting-messages';
import { resolveRequest, type Passage } from './fence';
import type { FileBoundary } from './files';
import { systemCode, systemReason } from './errors';
import { idOf } from './refusals';

/** Where a workspace's own tokenizer is looked for unless its manifest names another file. */
export const tokenizerPath = '.strata/tokenizer.json';

/** Larger than any published one. */
const maxBytes = 64 * 1024 * 1024;

/** A tokenizer the workspace brings: what is there, before anybody reads it. */
export interface TokenizerFile {
  readonly path: string;
  readonly label: SourceId;
  /** Differs whenever the file may differ. */
  readonly stamp: string;
  /** Why it cannot be read. */
  readonly problem?: string;
}

export type LoadedTokenizer =
  | { readonly ok: true; readonly encoding: FileEncoding; readonly text: TokenizerText }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** The file that is to count, or undefined when none is named and none lies at its usual place. */
export function findTokenizer(workspace: string, named: string | undefined, passageOf: (path: string) => Passage): TokenizerFile | undefined {
  const resolved = resolveRequest({ workspace, home: workspace }, 'workspace', named ?? tokenizerPath);
  const { path } = resolved;
  const label = idOf(workspace, path);
  const broken = (problem: string, stamp = ''): TokenizerFile => ({ path, label, stamp: `${problem}${stamp}`, problem });
  const passage = resolved.ok ? passageOf(path) : resolved;
  if (!passage.ok) return broken(passage.problem);
  const { stat, real } = passage;
  if (stat === undefined) return named === undefined ? undefined : broken('there is no such file');
  const stamp = `${real} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.inode}`;
  if (stat.kind !== 'file') return broken('it is no file', stamp);
  if (stat.size > maxBytes) return broken(`it has more than ${maxBytes / 1024 / 1024} MB`, stamp);
  return { path: real, label, stamp };
}

/** Reads a tokenizer once for each state of its file; a broken one is a finding. */
export class TokenizerFiles {
  readonly #boundary: FileBoundary;
  #known: { readonly stamp: string; readonly loading: Promise<LoadedTokenizer> } | undefined;

  constructor(boundary: FileBoundary) {
    this.#boundary = boundary;
  }

  load(file: TokenizerFile): Promise<LoadedTokenizer> {
    const stamp = `${file.label} ${file.stamp}`;
    if (this.#known?.stamp !== stamp) this.#known = { stamp, loading: this.#read(file, stamp) };
    return this.#known.loading;
  }

  async #read({ path, label, problem }: TokenizerFile, stamp: string): Promise<LoadedTokenizer> {
    if (problem !== undefined) return unusable(label, problem);
    try {
      const json = new TextDecoder().decode(this.#boundary.read(path).bytes);
      const read = await readTokenizerFile(label, json);
      return read.ok ? { ok: true, encoding: read.encoding, text: { id: label, stamp, json } } : unusable(label, read.problem);
    } catch (error) {
      if (systemCode(error) === '') throw error;
      return unusable(label, systemReason(error));
    }
  }
}

function unusable(label: SourceId, problem: string): LoadedTokenizer {
  return { ok: false, findings: [cannotCount(label, problem, 'It should be the tokenizer.json published with an open model.')] };
}

export function cannotCount(label: SourceId, problem: string, note: string): Finding {
  return finding('warning', 'tokenizer-file', `${label} cannot count: ${problem}; tokens are estimated instead`, placeOf(label), { note });
}
