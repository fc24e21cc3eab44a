import type { PromptEditor } from './monaco/prompt-editor';
import type { SourceEditor } from './monaco/source-editor';

/** The editors that are mounted now; commands reach them here without going through React. */
/** The conversation on screen, as far as commands reach it. */
export interface ConversationHandle {
  find(): void;
  focus(): void;
}

export interface EditorHandles {
  prompt: PromptEditor | null;
  /** Null while the prompt is shown as text. */
  conversation: ConversationHandle | null;
  source: SourceEditor | null;
  /** Made while the first build is on its way, for whoever mounts a prompt first. */
  spare: PromptEditor | null;
}
