/**
 * What an assembler requests and what the host answers. `shared/sources` may import only `shared/document`. An
 * assembler never reads files. It returns requests as data, and is called again with the answers until it has no new
 * requests.
 */
import type { SourceId, Span } from '../document/types';
import type { FramePiece, KnownFrames } from './learned-frame';

export type SourceRoot = 'workspace' | 'home' | 'absolute';

/**
 * Who asks for a file outside the workspace. If absent, the folder itself asks, and nothing is read until the user
 * allows it.
 */
export type NamedBy =
  /** The design is documented to read this place. */
  | { readonly of: 'design' }
  /**
   * The path belongs to a folder that a setting names. Allowed if the user set it; otherwise the folder must be
   * allowed.
   */
  | { readonly of: 'setting'; readonly name: string; readonly folder: string };

interface RequestedBy {
  readonly namedBy?: NamedBy;
  /** Where the folder's own files ask for it, if the path may be outside. */
  readonly by?: Place;
}

export type SourceRequest =
  /**
   * `redact`: masks secrets in headers while reading, and truncates a file over the size limit instead of refusing it.
   */
  | (RequestedBy & {
      readonly kind: 'file';
      readonly as: string;
      readonly root: SourceRoot;
      readonly path: string;
      readonly redact?: true;
      /** In a file over the size limit that holds requests: only the one with this number, from 1. */
      readonly request?: number;
    })
  /**
   * `*`, `?`, `[a-z]`, `{a,b}`, `@(a|b)` and `**`; answered with files sorted by path in code-unit order. `heads`:
   * answered with the start of each file and what it holds, for folders too large to read whole.
   */
  | (RequestedBy & {
      readonly kind: 'glob';
      readonly as: string;
      readonly root: SourceRoot;
      readonly pattern: string;
      readonly redact?: true;
      readonly heads?: true;
    })
  /**
   * Each of `names` in the folder `from` and in all its parents. Answered innermost folder first, names in the given
   * order.
   */
  | (RequestedBy & {
      readonly kind: 'ancestors';
      readonly as: string;
      readonly from: string;
      readonly names: readonly string[];
    })
  /** Checks only whether a folder exists. If not, `missing` has an entry: `not-a-file` if a file has its name. */
  | (RequestedBy & { readonly kind: 'folder'; readonly as: string; readonly root: SourceRoot; readonly path: string })
  /** A file's bytes, for images. */
  | (RequestedBy & { readonly kind: 'blob'; readonly as: string; readonly root: SourceRoot; readonly path: string })
  /** The files that git would list (or a walk with ignore rules), without contents. */
  | { readonly kind: 'repository'; readonly as: string }
  /** Symbols of the repository's source files, from the host's parser. */
  | { readonly kind: 'symbols'; readonly as: string }
  /**
   * What captures on this machine taught about an agent's own prompt. `pieces`: what its rules make of the files, if
   * only their texts show where they stand in a request.
   */
  | {
      readonly kind: 'frame';
      readonly as: string;
      readonly agent: string;
      readonly pieces?: readonly FramePiece[];
    };

/** A text file as read: without BOM, invalid bytes as U+FFFD, original line ends, including unsaved edits. */
export interface SourceFile {
  readonly id: SourceId;
  /** Absolute, with `/`. */
  readonly path: string;
  /** The `as` of its request. A file that answers two requests is listed twice. */
  readonly as: string;
  readonly text: string;
  /** The file starts with a byte order mark, which `text` leaves out. */
  readonly bom?: true;
  /** Where the links on its path lead, if they lead to another path. */
  readonly real?: string;
  /** Secrets are masked or the end is cut off: show it, but never write it back. */
  readonly redacted?: true;
  /** The text is one request of a file that is too long to be read whole. */
  readonly part?: SourcePart;
}

export interface SourcePart {
  /** The names of all requests of the file, in order. */
  readonly labels: readonly string[];
  /** What the file says about this request elsewhere. */
  readonly around?: {
    readonly at?: string | undefined;
    readonly address?: string | undefined;
    readonly model?: string | undefined;
    readonly rebuilt?: { readonly from: string; readonly notRecorded: readonly string[] } | undefined;
  };
}

/** What a file of a folder with captured requests holds. `about`: when, where and how one request was sent. */
export type ContentKind = 'request' | 'log' | 'response' | 'about' | 'none';

/** The start of a file, without secrets. */
export interface SourceHead {
  readonly id: SourceId;
  readonly path: string;
  readonly as: string;
  readonly holds: ContentKind;
  readonly text: string;
  /** Size of the whole file. */
  readonly bytes: number;
  /** When the file was last written, in milliseconds since 1970. */
  readonly modified: number;
}

export interface SourceBlob {
  readonly id: SourceId;
  readonly path: string;
  readonly as: string;
  readonly base64: string;
  readonly bytes: number;
}

/**
 * A requested file that is missing, refused or unreadable (a finding says why). `untrusted`: the user has not allowed
 * it yet.
 */
export interface MissingSource {
  readonly as: string;
  readonly path: string;
  readonly why: 'missing' | 'untrusted' | 'refused' | 'too-large' | 'unreadable' | 'not-a-file';
}

export interface RepositoryFile {
  /** Relative to the workspace, with `/`; bytes of a name that are not UTF-8 as `\\xHH`. */
  readonly path: string;
  readonly bytes: number;
  /**
   * Set if the file cannot be in a prompt as text. Git still lists files that are `missing` from the disk, and
   * `no-file` entries: a link to a folder or to nothing, a submodule, or a nested repository (its path ends with `/`).
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
  /** Printed after the name: the bases of a type as `(Base,Mixin)`, a function as `(item,count?)->number`. */
  readonly signature?: string;
  readonly async?: true;
  /** Fields that its constructor sets. */
  readonly fields?: readonly string[];
  readonly children?: readonly CodeSymbol[];
  /** The first four different names it calls, each by its last part. */
  readonly calls?: readonly string[];
  /** The first four places in other files that call this name, as `path:line`. */
  readonly calledFrom?: readonly string[];
  /** Number of further such places. */
  readonly calledMore?: number;
}

export interface FileSymbols {
  readonly path: string;
  /** Hash of the content that was parsed. */
  readonly hash: string;
  readonly language: string;
  readonly lines: number;
  readonly symbols: readonly CodeSymbol[];
  /** As written, in file order. */
  readonly imports: readonly string[];
  /** Imports of the project's own files: relative ones, or those of the same crate. */
  readonly importsLocal: readonly string[];
  /** How often other files call symbols of this one. */
  readonly references: number;
  /** A language that the design itself does not read. */
  readonly extra?: true;
  readonly failed?: string;
}

export interface SymbolTable {
  readonly files: readonly FileSymbols[];
  /** False while the host is still parsing; another inspection follows. */
  readonly complete: boolean;
}

export interface Sources {
  readonly files: readonly SourceFile[];
  readonly blobs: readonly SourceBlob[];
  readonly missing: readonly MissingSource[];
  readonly heads?: readonly SourceHead[];
  readonly repository?: readonly RepositoryFile[];
  readonly symbols?: SymbolTable;
  readonly frames?: KnownFrames;
}

export const noSources: Sources = { files: [], blobs: [], missing: [] };

/** The only inputs besides files that may differ between two runs. */
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
  /** The variables by which agents find their own folders, where they are set. None if the user named a home. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Place {
  readonly source: SourceId;
  readonly span: Span;
}
