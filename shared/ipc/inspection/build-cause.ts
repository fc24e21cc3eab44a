/** What caused a build, as data. `model/cause-text.ts` in the page turns it into text. */
export type BuildCause =
  | { readonly kind: 'opening' }
  /** The folder is gone, or no longer matches a design. */
  | { readonly kind: 'folder'; readonly path: string }
  /** One file was typed in, saved, reverted, or changed on disk. */
  | { readonly kind: 'file'; readonly id: string }
  /** Several files changed on disk: the first of them, and how many others. */
  | { readonly kind: 'files'; readonly first: string; readonly others: number }
  /** Something on disk that is not a source file. */
  | { readonly kind: 'disk' }
  | { readonly kind: 'repository' }
  | { readonly kind: 'setting'; readonly names: readonly string[] }
  | { readonly kind: 'architecture' }
  | { readonly kind: 'model' }
  /** A turn was played; its result is an unsaved edit of this state file. */
  | { readonly kind: 'turn'; readonly file: string }
  | { readonly kind: 'trust' }
  | { readonly kind: 'calibration' }
  /** A capture taught something about an agent. */
  | { readonly kind: 'capture' }
  | { readonly kind: 'clock' };
