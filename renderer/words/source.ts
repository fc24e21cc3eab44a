/** The source pane. */

export const conflictNoteWords = {
  compareAndMerge: 'Compare and merge',
  changedOnDisk: 'Changed on disk',
  deletedOnDisk: 'Deleted on disk',
  cannotBeReadOnDisk: 'Cannot be read on disk',
  keepMineAndSave: 'Keep mine and save',
  saveMineAgain: 'Save mine again',
  useTheVersionOnDisk: 'Use the version on disk',
  giveUpMine: 'Discard mine',
  yourEditIsKeptNothing: (problem: string) =>
    `${problem}. Your edit is kept. Nothing is written until the file can be read again.`,
  wasByAnotherProgramWhile: (name: string, part: string) =>
    `${name} was ${part} by another program while you were editing it.`,
};

export const filesMenuWords = {
  filesOfThisPrompt: 'Files of this prompt',
  files: (filesCount: number) => `Files ${filesCount} ▾`,
  changedOnDisk: 'changed on disk',
};

export const sourceCrumbsWords = {
  placeInTheFile: 'Place in the file',
  notInThePrompt: 'not in the prompt',
};

export const sourcePaneWords = {
  source: 'Source',
  readOnly: 'Read only',
};

export const sourceTabsWords = {
  close: 'Close',
  closeOthers: 'Close others',
  noOtherFileIsOpen: 'No other file is open.',
  copyPath: 'Copy path',
  revert: 'Revert',
  itHasNoUnsavedEdit: 'It has no unsaved edit.',
  source: 'Source',
  openFiles: 'Open files',
  deleteClosesIt: 'Delete closes it',
  unsaved: 'unsaved',
  closeFile: (id: string) => `Close ${id}`,
  save: 'Save',
};
