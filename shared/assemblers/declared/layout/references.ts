/** Static checks of a layout: unknown names, cycles, and conditions that can never hold. */
import type { Span } from '../../../document/types';
import { configChild, type ConfigNode } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import { isImpossible } from '../evaluate/conditions';
import { facts, type Condition, type Scalar } from './layout';
import type { AnySection, Layout } from './read-layout';
import { namesInCycles } from './cycles';
import { placeholder } from '../evaluate/scope';

interface Mention {
  readonly reference: string;
  readonly span: Span;
}

/** Keys whose values are references, and keys whose values are templates. */
const referenceKeys = new Set([
  'present',
  'source',
  'of',
  'from',
  'equals',
  'query',
  'except',
  'each',
  'shows',
  'variant',
]);
const templateKeys = new Set(['text', 'path', 'pattern', 'folder', 'template', 'itemName', 'otherwise', 'substitute']);

/** Returns every reference in a declaration, without those in nested `sections`. */
function mentions(node: ConfigNode, key = '', inLet = false): readonly Mention[] {
  if (node.kind === 'object') {
    const kind = configChild(node, 'kind');
    const isNamed = kind?.kind === 'string' && kind.value === 'setting';
    return node.entries.flatMap((entry): readonly Mention[] => {
      if (entry.key === 'sections') return [];
      if ((entry.key === 'setting' || (isNamed && entry.key === 'name')) && entry.value.kind === 'string')
        return [{ reference: `setting.${entry.value.value}`, span: entry.value.span }];
      return mentions(entry.value, key === 'substitute' ? key : entry.key, key === 'let');
    });
  }
  if (node.kind === 'array')
    return node.items.flatMap((item) => (key === 'path' || key === 'values' ? [] : mentions(item, key)));
  if (node.kind !== 'string') return [];
  if (inLet || referenceKeys.has(key)) return [{ reference: node.value, span: node.span }];
  if (!templateKeys.has(key)) return [];
  return [...node.value.matchAll(placeholder)].map((match) => ({ reference: match[1] ?? '', span: node.span }));
}

export function headOf(reference: string): string {
  return reference.split('.', 1)[0] ?? '';
}

/** Returns the sources that depend on themselves. */
export function cyclicSources({ sources }: Layout): ReadonlySet<string> {
  const next = new Map(
    [...sources].map(([name, { node }]) => [
      name,
      [...new Set(mentions(node).map(({ reference }) => headOf(reference)))].filter((head) => sources.has(head)),
    ]),
  );
  return namesInCycles(next);
}

export function checkLayout(layout: Layout, cyclic: ReadonlySet<string>): readonly Finding[] {
  const findings: Finding[] = [];
  const at = (span: Span) => ({ source: layout.file.id, span });
  for (const name of cyclic) {
    const node = layout.sources.get(name)?.node;
    if (node !== undefined)
      findings.push(
        finding('error', 'layout-cycle', `The source "${name}" leads back to itself and is left out`, at(node.span)),
      );
  }
  const settings = new Map(layout.settings.map(({ spec }) => [spec.name, spec]));
  const problem = ({ reference }: Mention, locals: ReadonlySet<string>): string | undefined => {
    const [head = '', second = ''] = reference.split('.');
    if (head === 'setting') return settings.has(second) ? undefined : `There is no setting "${second}"`;
    if (head === 'fact')
      return facts.some((fact) => fact === second)
        ? undefined
        : `There is no fact "${second}"; there are ${facts.join(', ')}`;
    if (head === 'manifest')
      return second === 'model' ? undefined : 'The only value of the manifest that can be used is manifest.model';
    return locals.has(head) || layout.sources.has(head) ? undefined : `Nothing here is called "${head}"`;
  };
  const possible = (name: string): readonly Scalar[] | undefined => {
    const spec = settings.get(name);
    return spec?.kind === 'toggle' ? [true, false] : spec?.values;
  };
  const names = (node: ConfigNode, locals: ReadonlySet<string>): void => {
    for (const each of mentions(node)) {
      const message = problem(each, locals);
      if (message !== undefined) findings.push(finding('error', 'layout-unknown-name', message, at(each.span)));
    }
  };
  const condition = (when: Condition | undefined, node: ConfigNode): void => {
    if (when === undefined || !isImpossible(when, possible)) return;
    const span = (configChild(node, 'when') ?? node).span;
    findings.push(
      finding(
        'warning',
        'layout-impossible-condition',
        'No choice of settings can meet this condition: it is never sent',
        at(span),
      ),
    );
  };
  const section = (declared: AnySection, outer: ReadonlySet<string>): void => {
    if ('problem' in declared) return;
    const { spec, node, sections } = declared;
    const locals = new Set([...outer, ...Object.keys(spec.let ?? {}), ...(spec.each === undefined ? [] : ['item'])]);
    names(node, locals);
    condition(spec.when, node);
    for (const below of sections ?? []) section(below, locals);
  };
  for (const { node } of layout.sources.values()) names(node, new Set());
  for (const { node } of layout.settings)
    for (const key of ['shows', 'choices'])
      names(
        {
          kind: 'object',
          span: node.span,
          entries: node.kind === 'object' ? node.entries.filter((entry) => entry.key === key) : [],
        },
        new Set(),
      );
  for (const { spec, node, sections } of layout.messages) {
    names(node, new Set());
    condition(spec.when, node);
    for (const below of sections) section(below, new Set());
  }
  return findings;
}
