/** Request files: the sequence, what was sent, and a trace to files. */

export const openRequestWords = {
  openRequestFile: 'Open request file…',
  jsonJsonLinesAHar: 'JSON, JSON lines, a HAR or a cURL command; secrets in its headers are removed',
  pasteRequest: 'Paste request',
};

export const requestDropWords = {
  dropToOpen: 'Drop to open',
  aFolderOrARequest: 'a folder, or a request: JSON, JSON lines, HAR or cURL',
};

export const requestPairWords = {
  comparison: 'Comparison',
  closeTheComparison: 'Close the comparison',
  tokensFirstDifference: (change: string, each: string) => `${change} ${each} tokens. First difference:`,
  beforeItToolsAndText: '; before it, tools and text are the same.',
  sectionsThatDiffer: 'Sections that differ',
  andMore: (count: string) => `and ${count} more`,
  toolsAndTextOfThe: 'Tools and text of the two are the same.',
  theTwoCouldNotBe: 'The two could not be built.',
  buildingBoth: 'Building both…',
};

export const sentPanelWords = {
  state: 'State',
  section: 'Section',
  madeBy: 'Made by',
  request: 'Request',
  choose: 'Choose…',
  paste: 'Paste',
  closeTheRequest: 'Close the request',
  differencesOnly: 'differences only',
  andMoreOpenTheRequest: (count: number) => `and ${count} more: open the request to see them`,
  sectionsOfTheRequestAnd: 'Sections of the request and of the build',
  copyWhatWasSent: 'Copy what was sent',
  itWasNotSent: 'It was not sent.',
  whatWasSent: 'what was sent',
  copyWhatIsBuilt: 'Copy what is built',
  itIsNotBuiltHere: 'It is not built here.',
  whatIsBuilt: 'what is built',
  notThere: ': not there',
  sentSide: (part: string) => `Sent${part}`,
  builtHereSide: (part: string) => `Built here${part}`,
  sent: 'Sent',
  builtHere: 'Built here',
  isThePreviewWhatWas: 'Is the preview what was sent? Choose a request that was really sent.',
  itIsComparedWithThis:
    'It is compared with this build, section by section: same, changed, only built here or only sent, with ' +
    'the file and line behind each.',
  chooseARequestFile: 'Choose a request file…',
  pasteRequest: 'Paste request',
  aRequestBodyJsonLines: 'A request body, JSON lines, a HAR or a cURL command. Secrets in headers are removed.',
};

export const sequenceColumnsWords = {
  compare: 'Compare',
  compareRequest: (number: number) => `Compare request ${number}`,
  flags: 'Flags',
  tokensLostFromTheCache: 'Tokens lost from the cache, usage other than predicted, a changed parameter or model',
  cost: 'Cost',
  ofTheInputAsReported: 'Cost of the input: ✓ as reported, otherwise by the rules of the provider',
  hitRate: 'Hit rate',
  tokensReadFromCacheOver: 'Tokens read from cache over all input tokens',
  time: 'Time',
  tokens: 'Tokens',
  predictedDrawn: 'Prediction as a bar',
  readWrittenUncached: 'Read / written / uncached',
  whatTheRulesOfThe: 'What the rules of the provider predict',
  reported: 'Reported ✓',
  byTheProviderInThe: 'By the provider, in the file: read / written / uncached',
  firstDifference: 'First difference',
  againstTheRequestItContinues: 'Against the request it continues',
  afterBytes: (bytes: string) => `after ${bytes} bytes`,
  sections: 'Sections',
  request: 'Request',
  andMore: (count: number) => `and ${count} more`,
};

export const sequencePanelWords = {
  comparingTheRequestsOfThis: 'Comparing the requests of this file…',
  moreAreInFindings: (count: string) => `${count} more are in Findings.`,
  requests: 'Requests',
  request: (number: number) => `Request ${number}`,
  tickASecondRequestTo: 'Tick a second request to compare the two.',
  compareWithTheOneBefore: 'Compare with the one before',
  itContinuesNoEarlierRequest: 'It does not continue an earlier request.',
  copyAsCommandLine: 'Copy as command line',
  theCommandLine: 'the command line',
};

export const stepViewWords = {
  request: (number: number) => `Request ${number}`,
  read: (stepCost: string, stepRate: string) => `${stepCost} · ${stepRate} read`,
  compareWith: (continues: number) => `Compare with ${continues}`,
  againstRequest: (continues: number, changesText: string) => `Against request ${continues}: ${changesText}.`,
  itContinuesNoEarlierRequest: 'It does not continue an earlier request of this file.',
  line: (line: string) => `line ${line}`,
  changedParameters: 'Changed parameters',
  notSent: 'not sent',
  reportedOtherThanPredicted: 'Reported differs from predicted',
  why: 'Why',
};

export const traceMenuWords = {
  showsWhichTextOfThis:
    'Shows which text of this request comes from which file of a folder, and what an edit there would change',
  trace: 'Trace…',
  traceMenu: 'Trace ▾',
  traceToTheFilesOf: 'Trace to the files of a folder',
  inWhereTheAgentWorked: (own: string) => `In ${own}, where the agent worked`,
  inAnotherFolder: 'In another folder…',
};
