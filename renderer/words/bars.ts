/** The bars at the top and the bottom of the window. */

export const copyMenuWords = {
  copy: 'Copy',
  moreWaysToCopy: 'More ways to copy',
  wholePrompt: 'Whole prompt',
  partOfItAsText: 'Part of it, as text',
  selectedSection: 'Selected section',
  selectedText: 'Selected text',
  copyOrExportWithOptions: 'Copy or export with options…',
};

export const correctionMarkWords = {
  corrected: (ratio: string) => `corrected ${ratio}`,
};

export const correctionNoteWords = {
  forgetTheCorrection: 'Forget the correction',
  correctTheEstimatesByThis: 'Correct the estimates by this',
};

export const settingControlWords = {
  writeANumber: 'Enter a number.',
  writeJson: 'Enter JSON.',
};

export const settingsBarWords = {
  settingsOfTheArchitecture: 'Settings of the architecture',
  settings: (part: string) => `Settings${part} ▾`,
  allSettings: 'All settings',
  now: (from: string) => ` Now: ${from}.`,
  useTheDefault: 'Use the default',
};

export const statusBarWords = {
  status: 'Status',
  tokensBeforeTheFirstText:
    'Tokens before the first text that changes with every request. How much of it is cached: see Cache.',
  beforeActiveText: 'before changing text',
  rebuiltIn: 'rebuilt in',
  msAfter: (cause: string) => `ms after ${cause}`,
  watchingIn: (howMany: string, howMany2: string) => `watching ${howMany} in ${howMany2}`,
  unsaved: (dirty: number) => `${dirty} unsaved`,
  stale: 'stale',
  revision: (label: string, revision: number) => `${label} · revision ${revision}`,
  strataKeepsWhatYouType:
    'Until you save, Strata keeps what you type in its own folder. Right now it cannot, so a crash would lose ' +
    'it. Save your files.',
  unsavedEditsAreNotSafe: (problem: string) => `unsaved edits are not safe from a crash: ${problem}`,
};

export const topBarWords = {
  architecture: 'Architecture',
  foundHere: 'found here',
  commandPalette: 'Command palette',
  commandPaletteKeys: (paletteShortcut: string) => `Command palette (${paletteShortcut})`,
  commands: 'Commands',
  recordWhatAnAgentSends: 'Record what an agent sends',
  capture: 'Capture',
  workspace: (workspace: string) => `Workspace ${workspace}`,
  openFolder: 'Open folder…',
  newWindow: 'New window',
  recent: 'Recent',
  examples: 'Examples',
};
