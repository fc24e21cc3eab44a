/** The panels about the build: findings, changes, history, messages, tools, and what some designs add. */

export const catalogCompareWords = {
  shipped: 'as shipped with Strata',
  used: 'as used in this folder',
  anotherFolder: 'another folder…',
  allParts: '← All parts',
  from: 'From',
  to: 'To',
  ownEstimate: 'by the design’s own estimate, bytes ÷ 4',
  addedRemoved: (addedCount: number, removedCount: number) => `${addedCount} added, ${removedCount} removed, `,
  changedTheSame: (changedCount: number, unchanged: number) => `${changedCount} changed, ${unchanged} the same; `,
  tokens: (change: string) => `${change} ≈ tokens`,
  leftOut: (leftOut: string) => `Left out: ${leftOut}`,
  before: (version: string) => `Before, ${version}`,
  after: (version: string) => `After, ${version}`,
  noTextDiffers: 'No text differs between the two.',
};

export const catalogPanelWords = {
  comparePartSets: 'Compare part sets…',
  parts: 'Parts',
  copyText: 'Copy text',
  theText: 'the text of the part',
  openSource: 'Open source',
  shipsWithStrata: 'This part ships with Strata.',
  when: (condition: string) => (condition === '' || condition === 'always' ? '' : `when ${condition} · `),
  version: (when: string, why: string, version: string) => `${when}${why} · version ${version}`,
  part: 'Part',
  in: 'In',
  isIn: '✓ in',
  isOut: '– out',
  kind: 'Kind',
  overridden: (kind: string) => `${kind}, overridden`,
  tokens: 'Tokens',
  tokensHint: 'As counted in this request',
  declared: 'Declared',
  declaredHint: 'Tokens that the catalogue states for this part',
  why: 'Why',
  notMeasured: 'not in this request, so there is nothing to measure',
};

export const changesPanelWords = {
  showFirst: 'Show the first change',
  comparedWith: 'Compared with',
  previewOf: 'Preview of',
  anotherWorkspace: 'another folder…',
  pinThisBuild: 'Pin this build',
  sideBySide: 'Side by side',
  changedSections: 'Changed sections',
  copyTextBefore: 'Copy text before',
  theTextBefore: 'the text before',
  copyTextNow: 'Copy text now',
  theTextNow: 'the text now',
  copyTextThen: 'Copy text of the preview',
  theTextThen: 'the text of the preview',
  before: 'Before',
  now: 'Now',
  preview: 'Preview',
  nowThen: (before: string, beforeRange: string, after: string, afterRange: string) =>
    `now ${before} ${beforeRange}, then ${after} ${afterRange}; `,
  nowAndThen: 'Now and in the preview',
  beforeNow: (before: string, beforeRange: string, after: string, afterRange: string) =>
    `before ${before} ${beforeRange}, now ${after} ${afterRange}; `,
  section: 'Section',
  tokens: 'Tokens',
  beforeAndNow: 'Before and now',
  change: 'Change',
};

export const findingsPanelWords = {
  error: 'Error',
  warning: 'Warning',
  note: 'Note',
  filterFindings: 'Filter findings',
  filter: 'Filter',
  findings: (shownCount: number) => (shownCount === 1 ? '1 finding' : `${shownCount} findings`),
  copyTable: 'Copy table',
  noFindingHas: (filter: string) => `No finding has “${filter}”.`,
  allowReading: 'Allow reading…',
  settings: 'Settings…',
  silenceThisRule: 'Silence this rule',
  times: (findings: string) => `${findings} times`,
  silenceHint: (rule: string) => `Turn ${rule} off in strata.json`,
  showMore: (count: string) => `Show ${count} more`,
  goThere: 'Go there',
  noPlace: 'It has no place in a file.',
  copyMessage: 'Copy message',
  theMessage: 'the message',
  copyRule: 'Copy rule',
  theRule: 'the rule',
  finding: 'Finding',
};

export const historyPanelWords = {
  revision: 'Revision',
  time: 'Time',
  why: 'Why',
  tokens: 'Tokens',
  change: 'Change',
  changeHint: 'Against the previous build',
  actions: 'Actions',
  compareHint: 'Compare with the build on screen',
  onScreenHint: 'This is the build on screen',
  compare: 'Compare',
  pinHint: 'Keep this build to compare with in Changes and Cache',
  pin: 'Pin',
  pinned: 'Pinned',
  builds: 'Builds',
};

export const loadMapPanelWords = {
  reading: 'Reading what each agent looks for…',
  chooseCell: 'Choose a cell to see the rule behind it.',
  table: 'Agents and their files',
  copyPath: 'Copy path',
  thePath: 'the path',
  file: 'File',
  bytes: 'Bytes',
  notRead: 'Its size is not known: no agent loads it at the start',
  measuredWithVersion: (version: string) => `measured with version ${version}`,
  byItsDocumentation: 'by its documentation',
};

export const messagesPanelWords = {
  messages: 'Messages',
  message: (number: number, role: string) => `Message ${number}, ${role}`,
  messageNamed: (number: number, role: string, purpose: string) =>
    `message ${number} (${role}${purpose === '' ? '' : `, ${purpose}`})`,
  copyText: 'Copy text',
  role: 'Role',
  purpose: 'Purpose',
  tier: 'Tier',
  tokens: 'Tokens',
  beginsWith: 'Begins with',
  notKnown: 'Sent, but its text is not known',
};

export const panelToolsWords = {
  copyAsCommandLineHint: (command: string) => `Copy as command line: ${command}`,
  copyAsCommandLine: 'Copy as command line',
  theCommandLine: 'the command line',
  maximise: 'Maximise the panel',
  restore: 'Restore the panel',
  maximiseHint: (keys: string) => `Maximise the panel (${keys})`,
  restoreHint: 'Restore the panel (Esc)',
};

export const panelsWords = {
  panels: 'Panels',
};

export const recallPanelWords = {
  memories: 'Memories',
  copyMemory: 'Copy memory',
  theMemory: 'the memory',
  memory: 'Memory',
  recalled: 'Recalled',
  isIn: '✓ in',
  isOut: '– out',
  score: 'Score',
  why: 'Why',
  whyHint: 'Search terms it has',
};

export const sizesPanelWords = {
  sizes: 'Sizes',
  section: 'Section',
  theDesignExpects: 'The design expects',
  charactersNow: 'Characters now',
  countedExactly: 'Counted exactly',
  tokensNow: 'Tokens now',
};

export const toolsPanelWords = {
  tools: 'Tools',
  copyText: 'Copy text',
  tool: 'Tool',
  tier: 'Tier',
  tokens: 'Tokens',
  share: 'Share',
  shareHint: 'Of the whole request',
};
