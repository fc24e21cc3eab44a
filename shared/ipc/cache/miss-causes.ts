/** What each cause of a miss is called where people read it. */
export const causeTitles = {
  edit: 'Changed text',
  model: 'Another model',
  parameter: 'Changed parameters',
  expired: 'Expired',
  concurrent: 'Sent before the response began',
  lookback: 'Beyond the lookback',
  minimum: 'Too short to cache',
  'no-marker': 'No breakpoint',
  cleared: 'Context editing',
  automatic: 'Automatic breakpoint elsewhere',
} as const;
