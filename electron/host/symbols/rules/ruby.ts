import type { Node } from 'web-tree-sitter';
import { through, typeRule, type Outline, type Rule, type Rules } from '../read/outline';
import { baseList, hashComments, signature, type ParameterStyle } from '../read/signature';

const parameters: ParameterStyle = {
  angles: false,
  comment: hashComments,
  name(parameter) {
    const [, mark = '', name = ''] = /^([*&]{0,2})\s*(\w*)/.exec(parameter) ?? [];
    return name === '' ? '' : `${mark}${name}${/^\w+\s*(?:=|:\s*\S)/.test(parameter) ? '?' : ''}`;
  },
};

function bases(node: Node, into: Outline): string {
  const superclass = into.field(node, 'superclass').replace(/^<\s*/, '');
  return superclass === '' ? '' : baseList([superclass]);
}

const method: Rule = (node, into) => {
  const draft = into.add(
    into.callable(),
    node.childForFieldName('name'),
    signature(into.field(node, 'parameters'), '', parameters),
  );
  into.body(draft, node.childForFieldName('body'));
};

/** `require`, and `attr_*` with the properties it defines. */
const call: Rule = (node, into) => {
  const name = into.field(node, 'method');
  const list = node.childForFieldName('arguments');
  if (name === 'require' || name === 'require_relative' || name === 'load') {
    const [, spec] = /^\(?\s*['"]([^'"#]+)['"]/.exec(into.text(list)) ?? [];
    if (spec !== undefined) into.import(name === 'require_relative' && !spec.startsWith('.') ? `./${spec}` : spec);
  } else if (/^attr_(?:reader|writer|accessor)$/.test(name) && into.owner !== undefined) {
    for (const symbol of list?.namedChildren ?? []) {
      if (symbol.type === 'simple_symbol')
        into.addNamed('property', into.text(symbol).slice(1), symbol.startPosition.row + 1);
    }
  }
};

export const ruby: Rules = {
  ERROR: through,
  body_statement: through,
  singleton_class(node, into) {
    const body = node.childForFieldName('body');
    if (body !== null) into.visit(body);
  },
  module: typeRule('module'),
  class: typeRule('class', bases),
  method,
  singleton_method: method,
  assignment(node, into) {
    const left = node.childForFieldName('left');
    if (left?.type === 'constant') into.body(into.add('variable', left), node.childForFieldName('right'));
  },
  call,
};
