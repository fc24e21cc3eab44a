import type { PromptEditor } from './monaco/prompt-editor';
import type { SourceEditor } from './monaco/source-editor';

/** The mounted editors. Commands reach them here without going through React. */
export interface EditorHandles {
  prompt: PromptEditor | null;
  source: SourceEditor | null;
  /** Created while the first build is under way; the first pane to mount a prompt takes it. */
  spare: PromptEditor | null;
}
