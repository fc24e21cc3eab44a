/** The prompt pane and the notes above it. */

export const architectureNoteWords = {
  readAsFilesOfAnother: (shown: string) => `Read as ${shown}. Files of another design are here too:`,
  dismiss: 'Dismiss',
};

export const layoutNoteWords = {
  noKnownAgentLayout: 'No known agent layout',
  wasNotOpenedItCan: (folder: string) => `${folder} was not opened. It can be read as:`,
  newLayoutFromThisFolder: 'New layout from this folder',
  notNow: 'Not now',
};

export const promptPaneWords = {
  prompt: 'Prompt',
  messages: (messagesCount: number) => `${messagesCount} messages`,
  oneMessage: 'one message',
  anotherAgentSettingRequestOr: 'Another agent, setting, request or build side by side',
  compare: 'Compare',
  readingTheConversation: 'Reading the conversation…',
  comparing: 'Comparing…',
  showThePromptAs: 'Show the prompt as',
  messagesWithTheirCallsResults: 'Messages with their calls, results and images',
  conversation: 'Conversation',
  theTextThatIsSent: 'The text that is sent, character by character',
  text: 'Text',
};

export const staleNoteWords = {
  noPrompt: 'No prompt',
  stale: 'Stale',
  thereIsNothingToSend: 'There is nothing to send with these settings.',
  theNewestFilesCannotBe: 'The newest files cannot be built; this is the last good prompt.',
  showThePlace: 'Show the place',
};

export const tracedNoteWords = {
  files: (files: string) => `${files} files`,
  oneFile: 'one file',
  withTheFilesAsThey: (name: string) => `${name}, with the files as they are now.`,
  ofCharactersWhatTheModel: (matched: string, total: string) =>
    `${matched} of ${total} characters; what the model said is not traced`,
  ofItsTextStoodIn: (share: number, inFiles: string) => `${share} % of its text was found in ${inFiles} here`,
  noneOfItsTextStood: 'None of its text was found in files here',
  whenItWasTracedThe: 'when it was traced. The rest was not found in files.',
  looksInTheFilesAs: 'Looks in the files as they are now',
  traceAgain: 'Trace again',
};

export const triedNoteWords = {
  asJson: (many: string) => `${many} as JSON`,
  trying: (many: string) => `Trying ${many}`,
  inNoFile: (price: string, price2: string) => `${price}${price2} · not in any file`,
  takeOutButton: 'Take out ▾',
  takeOut: 'Take out',
  copyTheBreakpointsAsJson: 'Copy the breakpoints as JSON',
  copyAsAnthropic: 'Copy the request with them as Anthropic JSON',
  copyAsBedrock: 'Copy the request with them as Bedrock JSON',
  onlyDeclared: ': only a declared layout has a place for them',
  copyAPatchOfStrata: (more: string) => `Copy a patch of strata.json${more}`,
  putBack: 'Put back',
};

export const trustNoteWords = {
  files: (asksCount: number) => `${asksCount} files`,
  aFile: 'a file',
  theyAre: 'They are',
  itIs: 'It is',
  thisFolderAsksToRead: (part: string, part2: string) =>
    `This folder asks to read ${part} outside it. ${part2} left out.`,
  show: 'Show…',
  notNow: 'Not now',
};
