import type { JsonPath } from '../../../document/types';
import type { Filling } from './fill';

/** A stretch at its final place in the filled request. */
export interface Insert {
  readonly filling: Filling;
  /** Of the text that holds it. */
  readonly path: JsonPath;
  /** Offset in that text. */
  readonly start: number;
}

/** Where the stretches stand after all holes are filled. */
export function insertsOf(fillings: readonly Filling[]): readonly Insert[] {
  return fillings.map((filling, index) => {
    const { hole } = filling;
    const earlier = fillings.slice(0, index);
    if ('text' in hole) {
      const shift = earlier
        .filter((each) => 'text' in each.hole && samePath(each.hole.text, hole.text))
        .reduce((sum, each) => sum + each.text.length - each.replaced, 0);
      return { filling, path: hole.text, start: filling.at + shift };
    }
    const list = hole.part.slice(0, -1);
    const shift = earlier.filter(
      (each) => each.text !== '' && 'part' in each.hole && samePath(each.hole.part.slice(0, -1), list),
    ).length;
    return { filling, path: [...list, Number(hole.part.at(-1)) + shift, 'text'], start: 0 };
  });
}

export function samePath(a: JsonPath, b: JsonPath): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
