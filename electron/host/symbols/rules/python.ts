import type { Node } from 'web-tree-sitter';
import type { ImportFact } from '../facts';
import { through, typeRule, type Outline, type Rule, type Rules } from '../outline';
import { baseList, hashComments, signature, splitParameters, type ParameterStyle } from '../signature';

const parameters: ParameterStyle = {
  angles: false,
  comment: hashComments,
  name(parameter) {
    const [, stars = '', name = ''] = /^(\*{0,2})\s*(\w*)/.exec(parameter) ?? [];
    if (name === '' || name === 'self' || name === 'cls') return '';
    return `${stars}${name}${stars === '' && /^[^=]*=/.test(parameter) ? '?' : ''}`;
  },
};

function bases(node: Node, into: Outline): string {
  const listed = into.field(node, 'superclasses').slice(1, -1);
  return baseList(splitParameters(listed, false).filter((base) => !/^\w+\s*=/.test(base)));
}

const propertyDecorator = /^\s*@(?:[\w.]+\.)?(?:cached_)?property\b/m;

/** @param decorators what stands before it, `@` and all */
function define(node: Node, into: Outline, decorators: string): void {
  const name = node.childForFieldName('name');
  const property = into.owner !== undefined && propertyDecorator.test(decorators);
  const draft = into.add(property ? 'property' : into.callable(), name, property ? '' : signature(into.field(node, 'parameters'), into.field(node, 'return_type'), parameters));
  if (draft !== undefined && into.all.text.startsWith('async', node.startIndex)) draft.async = true;
  into.body(draft, node.childForFieldName('body'));
}

const decorated: Rule = (node, into) => {
  for (const child of node.namedChildren) {
    const { type } = child;
    if (type === 'function_definition') define(child, into, into.all.text.slice(node.startIndex, child.startIndex));
    else into.all.rules[type]?.(child, into);
  }
};

const assignment: Rule = (node, into) => {
  const left = node.childForFieldName('left');
  if (left?.type !== 'identifier') return;
  const name = into.text(left);
  if (!into.symbols.some((symbol) => symbol.name === name)) into.body(into.add('variable', left), node.childForFieldName('right'));
};

/** `a.b as c, d` → names and what they stand for. */
function importedNames(text: string): readonly (readonly [string, string])[] {
  return text.split(',').flatMap((part) => {
    const [, imported, local] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
    return imported === undefined ? [] : [[local ?? imported, imported] as const];
  });
}

function clean(text: string): string {
  return text.replace(hashComments, ' ').replaceAll(/[\\()]/g, ' ').replaceAll(/\s+/g, ' ');
}

const fromImport: Rule = (node, into) => {
  const [, spec, listed = ''] = /^from ?([\w.]+|\.[\w. ]*?) ?import (.*)$/.exec(clean(into.text(node))) ?? [];
  if (spec === undefined) return;
  const fact: ImportFact = listed.trim() === '*' ? { spec, all: 'names' } : { spec, names: importedNames(listed) };
  into.import(node, { ...fact, passes: true });
  into.silence(node);
};

const plainImport: Rule = (node, into) => {
  const names = importedNames(clean(into.text(node)).replace(/^import /, ''));
  into.import(node, ...names.map(([local, spec]): ImportFact => ({ spec, names: [[local, '*']], all: 'members' })));
};

export const python: Rules = {
  ERROR: through,
  block: through,
  if_statement: through,
  elif_clause: through,
  else_clause: through,
  try_statement: through,
  except_clause: through,
  finally_clause: through,
  with_statement: through,
  decorated_definition: decorated,
  expression_statement: through,
  class_definition: typeRule('class', bases),
  function_definition: (node, into) => define(node, into, ''),
  assignment,
  type_alias_statement(node, into) {
    into.add('type', node.childForFieldName('left'));
  },
  import_statement: plainImport,
  import_from_statement: fromImport,
};
