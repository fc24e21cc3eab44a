/** Sections, the ruler and the map. */

export const breakpointCardWords = {
  after: 'after',
  minimum: (minimum: string) => ` · minimum ${minimum}`,
  tokens: (tokens: string, each: string, more: string) => `${tokens} tokens ${each}${more}`,
  cold: 'cold',
  warm: 'warm',
  moveDeleteRemovesEscPuts: '↑ ↓ move · Delete removes · Esc puts back',
};

export const breakpointHandlesWords = {
  thisIsTheFirstPlace: 'This is the first place.',
  thisIsTheLastPlace: 'This is the last place.',
  afterAtTokens: (nodeName: string, end: string) => `after ${nodeName}, at ${end} tokens`,
  tried: 'Tried',
  cache: 'Cache',
  suggested: 'Suggested',
  breakpoint: (part: string, where: string, tier: string, lifetime: string, stateText: string) =>
    `${part} breakpoint ${where}, ${tier}, ${lifetime}${stateText}`,
  breakpointNumber: (number: number) => `Breakpoint ${number}`,
  arrowKeysMoveItDelete: 'Arrow keys move it, Delete removes it, Escape puts all back',
};

export const leftOutWords = {
  whatWouldLetItIn: 'What would let it in?',
  tryingTheSettings: 'Trying the settings…',
  noSingleSettingLetsIt: 'No single setting lets it in: its files decide.',
  letsItInWithTokens: (tokens: string, change: string) => `lets it in with ${tokens} tokens (${change} in all).`,
  preview: 'Preview',
  setIt: 'Set it',
};

export const rulerBandWords = {
  tokens: (tokens: string) => `${tokens} tokens`,
  tier: (tier: string) => `, tier ${tier}`,
};

export const rulerLegendWords = {
  hatchedTextOfTheDesigns: 'Hatched: text of the design’s template, not yours',
  template: 'template',
  hatchedTheAgentsOwnPrompt: 'Hatched: the agent’s own prompt, learned from a capture, not yours',
  agentsOwn: 'agent’s own',
  nothingVolatile: 'nothing volatile',
  buildsThePromptUnderOther: 'Builds the prompt under other clocks, machines and settings, and marks what changes',
  volatility: 'Volatility',
  looking: 'Looking…',
  keyOrder: 'key order',
};

export const rulerWords = {
  ruler: 'Ruler',
  zoomOfTheRuler: 'Zoom of the ruler',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
};

export const sectionRowWords = {
  tier: (tier: string) => `tier ${tier}`,
  wouldBe: 'would be ',
  enterCreates: (missing: string) => `Enter creates ${missing}`,
  createNamed: (missing: string) => `Create ${missing}`,
  create: 'create',
  changedSinceTheLastBuild: 'changed since the last build',
  addedSinceTheLastBuild: 'added since the last build',
  copyThisText: 'Copy this text',
  openItsSource: 'Open its source',
  templateWordsOfTheDesign: 'template: words of the design, not yours',
  agentItsOwnPromptLearned: 'agent: its own prompt, learned from a capture',
  theDesignsWords: 'the design’s words',
  theAgentsOwnWords: 'the agent’s own words',
  partAboutOfTokensAre: (part: string, template: string, tokens: string, part2: string) =>
    `part ${part}: about ${template} of ${tokens} tokens are ${part2}, not yours`,
};

export const sectionTreeWords = {
  sections: 'Sections',
  showTheSectionsAs: 'Show the sections as',
  map: 'Map',
  list: 'List',
  filterSections: 'Filter sections',
  filter: 'Filter',
  drawingTheMap: 'Drawing the map…',
  section: 'Section',
  tokens: 'Tokens',
  sectionsOfThePrompt: 'Sections of the prompt',
  noSectionMatches: (wanted: string) => `No section matches “${wanted}”.`,
  thisPromptHasNoSections: 'This prompt has no sections.',
  isLeftOut: 'is left out: ',
  itWouldAdd: '; it would add',
  create: (missing: string) => `Create ${missing}`,
  theTextDiffersFromRequest: (from: number) => `The text differs from request ${from}`,
  theTextDiffersFromThe: 'The text differs from the build before',
  changed: (changed: string) => ` · ${changed} changed`,
  added: (added: string) => ` · ${added} added`,
  total: (more: string, more2: string) => `Total${more}${more2}`,
};

export const sortButtonWords = {
  sortBy: (by: string) => `Sort by ${by}`,
  backToTheOrderOf: 'Back to the order of sending',
};

export const treemapWords = {
  more: (restCount: number) => `${restCount} more`,
  areasBy: 'Areas by',
  tokensBy: (by: string) => `Tokens by ${by}`,
  sharedOutByCharactersAn: 'Split by characters: an estimate.',
  tokens: (name: string, tokens: string, mark: string, percentOf: string) =>
    `${name}: ${tokens} ${mark} tokens, ${percentOf}`,
  section: 'Section',
  file: 'File',
  tool: 'Tool',
  tier: 'Tier',
};

export const rowMenuWords = {
  itIsNotPartOf: 'It is not part of the request.',
  create: (missing: string) => `Create ${missing}`,
  openSource: 'Open source',
  itComesFromNoFile: 'It comes from no file.',
  copyText: 'Copy text',
  copyAsMarkdown: 'Copy as Markdown',
  copyName: 'Copy name',
  compareSideBySide: 'Compare side by side…',
  showOnly: (tier: string) => `Show only ${tier}`,
  copyAllOf: (tier: string) => `Copy all of ${tier}`,
  atMostBreakpointsRemoveOne: (limit: number) => `At most ${limit} breakpoints: remove one first.`,
  aBreakpointComesAfterA: 'A breakpoint can only follow a whole block.',
  thisModelTakesNoBreakpoints: 'This model takes no breakpoints.',
  tryABreakpointAfterIt: 'Try a breakpoint after it',
  removeTheBreakpointAfterIt: 'Remove the breakpoint after it',
};
