/** The Sessions panel: captures, captured sessions and the logs that agents keep. */

export const agentLogsWords = {
  label: 'Sessions of this folder',
  title: 'Sessions of this folder that agents keep themselves',
  askOpenCodeHint: 'Runs “opencode session list”, without plugins and without the folder’s configuration',
  askOpenCode: 'Ask opencode for its sessions',
  copyId: 'Copy id',
  theId: 'the id',
  copyPath: 'Copy path',
  thePath: 'the path',
  copyAsCommandLine: 'Copy as command line',
  theCommandLine: 'the command line',
  written: 'Written',
  agent: 'Agent',
  size: 'Size',
  session: 'Session',
  log: 'Log',
  printedByOpenCode: 'printed by opencode export',
};

export const captureStartWords = {
  notOnPath: 'not on the PATH',
  anyOther: 'Any other',
  anyOtherNote: 'takes a base address from the environment',
  lead: 'A capture keeps every request that an agent sends, and what came back.',
  agent: 'Agent',
  startCaptureHint: 'Shows the lines to type in a terminal of your own',
  startCapture: 'Start capture',
  runs: 'Runs',
  in: 'in',
  inNewTerminal: ', in a new terminal:',
  startHint: (program: string, folder: string) => `Runs ${program} in ${folder}`,
  start: (agent: string) => `Start ${agent}`,
  startInTerminal: (agent: string) => `Start ${agent} in a terminal`,
  runningCapture: 'Running capture',
  isRunning: 'The capture is running.',
  agentIsOpen: 'Its requests appear here. To start it in a terminal of your own, type the lines below there.',
  typeLines: 'Type the lines below in the terminal where you start the agent.',
  copyLines: 'Copy lines',
  theLines: 'the lines',
  endCapture: 'End capture',
};

export const exportNoteWords = {
  dismiss: 'Dismiss',
};

export const reportedRulerWords = {
  read: 'read',
  written: 'written',
  uncached: 'uncached',
  zone: (name: string, tokens: string) => `${name}: ${tokens} tokens, as reported`,
  zoneHint: (name: string, tokens: string) => `${name}: ${tokens} tokens, as reported by the provider`,
};

export const requestAnswerWords = {
  request: (number: number) => `Request ${number}`,
  cache: 'Cache',
  response: 'Response',
  notToModel: 'This is not a request to a model.',
  fitting: 'Explanations that fit',
  ruledOut: 'Ruled out',
  stretches: 'Tokens between breakpoints',
  wholeRequest: 'Whole request',
  reported: 'reported by the provider',
  fitted: 'estimated, fitted to what was reported',
};

export const responseViewWords = {
  thinking: 'thinking',
  call: 'call',
  error: 'error',
  asSent: 'as sent',
  noneKept: 'No response is kept for this request.',
};

export const sessionBillWords = {
  bill: 'Bill of the session',
  addingUp: 'Adding up…',
  nothingReported: 'Nothing is reported.',
  hitRate: (percent: string) => `${percent} % of all input was read from cache.`,
  spent: (input: string, output: string, lost: string) => `Input ${input}, output ${output}${lost}`,
  noMisses: '. No misses found.',
  lostToMisses: (cost: string) => `; ${cost} of it lost to misses.`,
  lostTokens: (tokens: string) => `; ${tokens} tokens lost to misses.`,
  andMore: (count: number) => `and ${count} more`,
  lostTo: 'Lost to',
  tokensAndCost: (tokens: string, cost: string) => `${tokens} tokens, ${cost}`,
  in: 'in',
  waste: 'Waste',
  wasted: (tokens: string, requests: string, cost: string) => `${tokens} ≈ tokens in ${requests}, ${cost}, from`,
  oneRequest: '1 request',
  requests: (count: number) => `${count} requests`,
  request: (number: number) => `request ${number}`,
  learnedCounts: 'Counts learned from the bill',
  learned: (ratio: string, range: string, tokens: string, measurements: string) =>
    `× ${ratio} (${range}), from ${tokens} reported tokens in ${measurements}`,
  oneMeasurement: '1 measurement',
  measurements: (count: number) => `${count} measurements`,
  correct: 'Correct the estimates of this agent',
  forget: 'Forget the corrections',
  findText: 'Find where a text first appeared',
  findTextPlaceholder: 'Where did this text first appear?',
  noRequestHasIt: 'No request has it.',
  firstIn: 'first in',
  foundIn: (role: string, requests: string) => `(${role}), in ${requests} in all:`,
};

export const sessionButtonsWords = {
  exportSession: (started: string) => `Export the session of ${started}…`,
  exportHint: 'Copies it to a new folder, with secrets and ids masked',
  export: 'Export…',
  deleteSession: (started: string) => `Delete the session of ${started}…`,
  endFirst: 'End the capture first',
  deleteHint: 'Asks before it deletes',
  delete: 'Delete…',
};

export const sessionRowsWords = {
  requests: 'Requests of the session',
  request: (number: number) => `Request ${number}`,
  copyExplanation: 'Copy explanation',
  theExplanation: 'the explanation',
  copyAsCommandLine: 'Copy as command line',
  theCommandLine: 'the command line',
  cache: 'Cache',
  cacheHint: 'A hit, or a miss and what it added to the cost',
  cost: 'Cost',
  costHint: 'Of input and output',
  hitRate: 'Hit rate',
  hitRateHint: 'Tokens read from cache over all input tokens, as reported',
  time: 'Duration',
  timeHint: 'Until the response ended',
  tokens: 'Tokens',
  bar: 'Read and written, as a bar',
  reported: 'Reported ✓',
  reportedHint: 'By the provider: read / written / uncached',
  predicted: 'Predicted',
  predictedHint: 'By the provider’s rules: read / written / uncached',
  model: 'Model',
  failedWith: (status: number | null) => `failed ${status}`,
  failed: 'failed',
};

export const sessionViewWords = {
  allSessions: '‹ Sessions',
  anyAgent: 'Any agent',
  oneSideRequest: '1 side request',
  sideRequests: (count: number) => `${count} side requests`,
  unpin: 'Unpin',
  unpinHint: 'Show each request as it arrives',
  bill: 'Bill',
  endCapture: 'End capture',
  problem: (problem: string) => `${problem}. The agent is not disturbed.`,
  oneNote: '1 note',
  notes: (count: string) => `${count} notes`,
};

export const sessionsPanelWords = {
  reading: 'Reading the session…',
  sessions: 'Sessions',
  copyId: 'Copy id',
  theId: 'the id',
  copyAsCommandLine: 'Copy as command line',
  theCommandLine: 'the command line',
  export: 'Export…',
  delete: 'Delete…',
  started: 'Started',
  state: 'State',
  notEnded: 'not ended',
  ended: 'ended',
  agent: 'Agent',
  unknownAgent: 'unknown',
  requests: 'Requests',
  folder: 'Folder',
  capturedBy: 'Captured by',
  actions: 'Actions',
};
