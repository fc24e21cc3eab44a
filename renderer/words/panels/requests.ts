/** Request files: the sequence, what was sent, and a trace to files. */

export const openRequestWords = {
  openRequestFile: 'Open request file…',
  openHint: 'JSON, JSON lines, a HAR or a cURL command; secrets in its headers are removed',
  pasteRequest: 'Paste request',
};

export const requestDropWords = {
  dropToOpen: 'Drop to open',
  whatToDrop: 'a folder, or a request: JSON, JSON lines, HAR or cURL',
};

export const requestPairWords = {
  comparison: 'Comparison',
  close: 'Close the comparison',
  firstDifference: (change: string, each: string) => `${change} ${each} tokens. First difference:`,
  sameBefore: '; before it, tools and text are the same.',
  sectionsThatDiffer: 'Sections that differ',
  andMore: (count: string) => `and ${count} more`,
  same: 'Tools and text of the two are the same.',
  notBuilt: 'The two could not be built.',
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
  andMore: (count: number) => `and ${count} more: open the request to see them`,
  sections: 'Sections, sent and built',
  copySent: 'Copy what was sent',
  notSent: 'It was not sent.',
  whatWasSent: 'what was sent',
  copyBuilt: 'Copy what is built',
  notBuilt: 'It is not built here.',
  whatIsBuilt: 'what is built',
  notThere: ': not there',
  sentSide: (part: string) => `Sent${part}`,
  builtHereSide: (part: string) => `Built here${part}`,
  sent: 'Sent',
  builtHere: 'Built here',
  question: 'Is the preview what was sent? Choose a request that was really sent.',
  howCompared:
    'It is compared with this build, section by section: same, changed, only built here or only sent, with ' +
    'the file and line behind each.',
  chooseFile: 'Choose a request file…',
  pasteRequest: 'Paste request',
  pasteHint: 'A request body, JSON lines, a HAR or a cURL command. Secrets in headers are removed.',
};

export const sequenceColumnsWords = {
  unknown: 'unknown',
  compare: 'Compare',
  compareRequest: (number: number) => `Compare request ${number}`,
  flags: 'Flags',
  flagsHint: 'Tokens lost from the cache, usage other than predicted, a changed parameter or model',
  cost: 'Cost',
  costHint: 'Cost of the input: ✓ as reported, otherwise by the rules of the provider',
  hitRate: 'Hit rate',
  hitRateHint: 'Tokens read from cache over all input tokens',
  time: 'Time',
  tokens: 'Tokens',
  predictedDrawn: 'Prediction as a bar',
  readWrittenUncached: 'Read / written / uncached',
  predictedHint: 'What the rules of the provider predict',
  reported: 'Reported ✓',
  reportedHint: 'By the provider, in the file: read / written / uncached',
  firstDifference: 'First difference',
  firstDifferenceHint: 'Against the request it continues',
  afterBytes: (bytes: string) => `after ${bytes} bytes`,
  sections: 'Sections',
  request: 'Request',
  andMore: (count: number) => `and ${count} more`,
};

export const sequencePanelWords = {
  comparing: 'Comparing the requests of this file…',
  moreInFindings: (count: string) => `${count} more in Findings.`,
  requests: 'Requests',
  request: (number: number) => `Request ${number}`,
  tickSecond: 'Tick a second request to compare the two.',
  compareWithBefore: 'Compare with the one before',
  continuesNone: 'It does not continue an earlier request.',
  copyAsCommandLine: 'Copy as command line',
  theCommandLine: 'the command line',
};

export const stepViewWords = {
  request: (number: number) => `Request ${number}`,
  read: (stepCost: string, stepRate: string) => `${stepCost} · ${stepRate} read`,
  compareWith: (continues: number) => `Compare with ${continues}`,
  againstRequest: (continues: number, changesText: string) => `Against request ${continues}: ${changesText}.`,
  continuesNone: 'It does not continue an earlier request of this file.',
  line: (line: string) => `line ${line}`,
  readWrittenUncached: 'Tokens read / written / uncached',
  predicted: (tokens: string) => `Read / written / uncached: predicted ${tokens}`,
  reported: (tokens: string) => `, reported ${tokens} ✓`,
  parameters: 'Changed parameters',
  notSet: 'not set',
  otherThanPredicted: 'Reported differs from predicted',
  why: 'Why',
};

export const traceMenuWords = {
  traceHint: 'Shows which text of this request comes from which file of a folder, and what an edit there would change',
  trace: 'Trace…',
  traceMenu: 'Trace ▾',
  menu: 'Trace to the files of a folder',
  inOwnFolder: (own: string) => `In ${own}, where the agent worked`,
  inOtherFolder: 'In another folder…',
};
