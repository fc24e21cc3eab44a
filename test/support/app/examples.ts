/** The bundled examples that the window is tested with. */
export const examples = [
  'tagged-sections',
  'tiered-messages',
  'persona-files',
  'layered',
  'part-catalog',
  'declared',
  'requests',
  'agents',
] as const;
