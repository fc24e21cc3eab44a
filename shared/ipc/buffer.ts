/** A source file as the page edits it. */
export interface Buffer {
  readonly id: string;
  readonly text: string;
  readonly dirty: boolean;
  /** Names what the file was when this text began. */
  readonly ground: number;
  /** What is on disk, when that differs from what the edit began with. */
  readonly disk?: DiskSide;
  /** Why it can be read here and not edited, as a sentence. */
  readonly locked?: string;
}

/** A buffer as the page has it. */
export interface PageBuffer extends Buffer {
  /** Names what the page has of this file. What it sends next goes on from there; no number is given twice. */
  readonly version: number;
}

/** Files that the page has open and that read differently now. */
export interface BufferChanges {
  readonly folder: string;
  /** `after` is the version that the page should have: another one knows something that this does not. */
  readonly changes: readonly { readonly after: number; readonly buffer: PageBuffer }[];
}

/** The other side of a conflict. */
export type DiskSide =
  | { readonly kind: 'text'; readonly text: string; readonly ground: number }
  | { readonly kind: 'gone'; readonly ground: number }
  | { readonly kind: 'unreadable'; readonly problem: string };

/** Whether unsaved edits would survive a crash; a sentence where they would not. */
export interface JournalState {
  readonly problem: string | null;
}
