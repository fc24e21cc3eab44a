import { byCodePoint } from '../../../../basics/code-point-order';
import type { SourceFile, Sources } from '../../../../sources/types';

/** The answers of one `askGlob`, in the order of a walk that sorts each folder. */
export function walked(sources: Sources, as: string): readonly SourceFile[] {
  return sources.files
    .filter((file) => file.as === as)
    .map((file) => ({ file, steps: file.path.split('/') }))
    .toSorted((a, b) => compareSteps(a.steps, b.steps))
    .map(({ file }) => file);
}

function compareSteps(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const order = byCodePoint(a[at] ?? '', b[at] ?? '');
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** The folders between a root and a file below it. */
export function stepsBelow(root: string, path: string): readonly string[] {
  return path
    .slice(root.length + 1)
    .split('/')
    .slice(0, -1);
}

/** True if a folder on the way is hidden, which every agent skips. */
export function isHiddenBelow(root: string, path: string): boolean {
  return stepsBelow(root, path).some((step) => step.startsWith('.'));
}
