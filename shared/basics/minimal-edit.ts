import { sharedTextEnds } from './shared-ends';

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the single replacement that turns `before` into `after`, without their shared ends; null if they are equal.
 */
export function minimalEdit(before: string, after: string): TextEdit | null {
  if (before === after) return null;
  const { start, end } = sharedTextEnds(before, after);
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}
