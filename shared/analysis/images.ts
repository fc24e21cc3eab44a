/**
 * What an image costs, by each provider's published arithmetic (facts of 2026-11). Pixels that are not known, and a detail
 * or resolution the request may ask for, widen the interval.
 */
import type { ImageNode } from '../document/types';
import type { Interval } from './counts';

export type ImageRule =
  /** Scaled down to the longest edge and the most tokens, then a token for so many pixels. */
  | { readonly kind: 'pixels'; readonly perToken: number; readonly longestEdge: number; readonly most: number }
  /** Scaled into 2048 × 2048 and to a shortest side of 768, then tiles of 512; at low detail the base alone. */
  | { readonly kind: 'tiles'; readonly base: number; readonly tile: number }
  /** 258 up to 384 × 384, else for each tile of a crop. */
  | { readonly kind: 'crops'; readonly tile: number }
  /** A fixed cost that the request's resolution setting moves. */
  | { readonly kind: 'fixed'; readonly low: number; readonly tokens: number; readonly high: number };

type Size = Pick<ImageNode, 'width' | 'height'>;

export function imageTokens(rule: ImageRule, { width, height }: Size): Interval {
  if (rule.kind === 'fixed') return { low: rule.low, tokens: rule.tokens, high: rule.high };
  if (width === undefined || height === undefined || width < 1 || height < 1) return unknownSize(rule);
  switch (rule.kind) {
    case 'pixels': {
      const tokens = pixelTokens(rule, width, height);
      return { low: tokens, tokens, high: tokens };
    }
    case 'tiles': {
      const tokens = rule.base + rule.tile * tilesOf(width, height);
      return { low: rule.base, tokens, high: tokens };
    }
    case 'crops': {
      const tokens = rule.tile * cropsOf(width, height);
      return { low: rule.tile, tokens, high: tokens };
    }
  }
}

/** Between the smallest and the largest there can be, at the cost of a picture of 1024 × 768. */
function unknownSize(rule: Exclude<ImageRule, { kind: 'fixed' }>): Interval {
  switch (rule.kind) {
    case 'pixels':
      return { low: 1, tokens: pixelTokens(rule, 1024, 768), high: rule.most };
    case 'tiles':
      return { low: rule.base, tokens: rule.base + rule.tile * tilesOf(1024, 768), high: rule.base + rule.tile * 8 };
    case 'crops':
      return { low: rule.tile, tokens: rule.tile * cropsOf(1024, 768), high: rule.tile * 16 };
  }
}

function pixelTokens({ perToken, longestEdge, most }: Extract<ImageRule, { kind: 'pixels' }>, width: number, height: number): number {
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
