/** What each cause of a miss is called where people read it. */
export const causeTitles = {
  edit: 'Edited text',
  model: 'Another model',
  parameter: 'Another parameter',
  expired: 'Expired',
  concurrent: 'Sent at the same time',
  lookback: 'Beyond the lookback',
  minimum: 'Below the minimum',
  'no-marker': 'No cache breakpoint',
  cleared: 'Context editing',
  automatic: 'Automatic breakpoint elsewhere',
} as const;
