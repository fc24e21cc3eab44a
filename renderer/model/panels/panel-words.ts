/** The names of the panels, on their tabs and in the palette. */
export const panelTitles = {
  findings: 'Findings',
  cache: 'Cache',
  usage: 'Usage',
  changes: 'Changes',
  messages: 'Messages',
  tools: 'Tools',
  tiers: 'Tiers',
  recall: 'Recall',
  catalog: 'Catalogue',
  sizes: 'Sizes',
  agents: 'Load map',
  sequence: 'Sequence',
  sent: 'Sent',
  matrix: 'Matrix',
  sessions: 'Sessions',
  history: 'History',
} as const;
