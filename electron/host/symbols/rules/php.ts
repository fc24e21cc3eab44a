import type { Node } from 'web-tree-sitter';
import { through, typeRule, type Outline, type Rule, type Rules } from '../read/outline';
import { baseList, signature, slashComments, type ParameterStyle } from '../read/signature';

const parameters: ParameterStyle = {
  angles: false,
  comment: slashComments,
  name(parameter) {
    const [, dots = '', name = ''] = /(\.\.\.)?\$(\w+)/.exec(parameter) ?? [];
    return name === '' ? '' : `${dots}${name}${/\$\w+\s*=/.test(parameter) ? '?' : ''}`;
  },
};

function bases(node: Node, into: Outline): string {
  const clauses = node.namedChildren.filter(({ type }) => type === 'base_clause' || type === 'class_interface_clause');
  return baseList(
    clauses.flatMap((clause) =>
      into
        .text(clause)
        .replace(/^(?:extends|implements)\s+/, '')
        .split(','),
    ),
  );
}

const callable: Rule = (node, into) => {
  const draft = into.add(
    into.callable(),
    node.childForFieldName('name'),
    signature(into.field(node, 'parameters'), into.field(node, 'return_type'), parameters),
  );
  into.body(draft, node.childForFieldName('body'));
};

/** `use A\B\C as D, E;` and `use A\{B, C as D};` */
function usedPaths(text: string): readonly string[] {
  const clauses = text
    .replace(slashComments, ' ')
    .replace(/^\s*use\s+(?:(?:function|const)\s+)?/, '')
    .replace(/;\s*$/, '');
  const group = /^([\w\\\s]*?)\\?\s*\{([^}]*)\}/.exec(clauses);
  const parts = (group?.[2] ?? clauses).split(',');
  const prefix = group === null ? '' : `${(group[1] ?? '').trim()}\\`;
  return parts.flatMap((part) => {
    const [, path] = /^\s*(?:(?:function|const)\s+)?\\?([\w\\]+)(?:\s+as\s+\w+)?\s*$/i.exec(part) ?? [];
    return path === undefined ? [] : [prefix + path];
  });
}

const included: Rule = (node, into) => {
  const [, here, spec] = /(__DIR__|dirname\(__FILE__\))?[\s.]*['"]([^'"$]+)['"]/.exec(into.text(node)) ?? [];
  if (spec !== undefined) into.import(here === undefined ? spec : `.${spec.startsWith('/') ? '' : '/'}${spec}`);
};

export const php: Rules = {
  ERROR: through,
  namespace_definition(node, into) {
    const body = node.childForFieldName('body');
    if (body !== null) into.visit(body);
  },
  namespace_use_declaration(node, into) {
    into.import(...usedPaths(into.text(node)));
  },
  expression_statement: through,
  require_expression: included,
  require_once_expression: included,
  include_expression: included,
  include_once_expression: included,
  class_declaration: typeRule('class', bases),
  interface_declaration: typeRule('interface', bases),
  trait_declaration: typeRule('trait'),
  enum_declaration: typeRule('enum', bases),
  function_definition: callable,
  method_declaration: callable,
  property_declaration(node, into) {
    for (const element of node.namedChildren) {
      if (element.type === 'property_element')
        into.addNamed('variable', into.field(element, 'name').replace(/^\$/, ''), element.startPosition.row + 1);
    }
  },
  const_declaration(node, into) {
    for (const element of node.namedChildren)
      if (element.type === 'const_element') into.add('variable', element.namedChildren[0] ?? null);
  },
};
