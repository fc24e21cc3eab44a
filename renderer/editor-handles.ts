import type { PromptEditor } from './monaco/prompt-editor';
import type { SourceEditor } from './monaco/source-editor';

/** The editors that are mounted now; commands reach them here without going through React. */
export interface EditorHandles {
  prompt: PromptEditor | null;
  source: SourceEditor | null;
  /** Made while the first build is on its way, for whoever mounts a prompt first. */
  spare: PromptEditor | null;
}
