import type { TalkPlace } from './model/conversation/lit-rows';
import type { Reveal } from './model/prompt/prompt-text';
import type { PromptEditor } from './monaco/prompt/prompt-editor';
import type { SourceEditor } from './monaco/source-editor';

/** The conversation on screen, as far as commands reach it. */
export interface ConversationHandle {
  find(): void;
  focus(): void;
  /** Highlights places of the prompt. */
  light(places: readonly TalkPlace[], reveal: Reveal): void;
}

/** The editors that are mounted now; commands reach them here without going through React. */
export interface EditorHandles {
  prompt: PromptEditor | null;
  /** Null while the prompt is shown as text. */
  conversation: ConversationHandle | null;
  source: SourceEditor | null;
  /** Created while the first build is under way; the first pane to mount a prompt takes it. */
  spare: PromptEditor | null;
}
