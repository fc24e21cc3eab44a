import {
  breakpoint,
  joinWith,
  layoutFrame,
  message,
  nodeId,
  omitted,
  section,
  textBlock,
} from '../../document/builders';
import type {
  CacheBreakpoint,
  NodeId,
  Omission,
  OmittedNode,
  PromptMessage,
  PromptNode,
  TextNode,
  Tier,
} from '../../document/types';
import { leaves } from '../../document/walk';
import { configChild } from '../../sources/config/config-node';
import { finding } from '../../sources/findings';
import { describe, holds } from './conditions';
import { spendAll } from './budget';
import { evaluate, innerScope, literal } from './evaluate';
import { tooMuch, type World } from './world';
import type { Mark } from './layout';
import type { AnySection, LayoutMessage, LayoutSection } from './read-layout';
import { fill, fillText, type Scope } from './scope';
import { defaultSeparator, someValue, valueRope, type Cut, type Entry, type Value } from './values';
import { grouped } from '../../document/grouped';

/** The content of a section, or the reason why it has none. */
interface Content {
  readonly nodes: readonly PromptNode[];
  readonly absent: Omission | undefined;
  readonly cuts: readonly Cut[];
  readonly lost: NonNullable<Value['lost']>;
}

const plainContent = (nodes: readonly PromptNode[]): Content => ({ nodes, absent: undefined, cuts: [], lost: [] });

export interface BuiltMessages {
  readonly messages: readonly PromptMessage[];
  readonly breakpoints: readonly CacheBreakpoint[];
  readonly aside: readonly OmittedNode[];
}

export function buildMessages(world: World, scope: Scope): BuiltMessages {
  const marks: CacheBreakpoint[] = [];
  const aside: OmittedNode[] = [];
  const messages = world.layout.messages.flatMap((each, index): readonly PromptMessage[] => {
    const { spec, id: name, sections } = each;
    const id = nodeId(name);
    const tier = spec.tier ?? (spec.role === 'system' ? 'L0' : 'active');
    const children = sections.flatMap((below) => buildSection(world, scope, below, id, tier, marks));
    const would = children.flatMap((child) => (child.type === 'omitted' ? [] : leaves(child)));
    const omission = absence(each, scope, would);
    if (omission !== undefined) {
      aside.push(omitted(id, name, tier, omission, would));
      return [];
    }
    const lastTier = children.findLast((child) => child.type === 'section')?.tier ?? tier;
    if (spec.breakpoint !== undefined) marks.push(markAt(id, lastTier, spec.breakpoint));
    const isLast = index === world.layout.messages.length - 1;
    const purpose = spec.role === 'system' ? 'system' : isLast && spec.role === 'user' ? 'prompt' : 'history';
    return [message(id, spec.role, tier, purpose, joined(spec, children))];
  });
  const sent = new Set(messages.map(({ id }) => id));
  const isSent = ({ after }: CacheBreakpoint): boolean =>
    [...sent].some((id) => after === id || after.startsWith(`${id}/`));
  return { messages, breakpoints: marks.filter(isSent), aside };
}

/** A message without text is not sent. */
function absence({ spec }: LayoutMessage, scope: Scope, would: readonly TextNode[]): Omission | undefined {
  if (spec.when !== undefined && !holds(spec.when, scope))
    return { reason: 'condition-false', condition: describe(spec.when) };
  return would.length === 0 ? { reason: 'condition-false', condition: 'one of its sections has text' } : undefined;
}

function markAt(id: NodeId, tier: Tier, ttl: Mark): CacheBreakpoint {
  return breakpoint(id, tier === 'active' ? 'L3' : tier, ttl);
}

