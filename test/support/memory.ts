import picomatch from 'picomatch';
import { byCodePoint } from '../../shared/basics/code-point-order';
import { sourceId } from '../../shared/document/builders';
import { contentIn } from '../../shared/requests/content-kind';
import { folderOf, isWithin, joinPath } from '../../shared/sources/paths';
import { redactHeaders } from '../../shared/sources/secrets/redact';
import type {
  Facts,
  MissingSource,
  SourceBlob,
  SourceFile,
  SourceHead,
  SourceRequest,
  Sources,
  SymbolTable,
} from '../../shared/sources/types';
import type { Answer } from '../../shared/assemblers/gather';

/** Absolute path with `/` → text, or bytes for a blob. */
export type MemoryFiles = ReadonlyMap<string, string | Uint8Array>;

export const testFacts: Facts = {
  now: '2026-02-25T12:30:00Z',
  timeZone: 'Europe/Helsinki',
  home: '/home/k',
  workspace: '/home/k/ws',
  host: 'testhost',
  platform: 'linux',
  osVersion: '6.1',
  arch: 'x64',
  shell: '/bin/bash',
};

/**
 * Answers requests from memory as the host does from disk: missing files are listed, globs are sorted, ancestors are
 * innermost first.
 */
export function answerFrom(files: MemoryFiles, facts: Facts, symbols?: SymbolTable): Answer {
  const paths = [...files.keys()].toSorted(byCodePoint);
  const idOf = (path: string) =>
    sourceId(path.startsWith(`${facts.workspace}/`) ? path.slice(facts.workspace.length + 1) : path);
  const asText = (value: string | Uint8Array) => (typeof value === 'string' ? value : new TextDecoder().decode(value));
  const file = (path: string, as: string, redact: boolean): SourceFile | undefined => {
    const value = files.get(path);
    return value === undefined
      ? undefined
      : { id: idOf(path), path, as, text: redact ? redactHeaders(asText(value)) : asText(value) };
  };
  const headOf = (path: string, as: string): SourceHead => {
    const text = file(path, as, true)?.text ?? '';
    return { id: idOf(path), path, as, ...contentIn(text, true), bytes: text.length, modified: 0 };
  };
  const resolve = (root: 'workspace' | 'home' | 'absolute', path: string) =>
    joinPath(root === 'home' ? facts.home : root === 'workspace' ? facts.workspace : '/', path);

  return (requests: readonly SourceRequest[]): Sources => {
    const found: SourceFile[] = [];
    const blobs: SourceBlob[] = [];
    const missing: MissingSource[] = [];
    const heads: SourceHead[] = [];
    let wantsRepository = false;
    let wantsSymbols = false;
    /** A request without `namedBy` comes from the folder's own files and reaches nothing outside the folder. */
    const isUntrusted = ({ namedBy }: { readonly namedBy?: unknown }, path: string): boolean =>
      namedBy === undefined && !isWithin(facts.workspace, path);
    const one = (path: string, as: string, redact = false): void => {
      const got = file(path, as, redact);
      if (got === undefined) missing.push({ as, path, why: 'missing' });
      else found.push(got);
    };
    for (const request of requests) {
      switch (request.kind) {
        case 'file':
          if (isUntrusted(request, resolve(request.root, request.path)))
            missing.push({ as: request.as, path: resolve(request.root, request.path), why: 'untrusted' });
          else one(resolve(request.root, request.path), request.as, request.redact);
          break;
        case 'glob': {
          const matches = picomatch(resolve(request.root, request.pattern), { dot: true });
          for (const path of paths)
            if (!matches(path)) continue;
            else if (request.heads === true) heads.push(headOf(path, request.as));
            else one(path, request.as, request.redact);
          break;
        }
        case 'ancestors':
          for (let folder = joinPath(facts.workspace, request.from); ; folder = folderOf(folder)) {
            for (const name of request.names) one(joinPath(folder, name), request.as);
            if (folder === folderOf(folder)) break;
          }
          break;
        case 'folder': {
          const path = resolve(request.root, request.path);
          const isFolder = path === '/' || paths.some((each) => each.startsWith(`${path}/`));
          if (!isFolder) missing.push({ as: request.as, path, why: files.has(path) ? 'not-a-file' : 'missing' });
          break;
        }
        case 'blob': {
          const path = resolve(request.root, request.path);
          const value = files.get(path);
          if (value === undefined || isUntrusted(request, path))
            missing.push({ as: request.as, path, why: isUntrusted(request, path) ? 'untrusted' : 'missing' });
          else {
            const bytes = Buffer.from(value);
            blobs.push({ id: idOf(path), path, as: request.as, base64: bytes.toString('base64'), bytes: bytes.length });
          }
          break;
        }
        case 'repository':
          wantsRepository = true;
          break;
        case 'symbols':
          wantsSymbols = true;
          break;
        // Nothing was captured here.
        case 'frame':
      }
    }
    const repository = paths
      .filter((path) => path.startsWith(`${facts.workspace}/`) && !/\/\.(?:git|strata)\//.test(path))
      .map((path) => ({
        path: path.slice(facts.workspace.length + 1),
        bytes: Buffer.byteLength(files.get(path) ?? ''),
      }));
    return {
      files: found,
      blobs,
      missing,
      ...(heads.length === 0 ? {} : { heads }),
      ...(wantsRepository ? { repository } : {}),
      ...(wantsSymbols ? { symbols: symbols ?? { files: [], complete: true } } : {}),
    };
  };
}

/** Paths are relative to the workspace, or absolute. */
export function workspaceOf(
  files: Readonly<Record<string, string>>,
  facts: Facts = testFacts,
): Map<string, string | Uint8Array> {
  return new Map(Object.entries(files).map(([path, text]) => [joinPath(facts.workspace, path), text]));
}
