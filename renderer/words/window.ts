/** What is said after an action, and the frame of the window. */

export const appWords = {
  openingTheFolder: 'Opening the folder',
  readingTheWorkspace: 'Reading the workspace…',
};

export const acrossWords = {
  resizeSections: 'Resize sections',
  resizePrompt: 'Resize prompt',
};

export const downWords = {
  resizePanels: 'Resize panels',
  doubleClickAsHighAs: 'Double-click: as high as its content',
};

export const actionsWords = {
  wrote: (path: string, describeCopied: string) => `Wrote ${path}: ${describeCopied}`,
  copied: (what: string) => `Copied ${what}`,
  copiedAPatchOfStrata: (operations: number) => `Copied a patch of strata.json (JSON Patch, ${operations} operations)`,
  strataJsonHasTheseBreakpoints: 'strata.json has these breakpoints already.',
  nothingWasCopied: (problem: string) => `Nothing was copied: ${problem}.`,
  aTurnWasPlayedSave: (describeMoves: string, path: string) =>
    `A turn was played: ${describeMoves}. Save ${path} to keep it.`,
  thereIsNothingToCopy: (what: string) => `There is nothing to copy: ${what} is not on screen`,
  thisTextIs: (describeOrigin: string, wayToReplace: string) => `This text is ${describeOrigin}.${wayToReplace}`,
};

export const saveActionsWords = {
  changedAgainNotWritten: (id: string) => `${id} changed on disk again. Nothing was written.`,
  oneFileWas: '1 file was',
  savedFile: (done: number, plural: string) => `Saved ${done} file${plural}`,
  notSavedChangedOnDisk: (others: string) => `${others} not saved: changed on disk in the meantime`,
  isNotValidJsonMend: (id: string, rule: string) =>
    `${id} is not valid JSON. Fix it, then add "lint": { "${rule}": "off" }`,
  isOffInSaveIt: (rule: string, id: string) => `${rule} is off in ${id}. Save it to keep that.`,
  changedAgainEditKept: (id: string) => `${id} changed on disk again. Your edit is kept.`,
};

export const announceWords = {
  tokens: (change: string, each: string) => `${change} ${each} tokens`,
  andMore: (count: number) => ` and ${count} more`,
  nothingInThePromptChanged: '; nothing in the prompt changed',
};

export const countsWords = {
  wereCountedHere: (tokens: string, markOf: string) => `, ${tokens} ${markOf} were counted here`,
  theEstimatesAreCorrectedBy: 'The estimates are corrected by it.',
  theProviderCountsTokens: (tokens: string, beside: string, part: string) =>
    `The provider counts ${tokens} ✓ tokens${beside}. ${part}`,
  estimatesForAreCorrected: (label: string, ratio: string) => `Estimates for ${label} are corrected: ${ratio}`,
  theCorrectionIsForgottenCounts: 'The correction is forgotten: counts are plain estimates again',
};

export const requestsWords = {
  wroteStrataJsonAFirst: 'Wrote strata.json: a first layout from the prompt files of this folder. Edit it here.',
};
