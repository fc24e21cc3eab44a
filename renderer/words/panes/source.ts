/** The source pane. */

export const conflictNoteWords = {
  compareAndMerge: 'Compare and merge',
  changedOnDisk: 'Changed on disk',
  deletedOnDisk: 'Deleted on disk',
  unreadableOnDisk: 'Cannot be read on disk',
  saveMine: 'Keep mine and save',
  saveMineAgain: 'Save mine again',
  useDisk: 'Use the version on disk',
  discardMine: 'Discard mine',
  editIsKept: (problem: string) =>
    `${problem}. Your edit is kept. Nothing is written until the file can be read again.`,
  changedMeanwhile: (name: string, part: string) => `${name} was ${part} by another program while you were editing it.`,
};

export const filesMenuWords = {
  filesOfPrompt: 'Files of this prompt',
  files: (filesCount: number) => `Files ${filesCount} ▾`,
  changedOnDisk: 'changed on disk',
  unsaved: 'unsaved',
  missing: 'missing',
};

export const sourceCrumbsWords = {
  place: 'Place in the file',
  notInPrompt: 'not in the prompt',
};

export const sourcePaneWords = {
  source: 'Source',
  readOnly: 'Read only',
};

export const sourceTabsWords = {
  close: 'Close',
  closeOthers: 'Close others',
  noOtherFile: 'No other file is open.',
  copyPath: 'Copy path',
  revert: 'Revert',
  noUnsavedEdit: 'It has no unsaved edit.',
  source: 'Source',
  openFiles: 'Open files',
  deleteClosesIt: 'Delete closes it',
  unsaved: 'unsaved',
  closeFile: (id: string) => `Close ${id}`,
  save: 'Save',
};
