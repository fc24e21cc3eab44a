import type { Node } from 'web-tree-sitter';
import { through, typeRule, type Outline, type Rule, type Rules } from '../read/outline';
import { baseList, nameLast, signature, slashComments, splitParameters, type ParameterStyle } from '../read/signature';

const parameters: ParameterStyle = { angles: true, comment: slashComments, name: nameLast };

function bases(node: Node, into: Outline): string {
  const clauses = node.namedChildren.filter(
    ({ type }) => type === 'superclass' || type === 'super_interfaces' || type === 'extends_interfaces',
  );
  return baseList(
    clauses.flatMap((clause) => splitParameters(into.text(clause).replace(/^(?:extends|implements)\s+/, ''), true)),
  );
}

const callable: Rule = (node, into) => {
  const draft = into.add(
    'method',
    node.childForFieldName('name'),
    signature(into.field(node, 'parameters'), into.field(node, 'type'), parameters),
  );
  into.body(draft, node.childForFieldName('body'));
};

const fields: Rule = (node, into) => {
  for (const declarator of node.namedChildren) {
    if (declarator.type === 'variable_declarator')
      into.body(into.add('variable', declarator.childForFieldName('name')), declarator.childForFieldName('value'));
  }
};

export const java: Rules = {
  ERROR: through,
  import_declaration(node, into) {
    const [, isStatic, spec = ''] =
      /^import (static )?([\w. *]+);?$/.exec(into.text(node).replaceAll(/\s+/g, ' ')) ?? [];
    const path = spec.replaceAll(/\s/g, '');
    if (path !== '') into.import(isStatic === undefined ? path : `static ${path}`);
  },
  class_declaration: typeRule('class', bases),
  interface_declaration: typeRule('interface', bases),
  annotation_type_declaration: typeRule('interface'),
  enum_declaration: typeRule('enum', bases),
  enum_body_declarations: through,
  record_declaration(node, into) {
    const body = node.childForFieldName('body');
    const draft = into.add(
      'class',
      node.childForFieldName('name'),
      signature(into.field(node, 'parameters'), '', parameters),
    );
    if (draft !== undefined && body !== null) into.inside(draft).visit(body);
  },
  method_declaration: callable,
  constructor_declaration: callable,
  compact_constructor_declaration: callable,
  annotation_type_element_declaration: callable,
  field_declaration: fields,
  constant_declaration: fields,
};
