/** The start screen. */

export const recentSessionsWords = {
  capturedSessions: 'Captured sessions',
  running: 'running · ',
  oneRequest: '1 request',
  requests: (count: string) => `${count} requests`,
  unknownAgent: 'unknown agent',
  session: (state: string, requests: string, when: string, folder: string) => `${state}${requests} · ${when}${folder}`,
  allSessions: (count: string) => `All ${count} sessions`,
};

export const unknownFolderWords = {
  chooseHow: 'Choose how to read the folder',
  chooseOne: 'Choose one:',
  noneFound: (more: string) => `: no known agent design found. ${more}`,
  whatAgentMakes: (title: string) => `What ${title} makes of it`,
  newLayout: 'New layout from this folder',
  newLayoutHint: 'A new layout writes a strata.json that lists the prompt files found there, and nothing else.',
  lookedFor: 'What was looked for',
};

export const welcomeWords = {
  strata: 'Strata',
  lead: 'See the prompt your agent really sends: every section, where it comes from, how large it is.',
  capture: 'Capture',
  start: 'Start',
  openFolder: 'Open folder…',
  captureAnAgent: 'Capture an agent…',
  orDrop: 'or drop a folder or a request onto this window',
  examples: 'Examples',
  openFolderAgain: (folder: string) => `Open ${folder} again`,
  openAgain: 'Open again',
  recent: 'Recent',
};
