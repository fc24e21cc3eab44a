import { byCodePoint } from '../../../basics/code-point-order';
import { sourceId } from '../../../document/builders';
import type { Omission } from '../../../document/types';
import { configChild, type ConfigNode } from '../../../sources/config/config-node';
import { filesAs, missingAs } from '../../../sources/lookup';
import { baseName, folderOf, isAbsolute } from '../../../sources/paths';
import type { Place, SourceFile, SourceRequest } from '../../../sources/types';
import { readEntries } from './read-files';
import type { Layout } from '../layout/read-layout';
import { fillText, type Scope } from './scope';
import { nothing, someValue, type Value } from './values';
import { conditionFalse, type SourceOfKind, type BuildState } from './build-state';

type FileSource = SourceOfKind<'file'> | SourceOfKind<'glob'> | SourceOfKind<'ancestors'>;

function requestOf(
  { layout }: BuildState,
  scope: Scope,
  spec: FileSource,
  node: ConfigNode | undefined,
): SourceRequest | undefined {
  if (spec.kind === 'ancestors') {
    const from = fillText(spec.folder ?? '.', scope);
    return from === undefined
      ? undefined
      : {
          kind: 'ancestors',
          as: `ancestors ${from} ${spec.names.join(' ')}`,
          from,
          names: spec.names,
          ...askedAt(layout, configChild(node, 'names') ?? node),
        };
  }
  const root = spec.root ?? 'workspace';
  const path = fillText(spec.kind === 'file' ? spec.path : spec.pattern, scope);
  if (path === undefined || path === '') return undefined;
  // A path inside the workspace needs no position: the same request from two places stays one request.
  const by =
    root === 'workspace' && !leadsOut(path)
      ? {}
      : askedAt(layout, configChild(node, spec.kind === 'file' ? 'path' : 'pattern') ?? node);
  return spec.kind === 'file'
    ? { kind: 'file', as: `file ${root} ${path}`, root, path, ...by }
    : { kind: 'glob', as: `glob ${root} ${path}`, root, pattern: path, ...by };
}

function askedAt(layout: Layout, node: ConfigNode | undefined): { readonly by?: Place } {
  return node === undefined ? {} : { by: { source: layout.file.id, span: node.span } };
}

function leadsOut(path: string): boolean {
  return isAbsolute(path) || path.split('/').includes('..');
}

/** Always requests the file. Returns the answer if this round has one; otherwise the next round of `gather` does. */
export function fileValue(build: BuildState, scope: Scope, spec: FileSource, node: ConfigNode | undefined): Value {
  const request = requestOf(build, scope, spec, node);
  if (request === undefined) return nothing(conditionFalse('everything its path names is there'));
  build.requests.set(request.as, request);
  const { sources } = build.input;
  const files = ordered(filesAs(sources, request.as), spec);
  const options = {
    read: spec.read ?? 'text',
    field: spec.field,
    textOnly: spec.textOnly === true,
    trimmed: spec.trim === true,
  } as const;
  const looked =
    request.kind === 'file'
      ? request.path
      : request.kind === 'glob'
        ? request.pattern
        : spec.kind === 'ancestors'
          ? spec.names.join(', ')
          : '';
  const untrusted = missingAs(sources, request.as).filter(({ why }) => why === 'untrusted');
  const refused = missingAs(sources, request.as).find(({ why }) => why !== 'missing');
  const absent: Omission =
    files[0] !== undefined
      ? { reason: 'source-empty', source: files[0].id }
      : untrusted.length > 0
        ? { reason: 'untrusted', paths: untrusted.map(({ path }) => path) }
        : refused === undefined || spec.kind === 'ancestors'
          ? { reason: 'source-missing', looked: [looked] }
          : { reason: 'source-broken', source: sourceId(looked), problem: 'it could not be read' };
  return someValue(
    files.flatMap((file) => readEntries(file, options, build.findings)),
    absent,
  );
}

function ordered(files: readonly SourceFile[], spec: FileSource): readonly SourceFile[] {
  if (spec.kind === 'ancestors') return spec.order === 'outermost' ? files.toReversed() : files;
  if (spec.kind !== 'glob' || spec.sort === undefined || spec.sort === 'path') return files;
  const key = ({ path }: SourceFile): string => baseName(spec.sort === 'folder' ? folderOf(path) : path);
  return files.toSorted((a, b) => byCodePoint(key(a), key(b)));
}
