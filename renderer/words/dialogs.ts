/** Dialogs, the command palette and the tour. */

export const conflictDialogWords = {
  changedOnDisk: 'changed on disk',
  wasDeletedOnDisk: 'was deleted on disk',
  cannotBeReadOnDisk: 'cannot be read on disk',
  nothingIsLostUntilYou: 'Nothing is lost until you choose.',
  toMergeTakeChangesOver: ' To merge, take changes over with the arrows between the sides, or type on your side.',
  changedAgain: 'Changed again',
  isNoLongerOnDisk: (name: string) =>
    `${name} has changed on disk since it was shown here. Look at it before you choose.`,
  showWhatIsOnDisk: 'Show what is on disk now',
  decideLater: 'Decide later',
  close: 'Close',
  onDisk: 'On disk',
  onDiskBefore: 'On disk before',
  mergedYoursWithWhatYou: 'Merged: yours, with what you take over',
  yoursAsItWas: 'Yours as it was',
  yours: 'Yours',
};

export const countDialogWords = {
  countAtTheProvider: 'Count at the provider',
  countAt: (provider: string) => `Count at ${provider}`,
  thisSendsThePromptOn: (provider: string) =>
    `This sends the prompt on screen to ${provider}, which answers with its number of tokens. ` +
    'Nothing else is asked, and nothing more is sent until you ask again.',
  what: 'What',
  theWholePromptMessageTool: (messages: string, plural: string, tools: string, plural2: string, Math: string) =>
    `the whole prompt: ${messages} message${plural}, ${tools} tool${plural2}, ${Math} KB`,
  where: 'Where',
  key: 'Key',
  ofTheService: 'of the service',
  inTheSystemKeychainThe: 'in the system keychain: the environment has none',
  ofTheEnvironment: 'of the environment',
  itIsSentToThis: '. It is sent to this address only, and kept nowhere.',
  maskTextThatLookLike: (secretsCount: number, plural: string, part: string) =>
    `Mask ${secretsCount} text${plural} that look${part} like a secret; masked, the count is a little off`,
  nothingInItLooksLike: 'Nothing in it looks like a secret.',
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
  copyOrExport: 'Copy or export',
  what: 'What',
  as: 'As',
  maskTextThatLookLike: (secretsCount: number, plural: string, part: string) =>
    `Mask ${secretsCount} text${plural} that look${part} like a secret`,
  nothingInItLooksLike: 'Nothing in it looks like a secret.',
  saveToAFile: 'Save to a file…',
  copyToClipboard: 'Copy to clipboard',
  whatThisExportCannotSay: 'What this format cannot express',
  theWholePrompt: 'The whole prompt',
  theSelected: (type: string, part: string) => `The selected ${type}: ${part}`,
  theSelectedText: 'The selected text',
  tier: (tier: string) => `Tier ${tier}`,
};

export const paletteWords = {
  commandPalette: 'Command palette',
  searchCommandsSettingsModelsSections: 'Search commands, settings, models, sections and files',
  results: 'Results',
  nothingByThatNameTry: 'Nothing by that name. Try another word, such as “cost”, “model” or “compare”.',
  moreTypeToNarrowThe: (count: string) => `${count} more: type to narrow the list.`,
};

export const secretsDialogWords = {
  aTextLooks: 'A text looks',
  likeASecret: (part: string) => `${part} like a secret`,
  theyRead: 'they read',
  itReads: 'it reads',
  youAreAboutToCopy: (format: string, part: string) =>
    `You are about to copy the prompt as ${format}. Masked, ${part}:`,
  cancel: 'Cancel',
  copyAsItIs: 'Copy as it is',
  copyMasked: 'Copy masked',
  line: (line: number) => `line ${line}`,
  andMore: (count: number) => `and ${count} more`,
};

export const shortcutSheetWords = {
  sections: 'Sections',
  selectTheSectionAboveOr: 'Select the section above or below',
  foldOrUnfold: 'Fold or unfold',
  openItsSource: 'Open its source',
  prompt: 'Prompt',
  click: 'Click',
  openTheSourceAtThat: 'Open the source at that character',
  ctrlF: 'Ctrl+F',
  findInThePrompt: 'Find in the prompt',
  everywhere: 'Everywhere',
  nextPartOfTheWindow: 'Next part of the window',
  esc: 'Esc',
  closeADialogOrMenu: 'Close a dialog or menu',
  keyboardShortcuts: 'Keyboard shortcuts',
  allShortcuts: 'All shortcuts',
};

export const tourWords = {
  findsEverythingElse: (paletteShortcut: string) => ` ${paletteShortcut} finds everything else.`,
  of: (count: number, tourStopsCount: number) => `${count} of ${tourStopsCount}`,
  leaveTheTour: 'Leave the tour',
  back: 'Back',
  next: 'Next',
  start: 'Start',
};

export const trustDialogWords = {
  filesOutsideThisFolder: 'Files outside this folder',
  thisFolderAsksForNothing: 'This folder asks for nothing outside itself.',
  theFilesOfThisFolder:
    'The files of this folder ask for these. Until you allow one, it is neither read nor looked at.',
  theseMayHoldPasswordsOr: 'These may hold passwords or keys. What you allow becomes part of the prompt.',
  allowed: 'Allowed',
  takeBackPath: (path: string) => `Take back ${path}`,
  takeBack: 'Take back',
  takeAllBack: 'Take all back',
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
