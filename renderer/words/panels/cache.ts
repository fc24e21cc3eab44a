/** The Cache panel: next request, turns, breakpoints. */

export const cacheAssumptionWords = {
  assumption: 'Cache before this request',
  coldHint: 'As if nothing was sent before: nothing is read',
  cold: 'Cold',
  warmHint: 'If the same prefix was sent before, and has not expired',
  warm: 'Warm',
  sentBefore: 'Sent before',
};

export const cacheCostWords = {
  nextRequestCost: 'What does the next request cost?',
  coldCache: 'Cold cache',
  assumedCold: 'assumed, as if nothing was sent before',
  model: 'Model',
  otherModel: (modelId: string, modelId2: string) =>
    `priced for ${modelId}; that build was for ${modelId2}: models do not share a cache`,
  nothingDiffers: 'nothing differs',
  firstDifference: (assumed: string) => `${assumed}, first difference`,
  goThere: 'Go there',
  atByte: (bytes: string) => `at byte ${bytes}`,
  verdict: 'Verdict',
  refused: (rejected: string) => `refused: ${rejected}`,
  breakpoints: 'Breakpoints',
  suggestedBreakpoints: 'Suggested breakpoints',
  prefix: 'Prefix',
  nextRequest: 'Next request',
  ofKept: (survived: number, markersCount: number) => `${survived} of ${markersCount} kept`,
  wouldBeWritten: (markersCount: number, markersCount2: number) =>
    `${markersCount} of ${markersCount2} would be written`,
  none: 'none',
  takesNoBreakpoints: 'none: this model takes no breakpoints',
  rewritten: 'Rewritten',
  written: 'Written',
  noLongerRead: 'No longer read',
  nextRequestCold: 'Next request, cold',
  warmHint: 'If the same prefix was sent before',
};

export const cachePanelWords = {
  views: 'View of the cache',
  working: 'Working out what the next request costs…',
  markAsSentHint: 'This build was sent: from now on an edit is priced against it',
  markAsSent: 'Mark as sent',
  pinHint: 'Keep this build to compare with, here and in Changes, whatever is sent later',
  pin: 'Pin',
  recordHint: 'Write a turn script from what you do: edits, settings, pauses, and each time you mark a build as sent',
  record: 'Record',
  stopRecording: 'Stop recording',
};

export const cachePlacementWords = {
  session: 'For a session like',
  ownScript: 'your own script (see Turns)',
  findPlaces: 'Find the best places',
  searching: 'Searching…',
  now: 'Now',
  nowSuggested: 'Now (none set, so the suggested ones)',
  andTheScripts: ', and the one that moves with the end of the request',
  withBestPlaces: 'With the best places',
  breakpointAfter: 'Breakpoint after',
  tier: 'Tier',
  lifetime: 'Lifetime',
  tokensUpToHere: 'Tokens up to here',
  bestPlaces: 'Best places',
  tryHint: 'In the ruler, the prompt and every price; no file is changed',
  tryThem: 'Try them here',
  stopTrying: 'Stop trying them',
  requestEnd: 'The end of each request',
};

export const cacheRequestWords = {
  read: 'read',
  written: 'written',
  uncached: 'uncached',
  chooseModel: 'Choose another model above, or give caching rules of your own in strata.json.',
  trying: 'You are trying breakpoints here, in the ruler and in the prompt. No file is changed.',
  stopTrying: 'Stop trying them',
  noBreakpoints: 'No breakpoint is set.',
  areSuggested:
    ' Those below are suggested: where the text begins to change more often, and where it can no longer be ' +
    'cached.',
  pricedOnItsOwn: 'Priced on its own. What the requests before it in this file left in the cache is in',
  sequence: 'Sequence',
  breakpoints: 'Breakpoints',
  breakpointAfter: (number: number, name: string) => `Breakpoint ${number}, after ${name}`,
  why: 'Why',
  breakpoint: 'Breakpoint',
  numberAfter: (number: number, name: string) => `${number} after ${name}`,
  afterName: (name: string) => `after ${name}`,
  state: 'State',
  lifetime: 'Lifetime',
  tokensUpToHere: 'Tokens up to here',
  cost: 'Cost',
  costUnknown: 'unknown',
  costHint: 'For the tokens since the breakpoint before this one',
  wholeRequest: (text: string) => `The whole request${text}`,
  notPromised: 'not promised',
  split: (tokensText: string, tokensText2: string, tokensText3: string) =>
    `${tokensText} read, ${tokensText2} written, ${tokensText3} uncached`,
  perhapsRead: 'perhaps read',
};

