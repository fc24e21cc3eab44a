import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../../../shared/sources/types';
import { through, type Outline, type Rule, type Rules } from '../outline';
import { baseList, compact, nameLast, signature, slashComments, splitParameters, type ParameterStyle } from '../signature';

const parameters: ParameterStyle = { angles: true, comment: slashComments, name: nameLast };

function bases(node: Node, into: Outline): string {
  const clause = node.namedChildren.find(({ type }) => type === 'base_class_clause');
  if (clause === undefined) return '';
  return baseList(splitParameters(into.text(clause).replace(/^:/, ''), true).map((base) => base.replace(/^(?:(?:public|private|protected|virtual)\s+)+/, '')));
}

function specifier(kind: SymbolKind): Rule {
  return (node, into) => {
    const body = node.childForFieldName('body');
    // Without a body it only names a type that stands elsewhere.
    if (body === null) return;
    const draft = into.add(kind, node.childForFieldName('name'), bases(node, into));
    if (draft !== undefined && kind !== 'enum') into.inside(draft).visit(body);
  };
}

/** Declarators wrap the name in pointers, references, arrays and parameters, the function's nearest to the name. */
function unwrap(declarator: Node | null): { readonly name: Node | null; readonly called: Node | null } {
  let at = declarator;
  let called: Node | null = null;
  while (at !== null) {
    const { type } = at;
    if (/identifier$|^operator|_name$/.test(type)) break;
    if (type === 'function_declarator') called = at;
    at = at.childForFieldName('declarator') ?? at.namedChildren.find((child) => /declarator$|identifier$/.test(child.type)) ?? null;
  }
  return { name: at, called: called === null || isPointer(called) ? null : called };
}

/** `int (*name)(int)` is a variable. */
function isPointer(called: Node): boolean {
  return called.childForFieldName('declarator')?.type === 'parenthesized_declarator';
}

function resultOf(node: Node, called: Node, into: Outline): string {
  const trailing = called.namedChildren.find(({ type }) => type === 'trailing_return_type');
  if (trailing !== undefined) return into.text(trailing).replace(/^->\s*/, '');
  const type = node.childForFieldName('type');
  if (type === null) return '';
  const stars = /[*&\s]+$/.exec(into.all.text.slice(type.endIndex, called.startIndex))?.[0].replaceAll(/\s/g, '') ?? '';
  return into.text(type) + stars;
}

function addFunction(node: Node, name: Node, called: Node, into: Outline): void {
  const text = compact(into.text(name));
  const at = text.lastIndexOf('::');
  const shown = signature(into.text(called.childForFieldName('parameters')), resultOf(node, called, into), parameters);
  const owner = at === -1 ? undefined : text.slice(0, at).replace(/^.*::/, '').replace(/<.*$/, '');
  const line = name.startPosition.row + 1;
  const level = owner === undefined || owner === '' ? into : into.inside(into.symbols.find((symbol) => symbol.name === owner && symbol.kind !== 'function') ?? into.addNamed('class', owner, line));
  const draft = level.addNamed(level.callable(), text.slice(at === -1 ? 0 : at + 2), line, shown);
  into.body(draft, node.childForFieldName('body'));
}

/** A line of declarators: functions, variables, fields; a type defined on the way counts too. */
const declaration: Rule = (node, into) => {
  const type = node.childForFieldName('type');
  if (type !== null) into.all.rules[type.type]?.(type, into);
  for (const declarator of node.childrenForFieldName('declarator')) {
    const { name, called } = unwrap(declarator);
    if (name === null) continue;
    if (called !== null) addFunction(node, name, called, into);
    else if (into.owner !== undefined || name.type === 'identifier') into.add('variable', name);
  }
};

const alias: Rule = (node, into) => {
  const type = node.childForFieldName('type');
  const nameless = type !== null && type.childForFieldName('name') === null && type.childForFieldName('body') !== null;
  if (type !== null && !nameless) into.all.rules[type.type]?.(type, into);
  for (const declarator of node.childrenForFieldName('declarator')) {
    const { name } = unwrap(declarator);
    const text = into.text(name);
    if (into.symbols.some((symbol) => symbol.name === text)) continue;
    const draft = into.add(nameless && type.type !== 'enum_specifier' ? 'struct' : nameless ? 'enum' : 'type', name);
    if (draft?.kind === 'struct' && type !== null) {
      const body = type.childForFieldName('body');
      if (body !== null) into.inside(draft).visit(body);
    }
  }
};

export const c: Rules = {
  ERROR: through,
  preproc_include(node, into) {
    const path = node.childForFieldName('path');
    const spec = into.text(path);
    if (/^["<]/.test(spec)) into.import(node, { spec: spec.startsWith('"') ? spec.slice(1, -1) : spec, all: 'names' });
  },
  preproc_def(node, into) {
    // An include guard has no value.
    if (node.childForFieldName('value') !== null) into.add('variable', node.childForFieldName('name'));
  },
  preproc_function_def(node, into) {
    into.add('function', node.childForFieldName('name'), compact(into.field(node, 'parameters')));
  },
  preproc_if: through,
  preproc_ifdef: through,
  preproc_else: through,
  preproc_elif: through,
  linkage_specification: through,
  namespace_definition: through,
  declaration_list: through,
  template_declaration: through,
  class_specifier: specifier('class'),
  struct_specifier: specifier('struct'),
  union_specifier: specifier('struct'),
  enum_specifier: specifier('enum'),
  concept_definition(node, into) {
    into.add('type', node.childForFieldName('name'));
  },
  alias_declaration(node, into) {
    into.add('type', node.childForFieldName('name'));
  },
  type_definition: alias,
  function_definition: declaration,
  declaration,
  field_declaration: declaration,
};
