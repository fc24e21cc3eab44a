/** The two editors: the prompt and its source. */

export const promptEditorWords = {
  readOnlyHint: 'The prompt is built from its sources: click a text to edit it where it comes from.',
  prompt: 'Prompt',
};

export const promptFeaturesWords = {
  betweenSections: 'between sections',
  tier: (part: string, each: string) => `${part} · tier ${each}`,
  clickToEdit: 'Click to edit it there.',
};

export const promptMenuWords = {
  openSource: 'Open Source',
  copySection: 'Copy Section',
  findEverywhere: 'Find Everywhere',
};

export const promptZonesWords = {
  oneTool: '1 tool',
  tools: (count: string) => `${count} tools`,
  cacheBreakpoint: (tier: string, lifetimeText: string) => `cache breakpoint · ${tier} · ${lifetimeText}`,
};

export const sourceEditorWords = {
  source: 'Source',
};
