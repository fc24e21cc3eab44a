/** Dialogs, the command palette and the tour. */

export const conflictDialogWords = {
  changedOnDisk: 'changed on disk',
  deletedOnDisk: 'was deleted on disk',
  unreadableOnDisk: 'cannot be read on disk',
  nothingIsLost: 'Nothing is lost until you choose.',
  howToMerge: ' To merge, take changes over with the arrows between the sides, or type on your side.',
  changedAgain: 'Changed again',
  changedSinceShown: (name: string) =>
    `${name} has changed on disk since it was shown here. Look at it before you choose.`,
  showDisk: 'Show what is on disk now',
  decideLater: 'Decide later',
  close: 'Close',
  onDisk: 'On disk',
  onDiskBefore: 'On disk before',
  merged: 'Merged: yours, with what you take over',
  yoursBefore: 'Yours as it was',
  yours: 'Yours',
};

export const countDialogWords = {
  titleAnyProvider: 'Count at the provider',
  title: (provider: string) => `Count at ${provider}`,
  whatIsSent: (provider: string) =>
    `This sends the prompt on screen to ${provider}, which answers with its number of tokens. ` +
    'Nothing else is asked, and nothing more is sent until you ask again.',
  what: 'What',
  messages: (count: string) => (count === '1' ? '1 message' : `${count} messages`),
  tools: (count: string) => (count === '1' ? '1 tool' : `${count} tools`),
  wholePrompt: (messages: string, tools: string, kilobytes: string) =>
    `the whole prompt: ${messages}, ${tools}, ${kilobytes} KB`,
  where: 'Where',
  key: 'Key',
  keyOfService: 'of the service',
  keyOfKeychain: 'in the system keychain: the environment has none',
  keyOfEnvironment: 'from the environment',
  keyIsNotKept: '. It is sent to this address only, and kept nowhere.',
  maskSecrets: (count: number) =>
    `Mask ${count === 1 ? '1 text that looks' : `${count} texts that look`} like a secret; ` +
    'masked, the count is a little off',
  noSecrets: 'Nothing in it looks like a secret.',
  waitingFor: (provider: string) => `Waiting for ${provider}`,
  cancel: 'Cancel',
  tryAgain: 'Try again',
  sendAndCount: 'Send and count',
  waiting: 'Waiting…',
};

export const dialogFrameWords = {
  close: 'Close',
};

export const exportDialogWords = {
  title: 'Copy or export',
  what: 'What',
  as: 'As',
  maskSecrets: (count: number) =>
    `Mask ${count === 1 ? '1 text that looks' : `${count} texts that look`} like a secret`,
  noSecrets: 'Nothing in it looks like a secret.',
  saveToFile: 'Save to a file…',
  copyToClipboard: 'Copy to clipboard',
  notExpressed: 'What this format cannot express',
  wholePrompt: 'The whole prompt',
  selectedNode: (type: string, part: string) => `The selected ${type}: ${part}`,
  selectedText: 'The selected text',
  tier: (tier: string) => `Tier ${tier}`,
};

export const paletteWords = {
  commandPalette: 'Command palette',
  searchField: 'Search commands and settings',
  search: 'Search commands, settings, models, sections and files',
  results: 'Results',
  nothingFound: 'Nothing by that name. Try another word, such as “cost”, “model” or “compare”.',
  more: (count: string) => `${count} more: type to narrow the list.`,
};

export const secretsDialogWords = {
  oneSecret: 'A text looks like a secret',
  secrets: (count: number) => `${count} texts look like secrets`,
  theyRead: 'they look like this',
  itReads: 'it looks like this',
  aboutToCopy: (format: string, part: string) => `You are about to copy this as ${format}. Masked, ${part}:`,
  cancel: 'Cancel',
  copyUnmasked: 'Copy as it is',
  copyMasked: 'Copy masked',
  line: (line: number) => `line ${line}`,
  andMore: (count: number) => `and ${count} more`,
};

export const shortcutSheetWords = {
  keyboardShortcuts: 'Keyboard shortcuts',
  allShortcuts: 'All shortcuts',
  enter: 'Enter',
  tab: 'Tab',
  esc: 'Esc',
  delete: 'Delete',
  click: 'Click',
  sections: 'Sections',
  selectSection: 'Select the section above or below',
  foldOrUnfold: 'Fold or unfold',
  openSource: 'Open its source',
  prompt: 'Prompt',
  openSourceThere: 'Open the source at that character',
  openSourceAtCursor: 'Open the source at the cursor',
  conversation: 'Conversation',
  previousMessage: 'Previous message',
  nextMessage: 'Next message',
  foldAll: 'Fold all messages',
  openAll: 'Open all messages',
  find: 'Find everywhere',
  matchCase: 'Match case',
  wholeWord: 'Match whole words',
  breakpoints: 'Breakpoints on the ruler',
  moveBreakpoint: 'Move it',
  removeBreakpoint: 'Remove it',
  stopTrying: 'Put all back',
  everywhere: 'Everywhere',
  nextPart: 'Next control',
  openMenu: 'Open the menu of a row',
  close: 'Close a dialog or menu',
  system: 'System',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  fullScreen: 'Full screen, or back',
  minimise: 'Minimise the window',
  closeWindow: 'Close the window',
  quit: 'Quit Strata',
};

export const tourWords = {
  findsEverythingElse: (keys: string) => ` ${keys} finds everything else.`,
  of: (count: number, tourStopsCount: number) => `${count} of ${tourStopsCount}`,
  leaveTheTour: 'Leave the tour',
  back: 'Back',
  next: 'Next',
  start: 'Start',
};

export const trustDialogWords = {
  title: 'Files outside this folder',
  asksForNothing: 'This folder asks for nothing outside itself.',
  whatIsAsked: 'The files of this folder ask for these. Until you allow one, it is neither read nor looked at.',
  mayHoldSecretsHint: 'These may hold passwords or keys. What you allow becomes part of the prompt.',
  allowed: 'Allowed',
  revokePath: (path: string) => `Revoke ${path}`,
  revoke: 'Revoke',
  revokeAll: 'Revoke all',
  close: 'Close',
  allowThese: (plainCount: number) => `Allow these ${plainCount}`,
  allowThisOne: 'Allow this one',
  askedFor: 'Asked for',
  mayHoldSecrets: 'May hold secrets',
  askedForBy: ', asked for by ',
  line: (line: number) => ` line ${line}`,
  allowPath: (path: string) => `Allow ${path}`,
  allow: 'Allow',
  andMore: (count: number) => `and ${count} more`,
};
