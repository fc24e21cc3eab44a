/** A request as a conversation. */

export const conversationWords = {
  conversation: 'Conversation',
};

export const findBarWords = {
  findInTheConversation: 'Find in the conversation',
  find: 'Find',
  of: (count: string, count2: string) => `${count} of ${count2}`,
  notFound: 'Not found',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  closeFind: 'Close find',
};

export const talkBarWords = {
  messages: 'Messages',
  message: 'Message',
  goToMessage: 'Go to message',
  of: (count: string) => `of ${count}`,
  previousMessage: 'Previous message',
  previousMessageKeys: 'Previous message (Alt+↑)',
  nextMessage: 'Next message',
  nextMessageKeys: 'Next message (Alt+↓)',
  foldAllKeys: 'One line a message (Shift+←)',
  openAllKeys: 'Shift+→',
  foldAll: 'Fold all',
  openAll: 'Open all',
};

export const talkHeadWords = {
  open: 'Open',
  fold: 'Fold',
  tools: (count: string) => `${count} tools`,
  message: (number: string) => `message ${number}`,
  parameters: 'Parameters',
  partOf: (word: string) => `${word} of `,
  error: 'error',
  copyNamed: (name: string) => `Copy ${name}`,
  copyAsText: 'Copy as text',
  copy: 'Copy',
};

export const talkRowViewWords = {
  automatic: ' · automatic',
  cacheBreakpoint: (tier: string, lifetimeText: string, part: string) =>
    `cache breakpoint · ${tier} · ${lifetimeText}${part}`,
  showAllCharacters: (whole: string) => `Show all ${whole} characters`,
  showLess: 'Show less',
  image: (size: string) => `Image: ${size}`,
};

export const talkMenuWords = {
  itIsNoPartOf: 'It is not part of the text.',
  openSource: 'Open source',
  open: 'Open',
  fold: 'Fold',
  foldAllMessages: 'Fold all messages',
  openAllMessages: 'Open all messages',
  copySelection: 'Copy selection',
  theSelection: 'the selection',
  findSelectionEverywhere: 'Find selection everywhere',
  copyText: 'Copy text',
  copyAsMarkdown: 'Copy as Markdown',
  toolsAreCopiedAsText: 'Tools are copied as text or JSON.',
  copyMessage: (number: number) => `Copy message ${number}`,
  compareSideBySide: 'Compare side by side…',
};
