import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../../../shared/sources/types';
import type { ImportFact } from '../facts';
import { through, typeRule, type Outline, type Rule, type Rules } from '../outline';
import { baseList, signature, slashComments, splitParameters, type ParameterStyle } from '../signature';

const parameters: ParameterStyle = {
  angles: true,
  comment: slashComments,
  name(parameter) {
    if (/^&?\s*(?:'\w+\s+)?(?:mut\s+)?self\b/.test(parameter)) return '';
    return /^(?:mut\s+)?(\w+)\s*:/.exec(parameter)?.[1] ?? '_';
  },
};

const callable: Rule = (node, into) => {
  const name = node.childForFieldName('name');
  const draft = into.add(into.callable(), name, signature(into.field(node, 'parameters'), into.field(node, 'return_type'), parameters));
  if (draft !== undefined && /\basync\b/.test(into.all.text.slice(node.startIndex, name?.startIndex))) draft.async = true;
  into.body(draft, node.childForFieldName('body'));
};

function plain(kind: SymbolKind): Rule {
  return (node, into) => {
    into.add(kind, node.childForFieldName('name'));
  };
}

function bounds(node: Node, into: Outline): string {
  return baseList(into.field(node, 'bounds').replace(/^:/, '').split('+'));
}

/** `impl Trait for Type { … }`: its functions are the type's methods, the trait one of its bases. */
const implementation: Rule = (node, into) => {
  const name = /^\s*(?:&\s*(?:mut\s+)?)?(?:\w+\s*::\s*)*(\w+)/.exec(into.field(node, 'type'))?.[1];
  const body = node.childForFieldName('body');
  if (name === undefined) return;
  const owner = into.symbols.find((symbol) => symbol.name === name && symbol.kind !== 'function') ?? into.addNamed('type', name, node.startPosition.row + 1);
  const trait = into.field(node, 'trait').replace(/<[\s\S]*$/, '').replace(/^.*::/, '');
  const known = owner.signature?.slice(1, -1).split(',') ?? [];
  if (trait !== '' && !known.includes(trait)) owner.signature = baseList([...known, trait]);
  if (body !== null) into.inside(owner).visit(body);
};

/** `a::{b, c::{self, d as e}, *}` → one fact per module path that names come from. */
export function useFacts(tree: string, prefix = ''): readonly ImportFact[] {
  const text = tree.trim();
  const group = /^((?:[\w]+\s*::\s*)*)\{([\s\S]*)\}$/.exec(text);
  if (group !== null) {
    const base = prefix + (group[1] ?? '').replaceAll(/\s+/g, '');
    return splitParameters(group[2] ?? '', false).flatMap((part) => useFacts(part, base));
  }
  const [, path = '', local] = /^([\w:*\s]+?)(?:\s+as\s+(\w+))?$/.exec(text) ?? [];
  const full = (prefix + path.replaceAll(/\s+/g, '')).replace(/^::/, '').replace(/::self$/, '');
  if (full === '') return [];
  if (full.endsWith('::*')) return [{ spec: full, all: 'names' }];
  const name = full.slice(full.lastIndexOf(':') + 1);
  return [{ spec: full, names: [[local ?? name, name]], all: 'members' }];
}

export const rust: Rules = {
  ERROR: through,
  use_declaration(node, into) {
    const text = into.text(node).replace(slashComments, ' ');
    const facts = useFacts(text.replace(/^\s*(?:pub\s*(?:\([^)]*\))?\s*)?use\s+/, '').replace(/;\s*$/, ''));
    const passes = /^\s*pub\b/.test(text);
    into.import(node, ...facts.map((fact) => (passes ? { ...fact, passes: true as const } : fact)));
  },
  extern_crate_declaration(node, into) {
    into.import(node, { spec: into.field(node, 'name'), all: 'members' });
  },
  mod_item(node, into) {
    const body = node.childForFieldName('body');
    const name = node.childForFieldName('name');
    if (body === null) {
      into.import(node, { spec: `mod ${into.text(name)}`, all: 'members', ...(/^\s*pub\b/.test(into.text(node)) ? { passes: true as const } : {}) });
      into.silence(node);
    } else if (name !== null) into.inside(into.addNamed('module', into.text(name), name.startPosition.row + 1)).visit(body);
  },
  foreign_mod_item: through,
  declaration_list: through,
  struct_item: typeRule('struct'),
  union_item: typeRule('struct'),
  enum_item: plain('enum'),
  trait_item: typeRule('trait', bounds),
  impl_item: implementation,
  function_item: callable,
  function_signature_item: callable,
  field_declaration: plain('variable'),
  const_item: plain('variable'),
  static_item: plain('variable'),
  type_item: plain('type'),
  associated_type: plain('type'),
  macro_definition: plain('function'),
};