function buildSection(
  world: World,
  outer: Scope,
  declared: AnySection,
  parent: NodeId,
  inherited: Tier,
  marks: CacheBreakpoint[],
): readonly PromptNode[] {
  if ('problem' in declared) {
    const { id, name, problem } = declared;
    return [
      omitted(nodeId(parent, id), name, inherited, { reason: 'source-broken', source: world.layout.file.id, problem }),
    ];
  }
  const { spec } = declared;
  const id = nodeId(parent, spec.id);
  const tier = spec.tier ?? inherited;
  const name = spec.name ?? spec.tag ?? spec.id;
  const scope = spec.each === undefined ? withLet(world, outer, declared) : outer;
  const isWanted = spec.when === undefined || holds(spec.when, scope);
  const below: CacheBreakpoint[] = [];
  const content = contentOf(world, scope, declared, id, tier, below);
  const absent =
    spec.when !== undefined && !isWanted
      ? { reason: 'condition-false' as const, condition: describe(spec.when) }
      : content.absent;
  const lost = content.lost.map(({ entry, by }) =>
    omitted(
      nodeId(id, 'overridden', entry.key),
      entry.file?.id ?? entry.key,
      tier,
      { reason: 'overridden', by },
      entry.text,
    ),
  );
  const body = [...frameAbove(declared), ...content.nodes, ...frameBelow(declared)];
  if (absent !== undefined) {
    const would =
      content.absent === undefined ? body.flatMap((node) => (node.type === 'omitted' ? [] : leaves(node))) : [];
    return [
      omitted(id, name, tier, absent, would),
      ...lost,
      ...content.nodes.filter((node) => node.type === 'omitted'),
    ];
  }
  for (const [index, cut] of content.cuts.entries()) cutFinding(world, name, cut, index);
  const rest = content.cuts.map((cut, index) =>
    omitted(
      nodeId(id, index === 0 ? 'rest' : `rest-${index + 1}`),
      'The rest of the text',
      tier,
      { reason: 'over-budget', limit: cut.limit, actual: cut.total },
      cut.rest,
    ),
  );
  marks.push(...below);
  if (spec.breakpoint !== undefined) marks.push(markAt(id, tier, spec.breakpoint));
  const options = {
    condition: spec.when === undefined ? undefined : describe(spec.when),
    note: content.cuts.length > 0 ? 'truncated' : undefined,
  };
  const made = section(id, name, tier, [...body, ...rest], options);
  return [spec.part === true ? textBlock(made) : made, ...lost];
}

function withLet(
  world: World,
  outer: Scope,
  { spec, node }: LayoutSection,
  first: ReadonlyMap<string, Value> = new Map(),
  among?: Scope['among'],
): Scope {
  const names = new Map(first);
  const scope = innerScope(outer, names, among);
  for (const [name, source] of Object.entries(spec.let ?? {}))
    names.set(name, evaluate(world, scope, source, configChild(configChild(node, 'let'), name), name));
  return scope;
}

function joined(
  { separator = defaultSeparator }: { readonly separator?: string | undefined },
  nodes: readonly PromptNode[],
): readonly PromptNode[] {
  return joinWith(separator, nodes, layoutFrame(separator));
}

function frameAbove({ spec, node }: LayoutSection): readonly TextNode[] {
  return [
    ...(spec.heading === undefined
      ? []
      : [...literal(node, 'heading', spec.heading), layoutFrame(spec.headingGap ?? defaultSeparator)]),
    ...(spec.tag === undefined ? [] : [layoutFrame(`<${spec.tag}>\n`)]),
    ...(spec.before === undefined ? [] : literal(node, 'before', spec.before)),
  ];
}

function frameBelow({ spec, node }: LayoutSection): readonly TextNode[] {
  return [
    ...(spec.after === undefined ? [] : literal(node, 'after', spec.after)),
    ...(spec.tag === undefined ? [] : [layoutFrame(`\n</${spec.tag}>`)]),
  ];
}

