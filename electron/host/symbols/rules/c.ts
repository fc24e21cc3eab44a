import type { Node } from 'web-tree-sitter';
import type { Draft } from '../read/outline';
import { classOf, lineOf, textOf, type FoundSymbol, type ImportFound, type WalkRules } from '../walk';

const query = `
  (struct_specifier) @class
  (class_specifier) @class
  (enum_specifier) @class
  (function_definition) @function
  (declaration) @variable
  (preproc_include) @import
  (call_expression function: _ @call)
`;

function findClass(node: Node, text: string): FoundSymbol | undefined {
  const clause = node.namedChildren.find(({ type }) => type === 'base_class_clause')?.namedChildren ?? [];
  const bases = clause.filter(({ type }) => type === 'type_identifier');
  return classOf(node, bases, text);
}

function findFunction(node: Node, text: string, owner: Draft | undefined): FoundSymbol | undefined {
  const declarator = node.childForFieldName('declarator');
  let at = declarator;
  while (at !== null && at.type !== 'function_declarator' && at.type !== 'identifier')
    at = at.childForFieldName('declarator') ?? at.firstChild;
  const name = at?.type === 'function_declarator' ? at.childForFieldName('declarator') : at;
  if (declarator === null || name === null) return undefined;
  const result = textOf(node.childForFieldName('type'), text);
  const parameters = parameterList(declarator)?.namedChildren.flatMap((child) => parameterOf(child, text) ?? []) ?? [];
  const signature = `(${parameters.join(',')})${result === '' ? '' : `->${result}`}`;
  return { name: textOf(name, text), kind: owner === undefined ? 'function' : 'method', line: lineOf(node), signature };
}

/** The first one among the descendants, depth first. */
function parameterList(node: Node): Node | undefined {
  for (const child of node.namedChildren) {
    const found = child.type === 'parameter_list' ? child : parameterList(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parameterOf(child: Node, text: string): string | undefined {
  if (child.type === 'variadic_parameter') return '*...';
  if (child.type !== 'parameter_declaration') return undefined;
  const declarator = child.childForFieldName('declarator');
  return declarator === null ? textOf(child, text) : textOf(declarator, text).replaceAll(/^[*& ]+|[*& ]+$/g, '');
}

/** Anything with a parenthesis may be a function declaration and is skipped. */
function findVariable(node: Node, text: string): FoundSymbol | undefined {
  const written = textOf(node, text);
  if (written.includes('(') || /^\s*typedef/.test(written)) return undefined;
  const outer = node.childForFieldName('declarator');
  const declarator = outer?.type === 'init_declarator' ? outer.childForFieldName('declarator') : outer;
  return declarator?.type === 'identifier'
    ? { name: textOf(declarator, text), kind: 'variable', line: lineOf(node) }
    : undefined;
}

function findImport(node: Node, text: string): ImportFound | undefined {
  const path =
    node.childForFieldName('path') ??
    node.namedChildren.find(({ type }) => type === 'string_literal' || type === 'system_lib_string');
  if (path === undefined) return undefined;
  const spec = textOf(path, text).replaceAll(/^["<>]+|["<>]+$/g, '');
  return { spec, local: spec.startsWith('.') || spec.includes('/') };
}

export const c: WalkRules = {
  query,
  class: findClass,
  function: findFunction,
  variable: findVariable,
  property: () => undefined,
  import: findImport,
};
