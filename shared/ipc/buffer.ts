/** A source file as the page edits it. */
export interface Buffer {
  readonly id: string;
  readonly text: string;
  readonly dirty: boolean;
  /** Identifies the disk text that this text began from. */
  readonly diskVersion: number;
  /** What is on disk, if it differs from what the edit began with. */
  readonly disk?: DiskSide;
  /** Why it can be read here and not edited, as a sentence. */
  readonly locked?: string;
}

/** A buffer as the page has it. */
export interface PageBuffer extends Buffer {
  /** Identifies the page's copy of this file; its next change applies to it. Versions are never reused. */
  readonly version: number;
}

/** Files open in the page whose text changed. */
export interface BufferChanges {
  readonly folder: string;
  /** `after` is the version the page should have. With another version, the page has an edit that this change lacks. */
  readonly changes: readonly { readonly after: number; readonly buffer: PageBuffer }[];
}

/** The other side of a conflict. */
export type DiskSide =
  | { readonly kind: 'text'; readonly text: string; readonly diskVersion: number }
  | { readonly kind: 'gone'; readonly diskVersion: number }
  | { readonly kind: 'unreadable'; readonly problem: string };

/** Whether unsaved edits would survive a crash; a message if not. */
export interface JournalState {
  readonly problem: string | null;
}
