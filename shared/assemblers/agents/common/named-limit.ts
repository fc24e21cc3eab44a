/** How many names a list in an agent's settings may have. Each is looked for in several folders, in several rounds. */
import { finding, type Finding } from '../../../sources/findings';
import type { Place } from '../../../sources/types';

const mostNames = 200;

export function firstNames<T>(list: readonly T[]): readonly T[] {
  return list.length > mostNames ? list.slice(0, mostNames) : list;
}

/** Says what `firstNames` leaves out of a list. */
export function namesLeftOut(key: string, list: readonly unknown[], place: Place | undefined): readonly Finding[] {
  if (list.length <= mostNames) return [];
  return [finding('error', 'name-limit', `${key} has more than ${mostNames} names: the rest is not read here`, place)];
}
