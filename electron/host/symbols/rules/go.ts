import type { Node } from 'web-tree-sitter';
import { through, type Draft, type Outline, type Rule, type Rules } from '../read/outline';
import { baseList, compact, signature, slashComments, type ParameterStyle } from '../read/signature';

const parameters: ParameterStyle = {
  angles: false,
  comment: slashComments,
  name: (parameter) => /^[\w]+/.exec(parameter)?.[0] ?? compact(parameter),
};

function result(node: Node, into: Outline): string {
  return into.field(node, 'result');
}

const declared: Rule = (node, into) => {
  const draft = into.add(
    'function',
    node.childForFieldName('name'),
    signature(into.field(node, 'parameters'), result(node, into), parameters),
  );
  into.body(draft, node.childForFieldName('body'));
};

/** Methods are declared outside their type. They join it if it is in the same file, and name it if not. */
const method: Rule = (node, into) => {
  const name = node.childForFieldName('name');
  const owner = /(\w+)(?:\[[^\]]*\])?\s*\)$/.exec(into.field(node, 'receiver'))?.[1] ?? '';
  const holder = typeNamed(owner, into, node);
  const draft = into
    .inside(holder)
    .add('method', name, signature(into.field(node, 'parameters'), result(node, into), parameters));
  into.body(draft, node.childForFieldName('body'));
};

function typeNamed(name: string, into: Outline, node: Node): Draft {
  const existing = into.symbols.find(
    (symbol) => symbol.name === name && symbol.kind !== 'function' && symbol.kind !== 'variable',
  );
  return existing ?? into.addNamed('type', name, node.startPosition.row + 1);
}

const typeSpec: Rule = (node, into) => {
  const name = node.childForFieldName('name');
  const type = node.childForFieldName('type');
  const members =
    type?.type === 'struct_type'
      ? (type.namedChildren.find((child) => child.type === 'field_declaration_list')?.namedChildren ?? [])
      : (type?.namedChildren ?? []);
  const kind = type?.type === 'struct_type' ? 'struct' : type?.type === 'interface_type' ? 'interface' : 'type';
  const existing = into.symbols.find((symbol) => symbol.kind === 'type' && symbol.name === into.text(name));
  const embedded =
    kind === 'type'
      ? []
      : members.filter(
          (member) =>
            member.type === 'type_elem' ||
            (member.type === 'field_declaration' && member.childForFieldName('name') === null),
        );
  const draft = into.add(
    kind,
    name,
    baseList(embedded.map((member) => into.text(member).replace(/^[*\s]+|\s*`[\s\S]*$/g, ''))),
  );
  if (draft === undefined) return;
  if (existing !== undefined) {
    draft.children.push(...existing.children);
    into.symbols.splice(into.symbols.indexOf(existing), 1);
  }
  if (kind === 'type') return;
  for (const member of members) memberOf(member, into.inside(draft));
};

function memberOf(member: Node, into: Outline): void {
  if (member.type === 'field_declaration') {
    for (const name of member.childrenForFieldName('name')) if (name.isNamed) into.add('variable', name);
  } else if (member.type === 'method_elem' || member.type === 'method_spec') {
    into.add(
      'method',
      member.childForFieldName('name'),
      signature(into.field(member, 'parameters'), result(member, into), parameters),
    );
  }
}

const value: Rule = (node, into) => {
  for (const name of node.childrenForFieldName('name')) if (name.isNamed) into.add('variable', name);
};

export const go: Rules = {
  ERROR: through,
  import_declaration: through,
  import_spec_list: through,
  import_spec(node, into) {
    into.import(into.field(node, 'path').slice(1, -1));
  },
  const_declaration: through,
  var_declaration: through,
  var_spec_list: through,
  const_spec: value,
  var_spec: value,
  type_declaration: through,
  type_spec: typeSpec,
  type_alias: typeSpec,
  function_declaration: declared,
  method_declaration: method,
};
