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
import { describe, isTrue } from './evaluate/conditions';
import { spendAll } from './evaluate/budget';
import { evaluate, innerScope, literal } from './evaluate/evaluate';
import { overBudget, type BuildState } from './evaluate/build-state';
import type { Mark } from './layout/layout';
import type { AnySection, LayoutMessage, LayoutSection } from './layout/read-layout';
import { fill, type Scope } from './evaluate/scope';
import { defaultSeparator, someValue, valueRope, type Cut, type Value } from './evaluate/values';
import { grouped } from '../../basics/grouped';
import { frameAbove, frameBelow, itemId, itemName } from './section-frame';

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

export function buildMessages(build: BuildState, scope: Scope): BuiltMessages {
  const marks: CacheBreakpoint[] = [];
  const aside: OmittedNode[] = [];
  const messages = build.layout.messages.flatMap((each, index): readonly PromptMessage[] => {
    const { spec, id: name, sections } = each;
    const id = nodeId(name);
    const tier = spec.tier ?? (spec.role === 'system' ? 'L0' : 'active');
    const children = sections.flatMap((below) => buildSection(build, scope, below, id, tier, marks));
    const would = children.flatMap((child) => (child.type === 'omitted' ? [] : leaves(child)));
    const omission = absence(each, scope, would);
    if (omission !== undefined) {
      aside.push(omitted(id, name, tier, omission, would));
      return [];
    }
    const lastTier = children.findLast((child) => child.type === 'section')?.tier ?? tier;
    if (spec.breakpoint !== undefined) marks.push(markAt(id, lastTier, spec.breakpoint));
    const isLast = index === build.layout.messages.length - 1;
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
  if (spec.when !== undefined && !isTrue(spec.when, scope))
    return { reason: 'condition-false', condition: describe(spec.when) };
  return would.length === 0 ? { reason: 'condition-false', condition: 'one of its sections has text' } : undefined;
}

function markAt(id: NodeId, tier: Tier, ttl: Mark): CacheBreakpoint {
  return breakpoint(id, tier === 'active' ? 'L3' : tier, ttl);
}

function buildSection(
  build: BuildState,
  outer: Scope,
  declared: AnySection,
  parent: NodeId,
  inherited: Tier,
  marks: CacheBreakpoint[],
): readonly PromptNode[] {
  if ('problem' in declared) {
    const { id, name, problem } = declared;
    return [
      omitted(nodeId(parent, id), name, inherited, { reason: 'source-broken', source: build.layout.file.id, problem }),
    ];
  }
  const { spec } = declared;
  const id = nodeId(parent, spec.id);
  const tier = spec.tier ?? inherited;
  const name = spec.name ?? spec.tag ?? spec.id;
  const scope = spec.each === undefined ? withLet(build, outer, declared) : outer;
  const isWanted = spec.when === undefined || isTrue(spec.when, scope);
  const below: CacheBreakpoint[] = [];
  const content = contentOf(build, scope, declared, id, tier, below);
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
  for (const [index, cut] of content.cuts.entries()) cutFinding(build, name, cut, index);
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
  build: BuildState,
  outer: Scope,
  { spec, node }: LayoutSection,
  first: ReadonlyMap<string, Value> = new Map(),
  among?: Scope['among'],
): Scope {
  const names = new Map(first);
  const scope = innerScope(outer, names, among);
  for (const [name, source] of Object.entries(spec.let ?? {}))
    names.set(name, evaluate(build, scope, source, configChild(configChild(node, 'let'), name), name));
  return scope;
}

function joined(
  { separator = defaultSeparator }: { readonly separator?: string | undefined },
  nodes: readonly PromptNode[],
): readonly PromptNode[] {
  return joinWith(separator, nodes, layoutFrame(separator));
}

function contentOf(
  build: BuildState,
  scope: Scope,
  declared: LayoutSection,
  id: NodeId,
  tier: Tier,
  marks: CacheBreakpoint[],
): Content {
  const { spec, node, sections } = declared;
  if (sections !== undefined) {
    const nodes = sections.flatMap((below) => buildSection(build, scope, below, id, tier, marks));
    const absent = nodes.some((each) => each.type !== 'omitted')
      ? undefined
      : { reason: 'condition-false' as const, condition: 'one of its sections has text' };
    return { ...plainContent(joined(spec, nodes)), absent };
  }
  if (spec.each !== undefined) return eachContent(build, scope, declared, id, tier);
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
    : valueContent(affordable(build, evaluate(build, scope, spec.source, configChild(node, 'source'), spec.id)));
}

/** Inserting a value into a section copies its text, so it is charged to the budget. */
function affordable(build: BuildState, value: Value): Value {
  return spendAll(build.budget, value) ? value : overBudget(build, undefined);
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

function eachContent(build: BuildState, outer: Scope, declared: LayoutSection, id: NodeId, tier: Tier): Content {
  const { spec, node } = declared;
  const value =
    spec.each === undefined ? someValue([]) : evaluate(build, outer, spec.each, configChild(node, 'each'), spec.id);
  const scopes: Scope[] = [];
  for (const [index, entry] of value.entries.entries()) {
    const item = new Map([['item', someValue([{ ...entry, number: index + 1 }])]]);
    scopes.push(withLet(build, outer, declared, item, { scopes, index }));
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
              : affordable(build, evaluate(build, scope, spec.source, configChild(node, 'source'), spec.id)),
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

function cutFinding(build: BuildState, name: string, { rest, limit, total, shown }: Cut, index: number): void {
  const origin = rest[0]?.origin;
  const place =
    origin?.kind === 'file'
      ? { source: origin.source, span: { start: origin.span.start, end: origin.span.start } }
      : undefined;
  build.findings.push(
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