function contentOf(
  world: World,
  scope: Scope,
  declared: LayoutSection,
  id: NodeId,
  tier: Tier,
  marks: CacheBreakpoint[],
): Content {
  const { spec, node, sections } = declared;
  if (sections !== undefined) {
    const nodes = sections.flatMap((below) => buildSection(world, scope, below, id, tier, marks));
    const absent = nodes.some((each) => each.type !== 'omitted')
      ? undefined
      : { reason: 'condition-false' as const, condition: 'one of its sections has text' };
    return { ...plainContent(joined(spec, nodes)), absent };
  }
  if (spec.each !== undefined) return eachContent(world, scope, declared, id, tier);
  if (spec.template !== undefined) {
    const { rope, cuts } = fill(literal(node, 'template', spec.template), scope);
    return {
      ...plainContent(rope),
      cuts,
      absent: rope.length === 0 ? { reason: 'condition-false', condition: 'its template has text' } : undefined,
    };
  }
  return spec.source === undefined
    ? { ...plainContent([]), absent: { reason: 'condition-false', condition: 'the layout says what is in it' } }
    : valueContent(affordable(world, evaluate(world, scope, spec.source, configChild(node, 'source'), spec.id)));
}

/** Inserting a value into a section copies its text, so it is charged to the budget. */
function affordable(world: World, value: Value): Value {
  return spendAll(world.budget, value) ? value : tooMuch(world, undefined);
}

function valueContent(value: Value): Content {
  const rope = valueRope({ ...value, entries: value.entries.filter((entry) => entry.text.length > 0) });
  const empty = value.entries[0]?.file;
  const absent =
    rope.length > 0
      ? undefined
      : empty === undefined
        ? value.absent
        : { reason: 'source-empty' as const, source: empty.id };
  return {
    nodes: rope,
    absent,
    cuts: value.entries.flatMap(({ cut }) => (cut === undefined ? [] : [cut])),
    lost: value.lost ?? [],
  };
}

function eachContent(world: World, outer: Scope, declared: LayoutSection, id: NodeId, tier: Tier): Content {
  const { spec, node } = declared;
  const value =
    spec.each === undefined ? someValue([]) : evaluate(world, outer, spec.each, configChild(node, 'each'), spec.id);
  const scopes: Scope[] = [];
  for (const [index, entry] of value.entries.entries()) {
    const item = new Map([['item', someValue([{ ...entry, number: index + 1 }])]]);
    scopes.push(withLet(world, outer, declared, item, { scopes, index }));
  }
  const used = new Map<string, number>();
  const nodes = value.entries.flatMap((entry, index): readonly PromptNode[] => {
    const scope = scopes[index] ?? outer;
    const made =
      spec.template !== undefined
        ? fill(literal(node, 'template', spec.template), scope).rope
        : valueRope(
            spec.source === undefined
              ? someValue([entry])
              : affordable(world, evaluate(world, scope, spec.source, configChild(node, 'source'), spec.id)),
          );
    const isCut = entry.cut !== undefined;
    return made.length === 0
      ? []
      : [
          section(itemId(id, entry, used), itemName(spec.itemName, scope, entry, index), tier, made, {
            note: isCut ? 'truncated' : undefined,
          }),
        ];
  });
  return {
    ...plainContent(joined(spec, nodes)),
    absent: nodes.length === 0 ? value.absent : undefined,
  };
}

function itemId(parent: NodeId, { key }: Entry, used: Map<string, number>): NodeId {
  let count = used.get(key) ?? 1;
  let name = key;
  for (; used.has(name); count += 1) name = `${key}~${count + 1}`;
  used.set(key, count);
  used.set(name, 1);
  return nodeId(parent, name);
}

/**
 * Named by the layout's template if there is one. Otherwise a whole file by its path, and anything smaller by its
 * number.
 */
function itemName(template: string | undefined, scope: Scope, { file, key }: Entry, index: number): string {
  const named = template === undefined ? '' : (fillText(template, scope) ?? '').trim();
  if (named !== '') return named;
  return file !== undefined && key === file.id ? file.id : String(index + 1);
}

function cutFinding(world: World, name: string, { rest, limit, total, shown }: Cut, index: number): void {
  const origin = rest[0]?.origin;
  const place =
    origin?.kind === 'file'
      ? { source: origin.source, span: { start: origin.span.start, end: origin.span.start } }
      : undefined;
  world.findings.push(
    finding(
      'warning',
      'truncated',
      `${name} has ${grouped(total)} characters${index === 0 ? '' : ' in another part'}; only the ` +
        `first ${grouped(shown)} are sent`,
      place,
      { note: `The layout allows ${grouped(limit)} characters.` },
    ),
  );
}
