import type { Node } from 'web-tree-sitter';
import { through, typeRule, type Outline, type Rule, type Rules } from '../read/outline';
import { baseList, nameLast, signature, slashComments, splitParameters, type ParameterStyle } from '../read/signature';

const parameters: ParameterStyle = {
  angles: true,
  comment: slashComments,
  name: (parameter) => nameLast(parameter.replace(/^\[[^\]]*\]\s*/, '')),
};

function bases(node: Node, into: Outline): string {
  const list = node.namedChildren.find(({ type }) => type === 'base_list');
  return list === undefined ? '' : baseList(splitParameters(into.text(list).replace(/^:/, ''), true));
}

const callable: Rule = (node, into) => {
  const name = node.childForFieldName('name');
  const result = into.field(node, 'returns') || into.field(node, 'type');
  const draft = into.add('method', name, signature(into.field(node, 'parameters'), result, parameters));
  if (draft !== undefined && /\basync\b/.test(into.all.text.slice(node.startIndex, name?.startIndex)))
    draft.async = true;
  into.body(draft, node.childForFieldName('body'));
};

const fields: Rule = (node, into) => {
  for (const declaration of node.namedChildren) {
    if (declaration.type !== 'variable_declaration') continue;
    for (const declarator of declaration.namedChildren)
      if (declarator.type === 'variable_declarator') into.add('variable', declarator.childForFieldName('name'));
  }
};

const namespace: Rule = (node, into) => {
  const body = node.childForFieldName('body');
  if (body !== null) into.visit(body);
};

/** A record's parameters may be its members. */
const record: Rule = (node, into) => {
  const list = node.namedChildren.find(({ type }) => type === 'parameter_list');
  const draft = into.add(
    'class',
    node.childForFieldName('name'),
    list === undefined ? bases(node, into) : signature(into.text(list), '', parameters),
  );
  const body = node.childForFieldName('body');
  if (draft !== undefined && body !== null) into.inside(draft).visit(body);
};

export const csharp: Rules = {
  ERROR: through,
  using_directive(node, into) {
    const [, spec] = /^(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)/.exec(into.text(node)) ?? [];
    if (spec !== undefined) into.import(spec);
  },
  namespace_declaration: namespace,
  file_scoped_namespace_declaration: namespace,
  class_declaration: typeRule('class', bases),
  interface_declaration: typeRule('interface', bases),
  struct_declaration: typeRule('struct', bases),
  record_declaration: record,
  record_struct_declaration: record,
  enum_declaration(node, into) {
    into.add('enum', node.childForFieldName('name'));
  },
  delegate_declaration(node, into) {
    into.add(
      'type',
      node.childForFieldName('name'),
      signature(into.field(node, 'parameters'), into.field(node, 'type'), parameters),
    );
  },
  method_declaration: callable,
  constructor_declaration: callable,
  property_declaration(node, into) {
    into.add('property', node.childForFieldName('name'));
  },
  field_declaration: fields,
  event_field_declaration: fields,
};
