/** What is said after an action, and the frame of the window. */

export const appWords = {
  openingFolder: 'Opening the folder',
  readingFolder: 'Reading the folder…',
};

export const acrossWords = {
  resizeSections: 'Resize sections',
  resizePrompt: 'Resize prompt',
};

export const downWords = {
  resizePanels: 'Resize panels',
  resizeHint: 'Double-click: as high as its content',
};

export const actionsWords = {
  wrote: (path: string, describeCopied: string) => `Wrote ${path}: ${describeCopied}`,
  copied: (what: string) => `Copied ${what}`,
  copiedPatch: (operations: number) =>
    `Copied a patch of strata.json (JSON Patch, ${operations === 1 ? '1 operation' : `${operations} operations`})`,
  hasTheseBreakpoints: 'strata.json has these breakpoints already.',
  nothingCopied: (problem: string) => `Nothing was copied: ${problem}.`,
  turnPlayed: (describeMoves: string, path: string) => `A turn was played: ${describeMoves}. Save ${path} to keep it.`,
  nothingToCopy: (what: string) => `There is nothing to copy: ${what} is not on screen`,
  textOrigin: (describeOrigin: string, wayToReplace: string) => `This text is ${describeOrigin}.${wayToReplace}`,
};

export const saveActionsWords = {
  notWritten: (id: string) => `${id} changed on disk again. Nothing was written.`,
  oneFileWas: '1 file was',
  filesWere: (count: number) => `${count} files were`,
  savedOne: 'Saved 1 file',
  saved: (count: number) => `Saved ${count} files`,
  notSaved: (others: string) => `${others} not saved: changed on disk in the meantime`,
  invalidJson: (id: string, rule: string) => `${id} is not valid JSON. Fix it, then add "lint": { "${rule}": "off" }`,
  ruleIsOff: (rule: string, id: string) => `${rule} is off in ${id}. Save it to keep that.`,
  editKept: (id: string) => `${id} changed on disk again. Your edit is kept.`,
};

export const announceWords = {
  tokens: (change: string, each: string) => `${change} ${each} tokens`,
  andMore: (count: number) => ` and ${count} more`,
  nothingChanged: '; nothing in the prompt changed',
};

export const countsWords = {
  countedHere: (tokens: string, markOf: string) => `, ${tokens} ${markOf} were counted here`,
  nowCorrected: 'The estimates are corrected by it.',
  providerCounts: (tokens: string, beside: string, part: string) =>
    `The provider counts ${tokens} ✓ tokens${beside}. ${part}`,
  corrected: (label: string, ratio: string) => `Estimates for ${label} are corrected: ${ratio}`,
  forgotten: 'The correction is forgotten: counts are plain estimates again',
};

export const requestsWords = {
  wroteLayout: 'Wrote strata.json: a first layout from the prompt files of this folder. Edit it here.',
};
