/** The bars at the top and the bottom of the window. */

export const copyMenuWords = {
  copy: 'Copy',
  moreWays: 'More ways to copy',
  wholePrompt: 'Whole prompt',
  partAsText: 'Part of it, as text',
  selectedSection: 'Selected section',
  selectedText: 'Selected text',
  exportDialog: 'Copy or export…',
};

export const correctionMarkWords = {
  corrected: (ratio: string) => `corrected ${ratio}`,
};

export const correctionNoteWords = {
  forget: 'Forget the correction',
  correct: 'Correct the estimates by this',
};

export const headlineWords = {
  label: 'Tokens and cost',
  model: 'Model',
  modelHint: 'Sets the tokenizer, the context window, the caching rules and the prices',
  assumedHint: 'Tokens, caching rules and price are those of this model. Choose the one that the request went to.',
  reported: 'reported',
  ofWindow: (tokens: string) => `of ${tokens}`,
  overWindow: (tokens: string) => `${tokens} over the context window`,
  without: (what: string) => `without ${what}`,
  refused: 'would be refused',
  reportedCostHint: 'What this request cost, by the tokens that the provider reported',
  predictedHint: (count: string) => ` Predicted from ${count}, not from the tokens that were reported.`,
  rulesUnknown: 'Strata knows no caching rules for this model',
  priceUnknown: 'price unknown',
  priceUnknownHint: 'Strata knows no price of this model',
  forPart: 'for this part',
  tooShortHint: 'What is too short to cache costs the same with every request',
  notCached: 'not cached',
  notCachedHint: (rules: string, asOf: string) =>
    `By the rules of ${rules}, ${asOf}, nothing of it is read from a cache`,
  cold: 'cold',
  coldHint: 'If nothing was sent before: it is written or paid in full.',
  warm: 'warm',
  warmNotPromised:
    'If the very same request was sent just before: from what the provider may read of it to what it promises. ' +
    'It promises no hit.',
  warmByProvider: 'If the very same request was sent just before: it is read as far as the provider caches it.',
  warmByBreakpoints: 'If the very same request was sent just before: it is read up to its breakpoints.',
  withSuggested: 'with suggested breakpoints',
  suggestedHint: ' No breakpoint is set: these are the suggested ones.',
};

export const settingControlWords = {
  wantsNumber: 'Enter a number.',
  wantsJson: 'Enter JSON.',
};

export const settingsBarWords = {
  settingsOfDesign: 'Settings of the design',
  settings: (part: string) => `Settings${part} ▾`,
  allSettings: 'All settings',
  now: (from: string) => ` Now: ${from}.`,
  useDefault: 'Use the default',
};

export const statusBarWords = {
  status: 'Status',
  stableTokensHint:
    'Tokens before the first text that changes with every request, framing included, as on the ruler. How much of it ' +
    'is cached: see Cache.',
  beforeActiveText: 'before changing text',
  rebuiltIn: 'rebuilt in',
  msAfter: (cause: string) => `ms after ${cause}`,
  files: (count: string) => (count === '1' ? '1 file' : `${count} files`),
  folders: (count: string) => (count === '1' ? '1 folder' : `${count} folders`),
  watchingIn: (files: string, folders: string) => `watching ${files} in ${folders}`,
  unsaved: (dirty: number) => `${dirty} unsaved`,
  stale: 'stale',
  revision: (label: string, revision: number) => `${label} · revision ${revision}`,
  unsafeHint:
    'Until you save, Strata keeps what you type in its own folder. Right now it cannot, so a crash would lose ' +
    'it. Save your files.',
  unsafe: (problem: string) => `unsaved edits are not safe from a crash: ${problem}`,
};

export const topBarWords = {
  design: 'Design',
  foundHere: 'found here',
  commandPalette: 'Command palette',
  commandPaletteKeys: (keys: string) => `Command palette (${keys})`,
  commands: 'Commands',
  captureHint: 'Record what an agent sends',
  capture: 'Capture',
  folder: (folder: string) => `Folder ${folder}`,
  openFolder: 'Open folder…',
  newWindow: 'New window',
  recent: 'Recent',
  examples: 'Examples',
};
