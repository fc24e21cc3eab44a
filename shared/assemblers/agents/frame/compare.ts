import { parseObject, type Json } from './json';
import { stableBody } from './volatile';
import type { FrameRules } from './types';

export interface BodyComparison {
  readonly equal: boolean;
  /** The two requests without what varies by run; equal texts are equal requests. */
  readonly sent: string;
  readonly built: string;
  /** Fields that were left out of the comparison because they vary by run. */
  readonly volatile: readonly string[];
}

/** Compares two request bodies but for the fields that vary by run. Undefined if one is not a JSON object. */
export function compareBodies(rules: FrameRules, sent: string, built: string): BodyComparison | undefined {
  const [a, b] = [parseObject(sent), parseObject(built)];
  if (a === undefined || b === undefined) return undefined;
  const [there, here] = [stableBody(a, rules.volatile), stableBody(b, rules.volatile)];
  return {
    equal: there.body === here.body,
    sent: there.body,
    built: here.body,
    volatile: [...new Set([...there.left, ...here.left])],
  };
}

/** The paths at which two bodies differ, at most `most`. */
export function differingPaths(sent: string, built: string, most: number): readonly string[] {
  const paths: string[] = [];
  const go = (a: Json | undefined, b: Json | undefined, path: string): void => {
    if (paths.length >= most || JSON.stringify(a) === JSON.stringify(b)) return;
    const isOpen = (value: Json | undefined): value is Exclude<Json, string | number | boolean | null> =>
      typeof value === 'object' && value !== null;
    if (!isOpen(a) || !isOpen(b) || Array.isArray(a) !== Array.isArray(b)) {
      paths.push(path);
      return;
    }
    const [there, here] = [Object.entries(a), Object.entries(b)].map((entries) => new Map<string, Json>(entries));
    for (const key of new Set([...(there?.keys() ?? []), ...(here?.keys() ?? [])]))
      go(there?.get(key), here?.get(key), path === '' ? key : `${path}.${key}`);
  };
  go(parseObject(sent), parseObject(built), '');
  return paths;
}
