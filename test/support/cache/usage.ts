import type { Usage } from '../../../shared/cache/usage/usage';

/** Usage as the Claude API reports it for a prompt that was written to the cache. */
export const writtenUsage: Usage = {
  form: 'anthropic',
  read: 0,
  written: 7300,
  written5m: null,
  written1h: null,
  uncached: 980,
  context: 8280,
  output: null,
  diagnosis: null,
};
