/** The prompt pane and the notes above it. */

export const architectureNoteWords = {
  otherDesigns: (shown: string) => `Read as ${shown}. Files of another design are here too:`,
  dismiss: 'Dismiss',
};

export const layoutNoteWords = {
  title: 'No known agent design',
  notOpened: (folder: string) => `${folder} was not opened. It can be read as:`,
  newLayout: 'New layout from this folder',
  notNow: 'Not now',
};

export const promptPaneWords = {
  prompt: 'Prompt',
  messages: (messagesCount: number) => `${messagesCount} messages`,
  oneMessage: 'one message',
  compareHint: 'Another agent, setting, request or build side by side',
  compare: 'Compare',
  reading: 'Reading the conversation…',
  comparing: 'Comparing…',
  showAs: 'Show the prompt as',
  conversationHint: 'Messages with their calls, results and images',
  conversation: 'Conversation',
  textHint: 'The text that is sent, character by character',
  text: 'Text',
};

export const staleNoteWords = {
  noPrompt: 'No prompt',
  stale: 'Stale',
  nothingToSend: 'There is nothing to send with these settings.',
  lastGood: 'The newest files cannot be built; this is the last good prompt.',
  showThePlace: 'Show the place',
};

export const tracedNoteWords = {
  files: (files: string) => `${files} files`,
  oneFile: 'one file',
  withFilesNow: (name: string) => `${name}, with the files as they are now.`,
  shareHint: (matched: string, total: string) => `${matched} of ${total} characters; what the model said is not traced`,
  share: (share: number, inFiles: string) => `${share} % of its text was found in ${inFiles} here`,
  nothingFound: 'None of its text was found in files here',
  whenTraced: 'when it was traced.',
  rest: 'The rest was not found in files.',
  traceAgainHint: 'Looks in the files as they are now',
  traceAgain: 'Trace again',
};

export const triedNoteWords = {
  asJson: (many: string) => `${many} as JSON`,
  trying: (many: string) => `Trying ${many}`,
  inNoFile: (price: string, price2: string) => `${price}${price2} · not in any file`,
  copyButton: 'Copy breakpoints ▾',
  copyMenu: 'Copy breakpoints',
  copyAsJson: 'Copy the breakpoints as JSON',
  copyAsAnthropic: 'Copy the request with them as Anthropic JSON',
  copyAsBedrock: 'Copy the request with them as Bedrock JSON',
  onlyDeclared: ': only a declared layout has a place for them',
  copyPatch: (more: string) => `Copy a patch of strata.json${more}`,
  stopTrying: 'Stop trying them',
};

export const trustNoteWords = {
  files: (asksCount: number) => `${asksCount} files`,
  aFile: 'a file',
  theyAre: 'They are',
  itIs: 'It is',
  asksToRead: (part: string, part2: string) => `This folder asks to read ${part} outside it. ${part2} left out.`,
  show: 'Show…',
  notNow: 'Not now',
};
