import type { PromptDocument } from '../../shared/document/types';
import type { PromptView, ViewState } from './view';
import { hasParts } from '../model/prompt/prompt-tree';

type Seen = Pick<PromptDocument, 'sent' | 'messages' | 'architecture'>;

/** A prompt that is one text has nothing to show as a conversation. */
export function hasConversation({ sent, messages }: Seen): boolean {
  return sent !== undefined || messages.some(hasParts);
}

/** The next request of an agent also has `sent`, because its form is known. It is built here all the same. */
export function whichPrompt({ sent, architecture }: Seen): 'sent' | 'built' {
  return sent === undefined || architecture !== 'request' ? 'built' : 'sent';
}

export function promptViewOf(document: Seen, views: ViewState['promptViews']): PromptView {
  return hasConversation(document) ? views[whichPrompt(document)] : 'text';
}
