/** The start screen. */

export const recentSessionsWords = {
  capturedSessions: 'Captured sessions',
  request: (part: string, exchanges: string, plural: string, when: string, more: string) =>
    `${part}${exchanges} request${plural} · ${when}${more}`,
  allSessions: (count: string) => `All ${count} sessions`,
};

export const unknownFolderWords = {
  chooseHowToReadThe: 'Choose how to read the folder',
  chooseOne: 'Choose one:',
  noKnownAgentLayoutFound: (more: string) => `: no known agent layout found. ${more}`,
  whatMakesOfIt: (title: string) => `What ${title} makes of it`,
  newLayoutFromThisFolder: 'New layout from this folder',
  aNewLayoutWritesA: 'A new layout writes a strata.json that lists the prompt files found there, and nothing else.',
  whatWasLookedFor: 'What was looked for',
};

export const welcomeWords = {
  strata: 'Strata',
  seeThePromptYourAgent: 'See the prompt your agent really sends: every section, where it comes from, how large it is.',
  capture: 'Capture',
  start: 'Start',
  openFolder: 'Open folder…',
  captureAnAgent: 'Capture an agent…',
  orDropAFolderOr: 'or drop a folder or a request onto this window',
  examples: 'Examples',
  openFolderAgain: (folder: string) => `Open ${folder} again`,
  openAgain: 'Open again',
  recent: 'Recent',
};
