import type { Node } from 'web-tree-sitter';
import type { ImportFact } from '../facts';
import { through, typeRule, type Draft, type Outline, type Rule, type Rules } from '../outline';
import { baseList, signature, slashComments, splitParameters, type ParameterStyle } from '../signature';

const parameters: ParameterStyle = {
  angles: true,
  comment: slashComments,
  name(parameter) {
    const text = parameter.replace(/^(?:@[\w.]+(?:\([^)]*\))?\s*)*(?:(?:public|private|protected|readonly|override)\s+)*/, '');
    const destructured = /^(\.\.\.)?([{[])/.exec(text);
    if (destructured !== null) return `${destructured[1] ?? ''}${destructured[2] === '{' ? '{}' : '[]'}`;
    const named = /^(\.\.\.)?([\w$]+)\s*(\?)?/.exec(text);
    if (named === null || named[2] === 'this') return '';
    return `${named[1] ?? ''}${named[2] ?? ''}${named[3] === '?' || /^[^=]*[^=!<>]=(?![=>])/.test(text) ? '?' : ''}`;
  },
};

function bases(node: Node, into: Outline): string {
  const heritage = node.namedChildren.find(({ type }) => type === 'class_heritage' || type === 'extends_type_clause');
  if (heritage === undefined) return '';
  const listed = into.text(heritage).replace(/^\s*extends\s+/, '').replaceAll(/(?:^|\s)implements\s+/g, ',');
  return baseList(splitParameters(listed, true));
}

/** Everything before the name: modifiers. */
function modifiers(node: Node, name: Node, into: Outline): string {
  return into.all.text.slice(node.startIndex, name.startIndex);
}

function signatureOf(node: Node, into: Outline): string {
  const result = into.field(node, 'return_type').replace(/^:\s*/, '');
  const list = node.childForFieldName('parameters') ?? node.childForFieldName('parameter');
  return signature(into.text(list), result, parameters);
}

function markAsync(draft: Draft | undefined, text: string): void {
  if (draft !== undefined && /\basync\b/.test(text)) draft.async = true;
}

const callable: Rule = (node, into) => {
  const name = node.childForFieldName('name');
  if (name === null) return;
  const before = modifiers(node, name, into);
  if (/(?:^|\s)[gs]et\s+$/.test(before)) {
    const text = into.text(name);
    if (!into.symbols.some((symbol) => symbol.kind === 'property' && symbol.name === text)) into.body(into.add('property', name), node.childForFieldName('body'));
    return;
  }
  const draft = into.add(into.callable(), name, signatureOf(node, into));
  markAsync(draft, before);
  into.body(draft, node.childForFieldName('body'));
};

const functionValues = new Set(['arrow_function', 'function_expression', 'function', 'generator_function']);

/** A name with a value: a function, a class, or plain data. */
function bind(name: Node | null, value: Node | null, into: Outline): void {
  if (value !== null && functionValues.has(value.type)) {
    const draft = into.add(into.callable(), name, signatureOf(value, into));
    markAsync(draft, into.all.text.slice(value.startIndex, value.startIndex + 6));
    into.body(draft, value.childForFieldName('body'));
  } else if (value?.type === 'class') {
    const draft = into.add('class', name, bases(value, into));
    const body = value.childForFieldName('body');
    if (draft !== undefined && body !== null) into.inside(draft).visit(body);
  } else if (!/^(?:await\s+import|require)\s*\(/.test(into.all.text.slice(value?.startIndex ?? 0, (value?.startIndex ?? 0) + 20)) || value === null) {
    into.body(into.add('variable', name), value);
  }
}

const variables: Rule = (node, into) => {
  for (const declarator of node.namedChildren) {
    const name = declarator.childForFieldName('name');
    if (declarator.type === 'variable_declarator' && name?.type === 'identifier') bind(name, declarator.childForFieldName('value'), into);
  }
};

/** The clause of an import or export: `a`, `* as a`, `{ a, b as c }`, or several of them. */
function clauseFacts(clause: string): Pick<ImportFact, 'names' | 'all'> {
  const names: [string, string][] = [];
  const whole = clause.replace(/^\s*type\s+(?!,|from\b)/, ' ');
  const first = /^\s*([\w$]+)/.exec(whole)?.[1];
  if (first !== undefined) names.push([first, 'default']);
  const space = /\*\s*(?:as\s+([\w$]+))?/.exec(whole);
  if (space?.[1] !== undefined) names.push([space[1], '*']);
  for (const part of /\{([^}]*)\}/.exec(whole)?.[1]?.split(',') ?? []) {
    const [, imported, local] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
    if (imported !== undefined) names.push([local ?? imported, imported]);
  }
  return { ...(names.length > 0 ? { names } : {}), ...(space === null ? {} : { all: 'members' as const }) };
}

/** `keyword clause from 'spec'`; the source is the last string of the statement. */
function statementFact(text: string, keyword: string): ImportFact | undefined {
  const source = /(['"])([^'"\n]*)\1[^'"]*$/.exec(text.replace(/\bwith\s*\{[^}]*\}\s*;?\s*$/, ''));
  if (source === null) return undefined;
  const clause = text.slice(keyword.length, source.index).replace(/\bfrom\s*$/, '').replace(slashComments, ' ');
  if (/=\s*require\s*\(\s*$/.test(clause)) return { spec: source[2] ?? '', all: 'names' };
  return { spec: source[2] ?? '', ...clauseFacts(clause) };
}

const exported: Rule = (node, into) => {
  const text = into.text(node);
  if (node.childForFieldName('source') !== null) {
    const fact = statementFact(text, 'export');
    if (fact !== undefined) into.import(node, { ...fact, passes: true });
    return;
  }
  const before = into.symbols.length;
  into.visit(node);
  if (!text.startsWith('export default')) return;
  const value = node.childForFieldName('value');
  const name = into.symbols[before]?.name ?? (value?.type === 'identifier' ? into.text(value) : undefined);
  if (name !== undefined) into.all.defaultName = name;
};

const statement: Rule = (node, into) => {
  const [expression] = node.namedChildren;
  if (expression?.type === 'internal_module') moduleRule(expression, into);
  if (expression?.type !== 'assignment_expression') return;
  const left = expression.childForFieldName('left');
  const property = left?.childForFieldName('property') ?? null;
  const value = expression.childForFieldName('right');
  const target = into.text(left);
  if (/^(?:module\.)?exports\.[\w$]+$/.test(target)) bind(property, value, into);
  else if (/^[\w$.]+\.prototype\.[\w$]+$/.test(target) && value !== null && functionValues.has(value.type)) bind(property, value, into);
  else if (target === 'module.exports' && value?.type === 'identifier') into.all.defaultName = into.text(value);
};

const field: Rule = (node, into) => bind(node.childForFieldName('name') ?? node.childForFieldName('property'), node.childForFieldName('value'), into);

const moduleRule: Rule = (node, into) => {
  const name = node.childForFieldName('name');
  const body = node.childForFieldName('body');
  if (name === null || body === null) return;
  const draft = into.addNamed('module', into.text(name).replaceAll(/['"]/g, ''), name.startPosition.row + 1);
  into.inside(draft).visit(body);
};

export const javascript: Rules = {
  ERROR: through,
  program: through,
  statement_block: through,
  ambient_declaration: through,
  import_statement(node, into) {
    const fact = statementFact(into.text(node), 'import');
    if (fact !== undefined) into.import(node, fact);
  },
  export_statement: exported,
  expression_statement: statement,
  class_declaration: typeRule('class', bases),
  abstract_class_declaration: typeRule('class', bases),
  class: typeRule('class', bases),
  interface_declaration: typeRule('interface', bases),
  enum_declaration(node, into) {
    into.add('enum', node.childForFieldName('name'));
  },
  type_alias_declaration(node, into) {
    into.body(into.add('type', node.childForFieldName('name')), node.childForFieldName('value'));
  },
  internal_module: moduleRule,
  module: moduleRule,
  function_declaration: callable,
  generator_function_declaration: callable,
  function_signature: callable,
  function_expression: callable,
  method_definition: callable,
  method_signature: callable,
  abstract_method_signature: callable,
  public_field_definition: field,
  field_definition: field,
  property_signature: field,
  lexical_declaration: variables,
  variable_declaration: variables,
};
