/** The Cache panel: next request, turns, breakpoints. */

export const cacheAssumptionWords = {
  cacheBeforeThisRequest: 'Cache before this request',
  ifNothingWasSentBefore: 'If nothing was sent before: nothing is read',
  cold: 'Cold',
  ifTheSamePrefixWas: 'If the same prefix was sent before, and has not expired',
  warm: 'Warm',
  sentBefore: 'Sent before',
};

export const cacheCostWords = {
  whatDoesTheNextRequest: 'What does the next request cost?',
  onlyAPartOfThe: 'Only a part of the request',
  coldCache: 'Cold cache',
  assumedNothingWasSentBefore: 'assumed: nothing was sent before',
  model: 'Model',
  asIfSentToNot: (modelId: string, modelId2: string) =>
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
  ofWouldBeWritten: (markersCount: number, markersCount2: number) =>
    `${markersCount} of ${markersCount2} would be written`,
  noneThatThisModelTakes: 'none: this model takes no breakpoints',
  rewritten: 'Rewritten',
  written: 'Written',
  noLongerRead: 'No longer read',
  nextRequestWarm: 'Next request, warm',
  nextRequestCold: 'Next request, cold',
  ifTheSamePrefixWas: 'If the same prefix was sent before',
};

export const cachePanelWords = {
  viewOfTheCache: 'View of the cache',
  workingOutWhatTheNext: 'Working out what the next request costs…',
  thisBuildWasSentFrom: 'This build was sent: from now on an edit is priced against it',
  markAsSent: 'Mark as sent',
  keepThisBuildToCompare: 'Keep this build to compare with, here and in Changes, whatever is sent later',
  pin: 'Pin',
  writeATurnScriptFrom:
    'Write a turn script from what you do: edits, settings, pauses, and each time you mark a build as sent',
  record: 'Record',
  stopRecording: 'Stop recording',
};

export const cachePlacementWords = {
  forASessionLike: 'For a session like',
  yourOwnScriptSeeTurns: 'your own script (see Turns)',
  findTheBestPlaces: 'Find the best places',
  searching: 'Searching…',
  now: 'Now',
  nowNoneSetSuggestedOnes: 'Now (none set, so the suggested ones)',
  withTheBestPlaces: 'With the best places',
  breakpointAfter: 'Breakpoint after',
  tier: 'Tier',
  lifetime: 'Lifetime',
  tokensUpToHere: 'Tokens up to here',
  bestPlaces: 'Best places',
  inTheRulerThePrompt: 'In the ruler, the prompt and every price; no file is changed',
  tryThemHere: 'Try them here',
  stopTryingThem: 'Stop trying them',
  theEndOfEachRequest: 'The end of each request',
};

export const cacheRequestWords = {
  chooseAnotherModelAboveOr: 'Choose another model above, or give caching rules of your own in strata.json.',
  youAreTryingBreakpointsHere: 'You are trying breakpoints here, in the ruler and in the prompt. No file is changed.',
  stopTryingThem: 'Stop trying them',
  thisDesignSetsNoBreakpoints: 'This design sets no breakpoints.',
  thoseBelowAreSuggestedWhere:
    ' Those below are suggested: where the text begins to change more often, and where it can no longer be ' +
    'cached.',
  pricedByItselfWhatEarlier: 'Priced on its own. What earlier requests of this file left in the cache is in',
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
  ofTheTokensSinceThe: 'For the tokens since the breakpoint before this one',
  theWholeRequest: (text: string) => `The whole request${text}`,
  notPromised: 'not promised',
  readWrittenUncached: (tokensText: string, tokensText2: string, tokensText3: string) =>
    `${tokensText} read, ${tokensText2} written, ${tokensText3} uncached`,
  perhapsRead: 'perhaps read',
};

export const cacheRulerWords = {
  theModel: 'the model',
  shortestPrefixThatCachesTokens: (model: string, minimum: string, title: string, asOf: string) =>
    `Shortest prefix that ${model} caches: ${minimum} tokens, framing included (${title}, ${asOf})`,
  min: 'min',
};

export const cacheRulesWords = {
  isNotListedItsFigures: ' is not listed: its figures are unknown',
  rulesOf: (asOf: string, model: string, more: string, ruleFigures: string) =>
    `, rules of ${asOf} · ${model}${more} · ${ruleFigures}`,
  figuresOfTheModel: 'Figures of the model:',
  changedByOfThisWorkspace: (file: string) => `Changed by ${file} of this workspace.`,
};

export const cacheStatusWords = {
  forThisPart: (costText: string) => `${costText} for this part`,
  cachingRulesUnknown: 'caching rules unknown',
  theFirstDifferenceIsIn: (name: string) => `The first difference is in ${name}. `,
  byTheRulesOf: (title: string, asOf: string) => `By the rules of ${title}, ${asOf}.`,
  ifTheSamePrefixWas: (costText: string) => `If the same prefix was sent before, it costs ${costText}. `,
};

export const cacheStripWords = {
  tokensReadOverTokensSent: 'Tokens read over tokens sent, summed over all requests',
  hitRate: 'hit rate',
  withoutACache: (uncachedCost: string) => ` · ${uncachedCost} without a cache`,
  less: (saved: string) => ` (${saved} less)`,
  more: (part: string) => ` (${part} more)`,
  turns: 'Turns',
  priceUnknown: 'price unknown',
};

export const cacheTargetsWords = {
  min: (minimum: number) => `min ${minimum}`,
  minimumUnknown: 'minimum unknown',
  priceUnknown: 'price unknown',
  onScreen: (label: string) => `${label} (on screen)`,
  provider: 'Provider',
  compareWith: 'compare with',
};

export const cacheTurnsWords = {
  script: 'Script',
  beingRecorded: 'being recorded',
  yourOwn: 'your own',
  turnScript: 'Turn script',
  line: (line: number) => `line ${line}: `,
  whereShouldTheBreakpointsGo: 'Where should the breakpoints go?',
  searching: 'Searching…',
  beginsWithAColdCache: 'Begins with a cold cache.',
  thisProviderPlacesItsOwn:
    'This provider places its own breakpoints, or its prices are not published: there is nothing to place.',
  withSuggested: ' · suggested breakpoints',
  suggestedFor: (model: string, older: string) => `Suggested breakpoints · ${model}${older}`,
  read: 'read',
  perhapsRead: 'perhaps read',
  written: 'written',
  uncached: 'uncached',
  thatSavesOfWhatThe: (saving: string, more: string) => `That saves ${saving}${more} of what the script costs now.`,
  thePresentOnesCostNo: 'The current breakpoints cost no more.',
  thePresentOnesAreRefused: 'The current breakpoints are refused.',
  suggestedPlaces: (model: string) => `Suggested for this script with ${model}:`,
  afterPlace: (part: string) => `${part}after`,
  and: ', and ',
  oneThatMovesWithThe: (part: string, end: string) => `${part}one that moves with the end of the request (${end})`,
  tryThemHere: 'Try them here',
  stopTryingThem: 'Stop trying them',
  suggestedNone: (model: string) =>
    `Suggested for this script with ${model}: no breakpoint at all. ` +
    'Every place is too short, or not read often enough to pay for writing it.',
};

export const scriptHelpWords = {
  scriptLines: 'Script lines',
  addItToTheScript: 'Add it to the script',
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
