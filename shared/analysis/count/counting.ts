import type { Encoding } from '../../tokenizers/types';
import { classifyText, type ContentClass } from './estimates/content-class';
import type { Interval, Ratio } from './counts';
import { scale } from './counts';
import type { Model } from '../models';
import type { Calibration, CountMethod } from '../types';

/** How texts are counted for one model in one workspace. */
export interface Counting {
  readonly model: Model;
  readonly encoding: Encoding;
  readonly method: CountMethod;
  /** Shown beside each count. */
  readonly label: string;
  /** The ratio for text of unknown kind, e.g. tool definitions. */
  readonly overall: Ratio;
  /** Undefined when the ratio does not depend on the kind of text. */
  readonly byClass: ((kind: ContentClass) => Ratio) | undefined;
  readonly calibration: Calibration | undefined;
  /** The calibration passed in; ignored if it is for another model. */
  readonly given: Calibration | undefined;
}

/** Exact counts are not corrected: anything a provider reports beyond them is overhead. */
export function createCounting(model: Model, encoding: Encoding, calibration?: Calibration): Counting {
  const { method, label, classes } = model.count;
  const used =
    calibration?.modelId === model.id && (method === 'estimated' || method === 'assumed') ? calibration : undefined;
  const corrected = (ratio: Ratio): Ratio =>
    used === undefined
      ? ratio
      : { low: ratio.ratio * used.low, ratio: ratio.ratio * used.ratio, high: ratio.ratio * used.high };
  const ratios = classes === undefined ? undefined : { ...classes };
  return {
    model,
    encoding,
    method: used === undefined ? method : 'estimated',
    label: used === undefined ? label : `${label}, × ${used.ratio.toFixed(2)} as reported`,
    overall: corrected(model.count),
    byClass: ratios === undefined ? undefined : (kind) => corrected(ratios[kind]),
    calibration: used,
    given: calibration,
  };
}

export function ratioOf({ byClass, overall }: Counting, text: string): Ratio {
  return byClass === undefined ? overall : byClass(classifyText(text));
}

/** Counts a text alone, e.g. that of an omitted section. */
export function countText(counting: Counting, text: string): Interval {
  return scale(counting.encoding.count(text), ratioOf(counting, text));
}
