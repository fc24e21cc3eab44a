/** The Volatility view of the Cache panel, and the Usage panel. */

export const volatilityWords = {
  theClock: 'the clock, ',
  lookAgain: 'Look again',
  lookForIt: 'Look for it',
  looking: 'Looking…',
  howItLooks:
    'Builds the prompt again a minute and a day later, on another machine, with the keys of its files in ' +
    'another order, and with each setting changed. Nothing is sent or written. What differs cannot stay ' +
    'cached.',
  byItself: 'By itself, or on another machine',
  withASetting: 'With a setting',
  changesNothing: (still: string) => `Changes nothing: ${still}.`,
  noPrompt: (skipped: string) => `No prompt is built with: ${skipped}.`,
  notTried: (untried: string) => `Not tried, there are too many settings: ${untried}.`,
  cause: 'Cause',
  whatChanges: 'What changes',
  andMore: (count: number) => ` and ${count} more`,
  text: 'Text',
  stableAfter: 'Stable text after it',
  stableAfterHint: 'Tokens that stay the same, but cannot be read from cache while the text before them changes',
  betterPlace: 'Better place',
  after: (nodeName: string) => `after ${nodeName}`,
  alreadyWellPlaced: 'Already well placed',
  afterPlace: 'after',
  textAppearsHere: 'text appears here',
};

export const usageBarsWords = {
  read: 'read',
  written: 'written',
  uncached: 'uncached',
  predicted: 'predicted',
  reported: 'reported',
  breakpoint: (number: number, state: string) => `breakpoint ${number}, ${state}`,
  perhapsRead: 'perhaps read',
  notReportedHow: 'read or written: not reported',
};

export const usagePanelWords = {
  placeholder:
    'Paste a provider’s response, or only its usage:\n\n{ "usage": {\n    "input_tokens": 120,\n    ' +
    '"cache_read_input_tokens": 6800,\n    "cache_creation_input_tokens": 0,\n    "output_tokens": 310 } }',
  reportedUsage: 'Reported usage',
  countAtProvider: 'Count at the provider…',
  clear: 'Clear',
  help:
    'Anthropic, OpenAI, Gemini, DeepSeek and Bedrock forms are understood. What was read and written is ' +
    'compared with the breakpoints and the prediction.',
  read: 'read',
  written: 'written',
  uncached: 'uncached',
  total: 'total',
  output: 'output',
  providerSays: 'the provider says:',
  cacheWasHit: 'the cache was hit',
  missed: (missedTokens: string) => ` (${missedTokens} ✓ missed)`,
  otherProvider: (label: string) =>
    `The model on screen is ${label}: this response came from another provider, so nothing is predicted of it.`,
  predictedUnder: (assumptionText: string) => `Predicted: ${assumptionText}.`,
  rulesUnknown: 'Strata knows no caching rules for the model on screen, so nothing was predicted.',
  predictedAndReported: 'Predicted and reported',
  tokens: 'Tokens',
  reported: 'Reported',
  predicted: 'Predicted',
  notReported: 'not reported',
  verdict: 'Verdict',
  contextUsed: 'context used',
  of: (share: string, contextWindow: string) => `${share} of ${contextWindow}`,
  writtenByLifetime: (written5m: string, written1h: string) => `written (${written5m} for 5m, ${written1h} for 1h)`,
};
