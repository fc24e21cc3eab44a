/** A request as a conversation. */

export const conversationWords = {
  conversation: 'Conversation',
};

export const findBarWords = {
  findInConversation: 'Find in the conversation',
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
  previousMessageHint: (keys: string) => `Previous message (${keys})`,
  nextMessage: 'Next message',
  nextMessageHint: (keys: string) => `Next message (${keys})`,
  foldAllHint: (keys: string) => `One line per message (${keys})`,
  openAllHint: (keys: string) => `Open all messages (${keys})`,
  foldAll: 'Fold all',
  openAll: 'Open all',
};

export const talkHeadWords = {
  open: 'Open',
  fold: 'Fold',
  oneTool: '1 tool',
  tools: (count: string) => `${count} tools`,
  parametersName: 'parameters',
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
  notInText: 'It is not part of the text.',
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
  toolsNotMarkdown: 'Tools are copied as text or JSON.',
  copyMessage: (number: number) => `Copy message ${number}`,
  compare: 'Compare side by side…',
};
