/** The other panels. */

export const catalogCompareWords = {
  asShippedWithStrata: 'as shipped with Strata',
  asUsedInThisWorkspace: 'as used in this workspace',
  anotherFolder: 'another folder…',
  allParts: '← All parts',
  from: 'From',
  to: 'To',
  byTheDesignsOwnEstimate: 'by the design’s own estimate, bytes ÷ 4',
  addedRemoved: (addedCount: number, removedCount: number) => `${addedCount} added, ${removedCount} removed, `,
  changedTheSame: (changedCount: number, unchanged: number) => `${changedCount} changed, ${unchanged} the same; `,
  tokens: (change: string) => `${change} ≈ tokens`,
  leftOut: (leftOut: string) => `Left out: ${leftOut}`,
  before: (version: string) => `Before, ${version}`,
  after: (version: string) => `After, ${version}`,
  noTextDiffersBetweenThe: 'No text differs between the two.',
};

export const catalogPanelWords = {
  comparePartSets: 'Compare part sets…',
  parts: 'Parts',
  copyText: 'Copy text',
  theTextOfThePart: 'the text of the part',
  openSource: 'Open source',
  thisPartShipsWithStrata: 'This part ships with Strata.',
  when: (condition: string) => `when ${condition}`,
  version: (part: string, why: string, version: string) => `${part} · ${why} · version ${version}`,
  part: 'Part',
  in: 'In',
  kind: 'Kind',
  overridden: (kind: string) => `${kind}, overridden`,
  tokens: 'Tokens',
  asCountedInThisRequest: 'As counted in this request',
  declared: 'Declared',
  tokensThatTheCatalogueDeclares: 'Tokens that the catalogue states for this part',
  why: 'Why',
  notInThisRequestSo: 'not in this request, so there is nothing to measure',
};

export const changesPanelWords = {
  showTheFirstChange: 'Show the first change',
  comparedWith: 'Compared with',
  anotherWorkspace: 'another workspace…',
  pinThisBuild: 'Pin this build',
  sideBySide: 'Side by side',
  changedSections: 'Changed sections',
  copyTextBefore: 'Copy text before',
  theTextBefore: 'the text before',
  copyTextNow: 'Copy text now',
  theTextNow: 'the text now',
  before: 'Before',
  now: 'Now',
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
  findings: (shownCount: number) => `${shownCount} findings`,
  copyTable: 'Copy table',
  noFindingHas: (filter: string) => `No finding has “${filter}”.`,
  allowReading: 'Allow reading…',
  settings: 'Settings…',
  silenceThisRule: 'Silence this rule',
  times: (findings: string) => `${findings} times`,
  turnOffInStrataJson: (rule: string) => `Turn ${rule} off in strata.json`,
  showMore: (count: string) => `Show ${count} more`,
  goThere: 'Go there',
  itPointsAtNoPlace: 'It has no place in a file.',
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
  againstTheBuildBefore: 'Against the build before',
  actions: 'Actions',
  compareWithTheBuildOn: 'Compare with the build on screen',
  thisIsTheBuildOn: 'This is the build on screen',
  compare: 'Compare',
  keepThisBuildToCompare: 'Keep this build to compare with in Changes and Cache',
  pin: 'Pin',
  pinned: 'Pinned',
  builds: 'Builds',
};

export const loadMapPanelWords = {
  readingWhatEachAgentLooks: 'Reading what each agent looks for…',
  chooseACellToSee: 'Choose a cell to see the rule behind it.',
  whatEachAgentDoesWith: 'What each agent does with each file',
  copyPath: 'Copy path',
  thePath: 'the path',
  file: 'File',
  bytes: 'Bytes',
  measuredWithVersion: (version: string) => `measured with version ${version}`,
  byItsDocumentation: 'by its documentation',
};

export const messagesPanelWords = {
  messages: 'Messages',
  message: (number: number, role: string) => `Message ${number}, ${role}`,
  copyText: 'Copy text',
  role: 'Role',
  purpose: 'Purpose',
  tier: 'Tier',
  tokens: 'Tokens',
  beginsWith: 'Begins with',
};

export const panelToolsWords = {
  copyAsCommandLineHint: (command: string) => `Copy as command line: ${command}`,
  copyAsCommandLine: 'Copy as command line',
  theCommandLine: 'the command line',
  maximiseThePanel: 'Maximise the panel',
  restoreThePanel: 'Restore the panel',
  maximiseThePanelCtrlJ: 'Maximise the panel (Ctrl+J)',
  restoreThePanelEscape: 'Restore the panel (Escape)',
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
  score: 'Score',
  why: 'Why',
  searchTermsItHas: 'Search terms it has',
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
  ofTheWholeRequest: 'Of the whole request',
};
