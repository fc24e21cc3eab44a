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

/** The other side of a conflict. */
export type DiskSide =
  | { readonly kind: 'text'; readonly text: string; readonly ground: number }
  | { readonly kind: 'gone'; readonly ground: number }
  | { readonly kind: 'unreadable'; readonly problem: string };

/** Whether unsaved edits would survive a crash; a sentence where they would not. */
export interface JournalState {
  readonly problem: string | null;
}
