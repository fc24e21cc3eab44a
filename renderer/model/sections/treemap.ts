/** The request as areas: one rectangle per section, file, tool or tier, as large as its tokens. */
import { leaves } from '../../../shared/document/walk';
import { allTools } from '../../../shared/document/tool-text';
import type { Analysis } from '../../../shared/analysis/types';
import type { NodeId, Origin, PromptDocument, TextNode, Tier } from '../../../shared/document/types';
import { tierNames } from '../describe';
import { planRuler } from './ruler';
import type { Row } from './row';

export const mapGroups = ['section', 'file', 'tool', 'tier'] as const;
export type MapGroup = (typeof mapGroups)[number];

export interface MapItem {
  readonly key: string;
  readonly name: string;
  readonly tier: Tier | null;
  readonly tokens: number;
  readonly node: NodeId | null;
  /** 0 to 1. */
  readonly template: number;
}

export interface MapBox extends MapItem {
  /** In percent of the whole. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function mapItems(
  rows: readonly Row[],
  document: PromptDocument,
  analysis: Analysis,
  by: MapGroup,
): readonly MapItem[] {
  const bands = planRuler(rows).bands.map(({ key, name, tier, count, node, template, kind }): MapItem => ({
    key,
    name,
    tier: kind === 'tool' ? null : tier,
    tokens: count.tokens,
    node,
    template: count.tokens === 0 ? 0 : template / count.tokens,
  }));
  if (by === 'section') return bands;
  if (by === 'tier')
    return grouped(bands, ({ tier }) => (tier === null ? ['none', 'tools and framing'] : [tier, tierNames[tier]]));
  if (by === 'tool') {
    const tools = new Set<string>(allTools(document.tools).map(({ id }) => id));
    const rest = bands.filter(({ key }) => !tools.has(key));
    const own = bands.filter(({ key }) => tools.has(key));
    const sum = rest.reduce((all, { tokens }) => all + tokens, 0);
    return sum === 0
      ? own
      : [...own, { key: 'rest', name: 'all messages', tier: null, tokens: sum, node: null, template: 0 }];
  }
  return byFile(document, analysis);
}

function grouped(items: readonly MapItem[], of: (item: MapItem) => readonly [string, string]): readonly MapItem[] {
  const groups = new Map<string, MapItem>();
  for (const item of items) {
    const [key, name] = of(item);
    const before = groups.get(key);
    const tokens = (before?.tokens ?? 0) + item.tokens;
    const template =
      tokens === 0 ? 0 : ((before?.template ?? 0) * (before?.tokens ?? 0) + item.template * item.tokens) / tokens;
    groups.set(key, { ...item, key, name, tokens, template, node: before === undefined ? item.node : null });
  }
  return [...groups.values()];
}

/** A section's tokens are shared out by the characters that come from each file: an estimate. */
function byFile(document: PromptDocument, analysis: Analysis): readonly MapItem[] {
  const found = new Map<string, { tokens: number; node: NodeId; tier: Tier }>();
  const share = (texts: readonly TextNode[], tokens: number, node: NodeId, tier: Tier): void => {
    const all = texts.reduce((sum, { value }) => sum + value.length, 0);
    if (all === 0) return;
    for (const { value, origin } of texts) {
      const name = sourceName(origin);
      const part = (tokens * value.length) / all;
      const before = found.get(name);
      if (before === undefined) found.set(name, { tokens: part, node, tier });
      else before.tokens += part;
    }
  };
  for (const tool of allTools(document.tools))
    share([...tool.description, ...(tool.definition ?? [])], analysis.tokens[tool.id]?.tokens ?? 0, tool.id, tool.tier);
  for (const message of document.messages) {
    const sections = message.children.filter((child) => child.type === 'section');
    for (const section of sections)
      share(leaves(section), analysis.tokens[section.id]?.tokens ?? 0, section.id, section.tier);
    const inside = sections.reduce((sum, { id }) => sum + (analysis.tokens[id]?.tokens ?? 0), 0);
    const own = message.children.filter((child) => child.type === 'text');
    share(own, Math.max(0, (analysis.tokens[message.id]?.tokens ?? 0) - inside), message.id, message.tier);
  }
  return [...found]
    .map(([name, { tokens, node, tier }]): MapItem => ({
      key: name,
      name,
      tier,
      tokens: Math.round(tokens),
      node,
      template: name === frameName ? 1 : 0,
    }))
    .filter(({ tokens }) => tokens > 0);
}

const frameName = 'template and framing';

function sourceName(origin: Origin): string {
  if (origin.kind === 'file') return origin.source;
  if (origin.kind === 'setting') return `setting ${origin.name}`;
  if (origin.kind === 'environment') return 'the machine and the clock';
  if (origin.kind === 'derived') return `made by ${origin.by}`;
  return frameName;
}

/** Squarified: rows of boxes that are as near to squares as they get. `ratio` is width over height. */
export function mapBoxes(items: readonly MapItem[], ratio: number): readonly MapBox[] {
  const total = items.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total === 0) return [];
  const boxes: MapBox[] = [];
  let rest = items.toSorted((a, b) => b.tokens - a.tokens);
  // In units where the whole is `ratio` wide and 1 high.
  let area = { left: 0, top: 0, width: ratio, height: 1 };
  const size = ({ tokens }: MapItem): number => (tokens / total) * ratio;
  while (rest.length > 0) {
    const side = Math.min(area.width, area.height);
    let count = 1;
    while (
      count < rest.length &&
      worst(rest.slice(0, count + 1).map(size), side) <= worst(rest.slice(0, count).map(size), side)
    )
      count += 1;
    const row = rest.slice(0, count);
    const sum = row.reduce((all, item) => all + size(item), 0);
    const depth = side === 0 ? 0 : sum / side;
    let at = 0;
    for (const item of row) {
      const length = depth === 0 ? 0 : size(item) / depth;
      const [left, top, width, height] =
        area.width >= area.height
          ? [area.left, area.top + at, depth, length]
          : [area.left + at, area.top, length, depth];
      boxes.push({
        ...item,
        left: (left / ratio) * 100,
        top: top * 100,
        width: (width / ratio) * 100,
        height: height * 100,
      });
      at += length;
    }
    area =
      area.width >= area.height
        ? { ...area, left: area.left + depth, width: Math.max(0, area.width - depth) }
        : { ...area, top: area.top + depth, height: Math.max(0, area.height - depth) };
    rest = rest.slice(count);
  }
  return boxes;
}

/** The largest ratio of sides in a row of boxes. */
function worst(sizes: readonly number[], side: number): number {
  const sum = sizes.reduce((all, each) => all + each, 0);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least));
}
