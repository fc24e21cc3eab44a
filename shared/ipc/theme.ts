export const themes = ['system', 'light', 'dark'] as const;
/** `system` follows the operating system. */
export type Theme = (typeof themes)[number];
