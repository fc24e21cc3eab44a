/** The Tiers panel. */

export const tierColumnsWords = {
  byOwnRule: 'by the design’s own rule, characters ÷ 4, which its tracker uses',
  tier: 'Tier',
  item: 'Item',
  kind: 'Kind',
  unchangedFor: 'Unchanged for',
  unchangedHint: 'Turns without a change. At the second number it may rise a tier.',
  tokens: 'Tokens',
  why: 'Why',
  of: (n: string, threshold: string) => `${n} of ${threshold}`,
};

export const tiersPanelWords = {
  notInRequest: (label: string, why: string) => `${label} is not in this request: ${why}`,
  items: 'Items',
  copyPath: 'Copy path',
  thePath: 'the path',
  targetHint: (tracked: string, target: string, byDesign: string) =>
    `The sum of its rows. ${tracked} of the ${target} tokens that make a tier worth a breakpoint, ${byDesign}`,
  inPrompt: (tokens: string) => `(${tokens} in the prompt)`,
  target: (target: string) => `target ${target} a tier`,
};

export const turnFilesWords = {
  workingFilesButton: (selectedCount: number) => `Working files ${selectedCount} ▾`,
  workingFiles: 'Working files',
  filterFiles: 'Filter files',
  add: (filter: string) => `add ${filter}`,
  asInFile: 'as in strata.json',
  moreFiles: (more: string) => `${more} more not listed: type the path of a file to add it.`,
  files: 'Files of the repository',
};

export const turnMovesWords = {
  playHint: 'Plays one request with these files, as if it was sent and answered, and shows what moves',
  playATurn: 'Play a turn',
  lastMoves: 'What the last turn moved',
  moved: 'Moved',
  item: 'Item',
  from: 'From',
  to: 'To',
  why: 'Why',
  andMore: (count: number) => `and ${count} more`,
  isNotSaved: (unsaved: string) => `${unsaved} is not saved:`,
  saveTheState: 'save the state',
  undoTheTurn: 'undo the turn',
};
