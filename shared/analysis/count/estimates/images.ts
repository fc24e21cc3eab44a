/**
 * What an image costs. Providers publish only this (seen 2026-11): Claude takes a token per 750 pixels, and its newer
 * models up to three times as much for large pictures. All other figures are our own estimates, marked as such, with an
 * interval. Unknown sizes, and a detail or resolution the request may set, widen it.
 */
import type { ImageNode } from '../../../document/types';
import type { Interval } from '../counts';
import { ownEstimate } from './own-estimate';
import type { CountMethod } from '../../types';

export type ImageRule =
  /** Scaled down to the longest edge and the most tokens, then one token per `perToken` pixels. */
  | { readonly kind: 'pixels'; readonly perToken: number; readonly longestEdge: number; readonly most: number }
  /** Scaled into 2048 × 2048 and to a shortest side of 768, then tiles of 512; at low detail the base alone. */
  | { readonly kind: 'tiles'; readonly base: number; readonly tile: number }
  /** 258 up to 384 × 384, else per tile of a crop. */
  | { readonly kind: 'crops'; readonly tile: number }
  /** A fixed cost that depends on the request's resolution setting. */
  | { readonly kind: 'fixed'; readonly low: number; readonly tokens: number; readonly high: number }
  /** A rule of thumb, the same for every picture. */
  | { readonly kind: 'rule'; readonly tokens: number };

export interface ImageCost extends Interval {
  readonly method: Extract<CountMethod, 'formula' | 'estimated'>;
  readonly label: string;
}

/** Half the width of the interval around a formula that is unconfirmed for the model. */
const doubt = 0.15;

type Size = Pick<ImageNode, 'width' | 'height'>;

export function imageTokens(rule: ImageRule, { width, height }: Size): ImageCost {
  if (rule.kind === 'rule')
    return {
      low: rule.tokens,
      tokens: rule.tokens,
      high: rule.tokens,
      method: 'formula',
      label: 'image, by the rule of thumb',
    };
  if (rule.kind === 'fixed') return estimated({ low: rule.low, tokens: rule.tokens, high: rule.high });
  if (width === undefined || height === undefined || width < 1 || height < 1) return estimated(unknownSize(rule));
  switch (rule.kind) {
    case 'pixels': {
      const tokens = pixelTokens(rule, width, height);
      const isWhole = tokens === Math.ceil((width * height) / rule.perToken);
      return isWhole
        ? { low: tokens, tokens, high: tokens, method: 'formula', label: `image, pixels ÷ ${rule.perToken}` }
        : estimated(doubted(tokens, tokens));
    }
    case 'tiles': {
      const tokens = rule.base + rule.tile * tilesOf(width, height);
      return estimated(doubted(rule.base, tokens));
    }
    case 'crops': {
      const tokens = rule.tile * cropsOf(width, height);
      return estimated(doubted(rule.tile, tokens));
    }
  }
}

function estimated(interval: Interval): ImageCost {
  return { ...interval, method: 'estimated', label: ownEstimate('image') };
}

function doubted(least: number, tokens: number): Interval {
  return { low: Math.floor(least * (1 - doubt)), tokens, high: Math.ceil(tokens * (1 + doubt)) };
}

/** Between the smallest and largest possible size; the estimate is that of 1024 × 768. */
function unknownSize(rule: Exclude<ImageRule, { kind: 'fixed' | 'rule' }>): Interval {
  switch (rule.kind) {
    case 'pixels':
      return { low: 1, tokens: pixelTokens(rule, 1024, 768), high: rule.most };
    case 'tiles':
      return { low: rule.base, tokens: rule.base + rule.tile * tilesOf(1024, 768), high: rule.base + rule.tile * 8 };
    case 'crops':
      return { low: rule.tile, tokens: rule.tile * cropsOf(1024, 768), high: rule.tile * 16 };
  }
}

function pixelTokens(
  { perToken, longestEdge, most }: Extract<ImageRule, { kind: 'pixels' }>,
  width: number,
  height: number,
): number {
  const shrink = Math.min(1, longestEdge / Math.max(width, height));
  return Math.min(most, Math.max(1, Math.ceil((width * shrink * height * shrink) / perToken)));
}

function tilesOf(width: number, height: number): number {
  const fit = Math.min(1, 2048 / Math.max(width, height));
  const shrink = fit * Math.min(1, 768 / (Math.min(width, height) * fit));
  return Math.ceil((width * shrink) / 512) * Math.ceil((height * shrink) / 512);
}

function cropsOf(width: number, height: number): number {
  if (width <= 384 && height <= 384) return 1;
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
  return Math.ceil(width / unit) * Math.ceil(height / unit);
}
