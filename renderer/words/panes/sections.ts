/** Sections, the ruler and the map. */

export const breakpointCardWords = {
  after: 'after',
  minimum: (minimum: string) => ` · minimum ${minimum}`,
  tokens: (tokens: string, each: string, more: string) => `${tokens} tokens ${each}${more}`,
  cold: 'cold',
  warm: 'warm',
  keysHint: '↑ ↓ move · Delete removes · Esc puts back',
};

export const breakpointHandlesWords = {
  firstPlace: 'This is the first place.',
  lastPlace: 'This is the last place.',
  afterAtTokens: (nodeName: string, end: string) => `after ${nodeName}, at ${end} tokens`,
  tried: 'Tried',
  cache: 'Cache',
  suggested: 'Suggested',
  breakpoint: (part: string, where: string, tier: string, lifetime: string, stateText: string) =>
    `${part} breakpoint ${where}, ${tier}, ${lifetime}${stateText}`,
  breakpointNumber: (number: number) => `Breakpoint ${number}`,
  keysHint: 'Arrow keys move it, Delete removes it, Escape puts all back',
};

export const leftOutWords = {
  question: 'What would let it in?',
  trying: 'Trying the settings…',
  noSetting: 'No single setting lets it in: its files decide.',
  letsItIn: (tokens: string, change: string) => `lets it in with ${tokens} (${change} in all).`,
  preview: 'Preview',
  setIt: 'Set it',
};

export const rulerBandWords = {
  several: (count: number, first: string) => `${count} sections from ${first}`,
  template: 'template',
  agent: 'agent’s own',
  tokens: (tokens: string) => `${tokens} tokens`,
  tier: (tier: string) => `, tier ${tier}`,
};

export const rulerLegendWords = {
  templateHint: 'Hatched: text of the design’s template, not yours',
  template: 'template',
  agentsOwnHint: 'Hatched: the agent’s own prompt, learned from a capture, not yours',
  agentsOwn: 'agent’s own',
  nothingVolatile: 'nothing volatile',
  volatilityHint: 'Builds the prompt under other clocks, machines and settings, and marks what changes',
  volatility: 'Volatility',
  looking: 'Looking…',
  clock: 'clock',
  machine: 'machine',
  keyOrder: 'key order',
  setting: 'setting',
};

export const rulerWords = {
  ruler: 'Ruler',
  tools: 'tools',
  zoom: 'Zoom of the ruler',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
};

export const sectionRowWords = {
  leftOut: (reason: string) => (reason.startsWith('left out') ? reason : `left out, ${reason}`),
  tier: (tier: string) => `tier ${tier}`,
  wouldBe: 'would be ',
  notKnown: 'Sent, but its text is not known',
  reportedAlone: (tokens: string) => `${tokens} tokens as reported, with the framing of its message`,
  enterCreates: (missing: string) => `Enter creates ${missing}`,
  createNamed: (missing: string) => `Create ${missing}`,
  create: 'create',
  changed: 'changed since the previous build',
  added: 'added since the previous build',
  copyThisText: 'Copy this text',
  openItsSource: 'Open its source',
  templateHint: 'template: words of the design, not yours',
  agentHint: 'agent: its own prompt, learned from a capture',
  ofDesign: 'the design’s words',
  ofAgent: 'the agent’s own words',
  yours: 'yours',
  template: 'template',
  agent: 'agent',
  partTemplate: 'partly template',
  partAgent: 'partly agent',
  partHint: (part: string, template: string, tokens: string, part2: string) =>
    `${part}: about ${template} of ${tokens} tokens are ${part2}, not yours`,
};

export const sectionTreeWords = {
  sections: 'Sections',
  showAs: 'Show the sections as',
  map: 'Map',
  list: 'List',
  filterSections: 'Filter sections',
  filter: 'Filter',
  drawingTheMap: 'Drawing the map…',
  section: 'Section',
  tokens: 'Tokens',
  tree: 'Sections of the prompt',
  noSectionMatches: (wanted: string) => `No section matches “${wanted}”.`,
  noSections: 'This prompt has no sections.',
  isLeftOut: 'is left out: ',
  notKnown: 'Sent, but its text is not known',
  itWouldAdd: '; it would add',
  create: (missing: string) => `Create ${missing}`,
  changedFromRequest: (from: number) => `The text differs from request ${from}`,
  changedFromBuild: 'The text differs from the previous build',
  changed: (changed: string) => ` · ${changed} changed`,
  added: (added: string) => ` · ${added} added`,
  total: (more: string, more2: string) => `Total${more}${more2}`,
  reported: (difference: string) => `Reported · ${difference}`,
  theLogDoesNotHold: 'The rows are counted here, from what the log holds. More was sent than it records.',
  theRowsAreCountedHere: 'The rows are counted here and add up to the total above. The provider reported this one.',
};

export const sortButtonWords = {
  sortBy: (by: string) => `Sort by ${by}`,
  sendingOrder: 'Back to the order of sending',
};

export const treemapWords = {
  more: (restCount: number) => `${restCount} more`,
  areasBy: 'Areas by',
  tokensBy: (by: string) => `Tokens by ${by}`,
  splitHint: 'Split by characters: an estimate.',
  tokens: (name: string, tokens: string, mark: string, percentOf: string) =>
    `${name}: ${tokens} ${mark} tokens, ${percentOf}`,
  section: 'Section',
  file: 'File',
  tool: 'Tool',
  tier: 'Tier',
};

export const rowMenuWords = {
  notInRequest: 'It is not part of the request.',
  create: (missing: string) => `Create ${missing}`,
  openSource: 'Open source',
  fromNoFile: 'It comes from no file.',
  copyText: 'Copy text',
  copyAsMarkdown: 'Copy as Markdown',
  copyName: 'Copy name',
  compare: 'Compare side by side…',
  showOnly: (tier: string) => `Show only ${tier}`,
  copyAllOf: (tier: string) => `Copy all of ${tier}`,
  tooManyBreakpoints: (limit: number) => `At most ${limit} breakpoints: remove one first.`,
  onlyAfterBlock: 'A breakpoint can only follow a whole block.',
  takesNoBreakpoints: 'This model takes no breakpoints.',
  tryBreakpoint: 'Try a breakpoint after it',
  removeBreakpoint: 'Remove the breakpoint after it',
};
