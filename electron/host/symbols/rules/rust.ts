import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../../../shared/sources/types';
import { through, typeRule, type Outline, type Rule, type Rules } from '../read/outline';
import { baseList, signature, slashComments, splitParameters, type ParameterStyle } from '../read/signature';

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
  const draft = into.add(
    into.callable(),
    name,
    signature(into.field(node, 'parameters'), into.field(node, 'return_type'), parameters),
  );
  if (draft !== undefined && /\basync\b/.test(into.all.text.slice(node.startIndex, name?.startIndex)))
    draft.async = true;
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

/** `impl Trait for Type { … }`: its functions are methods of the type, and the trait is one of its bases. */
const implementation: Rule = (node, into) => {
  const name = /^\s*(?:&\s*(?:mut\s+)?)?(?:\w+\s*::\s*)*(\w+)/.exec(into.field(node, 'type'))?.[1];
  const body = node.childForFieldName('body');
  if (name === undefined) return;
  const owner =
    into.symbols.find((symbol) => symbol.name === name && symbol.kind !== 'function') ??
    into.addNamed('type', name, node.startPosition.row + 1);
  const trait = into
    .field(node, 'trait')
    .replace(/<[\s\S]*$/, '')
    .replace(/^.*::/, '');
  const bases = owner.signature?.slice(1, -1).split(',') ?? [];
  if (trait !== '' && !bases.includes(trait)) owner.signature = baseList([...bases, trait]);
  if (body !== null) into.inside(owner).visit(body);
};

/** `a::{b, c::{self, d as e}, *}` → one path each. */
function usedPaths(tree: string, prefix = ''): readonly string[] {
  const text = tree.trim();
  const group = /^((?:[\w]+\s*::\s*)*)\{([\s\S]*)\}$/.exec(text);
  if (group !== null) {
    const base = prefix + (group[1] ?? '').replaceAll(/\s+/g, '');
    return splitParameters(group[2] ?? '', false).flatMap((part) => usedPaths(part, base));
  }
  const [, path = ''] = /^([\w:*\s]+?)(?:\s+as\s+\w+)?$/.exec(text) ?? [];
  const full = (prefix + path.replaceAll(/\s+/g, '')).replace(/^::/, '').replace(/::self$/, '');
  return full === '' ? [] : [full];
}

export const rust: Rules = {
  ERROR: through,
  use_declaration(node, into) {
    const text = into.text(node).replace(slashComments, ' ');
    const paths = usedPaths(text.replace(/^\s*(?:pub\s*(?:\([^)]*\))?\s*)?use\s+/, '').replace(/;\s*$/, ''));
    for (const path of paths)
      (/^(?:crate|self|super)\b/.test(path) ? into.all.importsLocal : into.all.imports).push(path);
  },
  extern_crate_declaration(node, into) {
    into.import(into.field(node, 'name'));
  },
  mod_item(node, into) {
    const body = node.childForFieldName('body');
    const name = node.childForFieldName('name');
    if (body === null) into.all.importsLocal.push(into.text(name));
    else if (name !== null)
      into.inside(into.addNamed('module', into.text(name), name.startPosition.row + 1)).visit(body);
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