export const cacheRulerWords = {
  theModel: 'the model',
  shortestPrefix: (model: string, minimum: string, title: string, asOf: string) =>
    `Shortest prefix that ${model} caches: ${minimum} tokens, framing included (${title}, ${asOf})`,
  min: 'min',
};

export const cacheRulesWords = {
  isNotListed: ' is not listed: its figures are unknown',
  rulesOf: (asOf: string, model: string, more: string, ruleFigures: string) =>
    `, rules of ${asOf} · ${model}${more} · ${ruleFigures}`,
  figures: 'Figures of the model:',
  changedByFile: (file: string) => `Changed by ${file} of this folder.`,
};

export const cacheStatusWords = {
  forPart: (costText: string) => `${costText} for this part`,
  rulesUnknown: 'caching rules unknown',
  firstDifference: (name: string) => `The first difference is in ${name}. `,
  byRules: (title: string, asOf: string) => `By the rules of ${title}, ${asOf}.`,
  ifWarm: (costText: string) => `If the same prefix was sent before, it costs ${costText}. `,
};

export const cacheStripWords = {
  hitRateHint: 'Tokens read from cache over all input tokens, summed over all requests',
  hitRate: 'hit rate',
  withoutACache: (uncachedCost: string) => ` · ${uncachedCost} without a cache`,
  turns: 'Turns',
  axis: 'Tokens of the largest turn',
  refused: 'refused',
  priceUnknown: 'price unknown',
};

export const cacheTargetsWords = {
  min: (minimum: number) => `min ${minimum}`,
  minimumUnknown: 'minimum unknown',
  priceUnknown: 'price unknown',
  onScreen: (label: string) => `${label} (on screen)`,
  provider: 'Provider',
  compareWith: 'compare with',
  none: 'none',
};

export const cacheTurnsWords = {
  script: 'Script',
  beingRecorded: 'being recorded',
  yourOwn: 'your own',
  turnScript: 'Turn script',
  line: (line: number) => `line ${line}: `,
  findPlaces: 'Where should the breakpoints go?',
  searching: 'Searching…',
  beginsCold: 'Begins with a cold cache.',
  nothingToPlace: (why: string) => `Nothing to place: ${why}.`,
  withSuggested: ' · suggested breakpoints',
  suggestedFor: (model: string, older: string) => `Suggested breakpoints · ${model}${older}`,
  read: 'read',
  perhapsRead: 'perhaps read',
  written: 'written',
  uncached: 'uncached',
  saves: (saving: string, more: string) => `That saves ${saving}${more} of what the script costs now.`,
  currentCostNoMore: 'The current breakpoints cost no more.',
  currentRefused: 'The current breakpoints are refused.',
  suggestedPlaces: (model: string) => `Suggested for this script with ${model}:`,
  afterPlace: (part: string) => `${part}after`,
  and: ', and ',
  movingOne: (part: string, end: string) => `${part}one that moves with the end of the request (${end})`,
  tryThem: 'Try them here',
  stopTrying: 'Stop trying them',
  suggestedNone: (model: string) =>
    `Suggested for this script with ${model}: no breakpoint at all. ` +
    'Every place is too short, or not read often enough to pay for writing it.',
};

export const scriptHelpWords = {
  scriptLines: 'Script lines',
  add: 'Add it to the script',
  or: 'or',
};

export const turnTableWords = {
  turns: 'Turns',
  turnNumber: (number: number) => `Turn ${number}`,
  turn: 'Turn',
  at: 'At',
  read: 'Read',
  written: 'Written',
  uncached: 'Uncached',
  hitRate: 'Hit rate',
  cost: 'Cost',
  beforeIt: 'Before it',
};
