/**
 * What an assembler asks for and what the host answers. `shared/sources` may import `shared/document` only.
 * An assembler never reads: it returns requests as data, and is asked again with the answers until it wants nothing
 * new.
 */
import type { SourceId, Span } from '../document/types';

export type SourceRoot = 'workspace' | 'home' | 'absolute';

/**
 * Whose word it is that a request leads out of the workspace. Without one it is the folder's own, and nothing is read
 * before the user allows it.
 */
export type Word =
  /** A place that the design is documented to read. */
  | { readonly of: 'design' }
  /**
   * Belongs to a folder that a setting names: the user's word when the user set it; else that folder has to be allowed.
   */
  | { readonly of: 'setting'; readonly name: string; readonly folder: string };

interface Asked {
  readonly word?: Word;
  /** Where the folder's own files ask for it, for a request that may lead out. */
  readonly by?: Place;
}

export type SourceRequest =
  /** `redact`: secrets in headers are masked on the way in, and a file over the limit is read up to it. */
  | (Asked & {
      readonly kind: 'file';
      readonly as: string;
      readonly root: SourceRoot;
      readonly path: string;
      readonly redact?: true;
    })
  /** `*`, `?`, `[a-z]`, `{a,b}`, `@(a|b)` and `**`; answered with files sorted by path in code-unit order. */
  | (Asked & {
      readonly kind: 'glob';
      readonly as: string;
      readonly root: SourceRoot;
      readonly pattern: string;
      readonly redact?: true;
    })
  /**
   * Each of `names` in the folder `from` and in every folder above it; answered innermost folder first, names in the
   * order given.
   */
  | (Asked & {
      readonly kind: 'ancestors';
      readonly as: string;
      readonly from: string;
      readonly names: readonly string[];
    })
  /**
   * Whether a folder is there; nothing is read. One that is not is answered in `missing`: `not-a-file` when a file has
   * its name.
   */
  | (Asked & { readonly kind: 'folder'; readonly as: string; readonly root: SourceRoot; readonly path: string })
  /** A file's bytes, for images. */
  | (Asked & { readonly kind: 'blob'; readonly as: string; readonly root: SourceRoot; readonly path: string })
  /** The list of files git would list (or a walk with ignore rules); no contents. */
  | { readonly kind: 'repository'; readonly as: string }
  /** Symbols of the repository's source files, from the host's parser. */
  | { readonly kind: 'symbols'; readonly as: string };

/** A text file as read: without BOM, invalid bytes as U+FFFD, line ends as they stand, unsaved edits included. */
export interface SourceFile {
  readonly id: SourceId;
  /** Absolute, with `/`. */
  readonly path: string;
  /** The `as` of the request it answers; a file that answers two requests stands in the list twice. */
  readonly as: string;
  readonly text: string;
  /** Its secrets are masked, or its end is cut off: it is shown, never written back. */
  readonly redacted?: true;
}

export interface SourceBlob {
  readonly id: SourceId;
  readonly path: string;
  readonly as: string;
  readonly base64: string;
  readonly bytes: number;
}

/**
 * A requested file that is not there, or that was refused or unreadable (then a finding says why). `untrusted`: the
 * user did not allow it yet.
 */
export interface MissingSource {
  readonly as: string;
  readonly path: string;
  readonly why: 'missing' | 'untrusted' | 'refused' | 'too-large' | 'unreadable' | 'not-a-file';
}

export interface RepositoryFile {
  /** Relative to the workspace, with `/`; bytes of a name that are no UTF-8 as `\\xHH`. */
  readonly path: string;
  readonly bytes: number;
  /**
   * Set when the file cannot be part of a prompt as text. Git still lists what is `missing` from the disk, and what is
   * `no-file`: a link to a folder or to nothing, a submodule, a repository inside this one (its path ends with `/`).
   */
  readonly excluded?: 'binary' | 'too-large' | 'symlink-outside' | 'missing' | 'no-file';
}

export type SymbolKind =
  | 'class'
  | 'interface'
  | 'struct'
  | 'enum'
  | 'trait'
  | 'function'
  | 'method'
  | 'property'
  | 'variable'
  | 'type'
  | 'module';

export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** 1-based. */
  readonly line: number;
  /** As it is printed behind the name: the bases of a type as `(Base,Mixin)`, a function as `(item,count?)->number`. */
  readonly signature?: string;
  readonly async?: true;
  /** Names that its constructor sets on itself. */
  readonly fields?: readonly string[];
  readonly children?: readonly CodeSymbol[];
  /** What it calls, by the last part of each name: the first four, each once. */
  readonly calls?: readonly string[];
  /** Where other files call something of its name, as `path:line`: the first four. */
  readonly calledFrom?: readonly string[];
  /** How many more such places there are. */
  readonly calledMore?: number;
}

export interface FileSymbols {
  readonly path: string;
  /** Content hash the symbols were computed from. */
  readonly hash: string;
  readonly language: string;
  readonly lines: number;
  readonly symbols: readonly CodeSymbol[];
  /** As written in the file, in its order. */
  readonly imports: readonly string[];
  /** Imports that name a file beside this one. */
  readonly importsLocal: readonly string[];
  /** How often other files call what this one defines. */
  readonly references: number;
  /** Of a language that the design itself does not read. */
  readonly extra?: true;
  readonly failed?: string;
}

export interface SymbolTable {
  readonly files: readonly FileSymbols[];
  /** False while the host is still parsing: an inspection follows when it is done. */
  readonly complete: boolean;
}

export interface Sources {
  readonly files: readonly SourceFile[];
  readonly blobs: readonly SourceBlob[];
  readonly missing: readonly MissingSource[];
  readonly repository?: readonly RepositoryFile[];
  readonly symbols?: SymbolTable;
}

export const noSources: Sources = { files: [], blobs: [], missing: [] };

/** What varies between two runs and is not a file; nothing else may. */
export interface Facts {
  /** ISO 8601 with zone. */
  readonly now: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Absolute, with `/`. */
  readonly home: string;
  /** Absolute, with `/`. */
  readonly workspace: string;
  readonly host: string;
  /** Node's `process.platform`. */
  readonly platform: string;
  readonly osVersion: string;
  readonly arch: string;
  readonly shell: string;
}

export interface Place {
  readonly source: SourceId;
  readonly span: Span;
}
