import type { Node } from 'web-tree-sitter';
import type { Draft } from '../read/outline';
import { classOf, lineOf, textOf, type FoundSymbol, type ImportFound, type WalkRules } from '../walk';

/** An export is found as an export and as a declaration: the design lists it twice. */
const query = (field: string): string => `
  (export_statement) @variable
  (class_declaration) @class
  (class) @class
  (function_declaration) @function
  (generator_function_declaration) @function
  (method_definition) @function
  (lexical_declaration) @variable
  (variable_declaration) @variable
  (${field}) @property
  (import_statement) @import
  (call_expression function: _ @call)
`;

function findClass(node: Node, text: string): FoundSymbol | undefined {
  const heritage = node.namedChildren.find(({ type }) => type === 'class_heritage')?.namedChildren ?? [];
  const bases = heritage.filter(({ type }) => type === 'identifier' || type === 'member_expression');
  return classOf(node, bases, text);
}

function findFunction(node: Node, text: string, owner: Draft | undefined): FoundSymbol | undefined {
  const name = node.childForFieldName('name');
  if (name === null) return undefined;
  const shown = { name: textOf(name, text), line: lineOf(node) };
  const parameters = parametersOf(node, text);
  const result = resultOf(node, text);
  if (node.type !== 'method_definition') {
    return {
      ...shown,
      kind: owner === undefined ? 'function' : 'method',
      signature: `(${parameters.join(',')})${result}`,
      async: text.startsWith('async ', node.startIndex),
    };
  }
  const marks = new Set(node.children.map(({ type }) => type));
  const isProperty = marks.has('get') || marks.has('set');
  const signature = (isProperty && parameters.length === 0 ? '' : `(${parameters.join(',')})`) + result;
  return { ...shown, kind: isProperty ? 'property' : 'method', signature, async: marks.has('async') };
}

function parametersOf(node: Node, text: string): readonly string[] {
  const list =
    node.childForFieldName('parameters') ?? node.namedChildren.find(({ type }) => type === 'formal_parameters');
  return list?.namedChildren.flatMap((child) => parameterOf(child, text) ?? []) ?? [];
}

function parameterOf(child: Node, text: string): string | undefined {
  switch (child.type) {
    case 'identifier':
    case 'shorthand_property_identifier': {
      const name = textOf(child, text);
      return name === 'this' ? undefined : name;
    }
    case 'required_parameter':
      return patternOf(child, text);
    case 'optional_parameter': {
      const name = patternOf(child, text);
      return name === undefined ? undefined : `${name}?`;
    }
    case 'assignment_pattern': {
      const left = child.childForFieldName('left');
      return left === null ? undefined : `${textOf(left, text)}?`;
    }
    case 'rest_pattern':
      return `*${textOf(child, text).replace(/^\.+/, '')}`;
    case 'object_pattern':
      return '{...}';
    case 'array_pattern':
      return '[...]';
    default:
      return undefined;
  }
}

/** A destructured parameter is kept as written. */
function patternOf(node: Node, text: string): string | undefined {
  const pattern = node.childForFieldName('pattern') ?? node.namedChildren.find(({ type }) => type === 'identifier');
  return textOf(pattern ?? null, text) || undefined;
}

function resultOf(node: Node, text: string): string {
  const type =
    node.childForFieldName('return_type') ??
    node.namedChildren.find((child) => child.type === 'type_annotation') ??
    null;
  const result = textOf(type, text).replace(/^[: ]+/, '');
  return result === '' ? '' : `->${result}`;
}

function findVariable(node: Node, text: string): FoundSymbol | undefined {
  if (node.type !== 'export_statement') return declared(node, text);
  for (const child of node.namedChildren) {
    if (child.type === 'variable_declaration' || child.type === 'lexical_declaration') return declared(child, text);
    if (child.type === 'function_declaration') return findFunction(child, text, undefined);
    if (child.type === 'class_declaration') return findClass(child, text);
  }
  return undefined;
}

/** The first plain name declared; with an arrow function as its value it is a function. */
function declared(node: Node, text: string): FoundSymbol | undefined {
  for (const child of node.namedChildren) {
    const name = child.type === 'variable_declarator' ? child.childForFieldName('name') : null;
    if (name?.type !== 'identifier') continue;
    const shown = { name: textOf(name, text), line: lineOf(node) };
    const value = child.childForFieldName('value');
    if (value?.type !== 'arrow_function' && value?.type !== 'function') return { ...shown, kind: 'variable' };
    return {
      ...shown,
      kind: 'function',
      signature: `(${parametersOf(value, text).join(',')})`,
      async: text.startsWith('async', value.startIndex),
    };
  }
  return undefined;
}

function findProperty(node: Node, text: string): FoundSymbol | undefined {
  const name =
    node.childForFieldName('name') ??
    node.childForFieldName('property') ??
    node.namedChildren.find(({ type }) => type === 'identifier' || type === 'property_identifier');
  return name === undefined ? undefined : { name: textOf(name, text), kind: 'variable', line: lineOf(node) };
}

/** A package name with a slash also counts as local. */
function findImport(node: Node, text: string): ImportFound | undefined {
  const source = node.childForFieldName('source') ?? node.namedChildren.find(({ type }) => type === 'string');
  if (source === undefined) return undefined;
  const spec = textOf(source, text).replaceAll(/^['"]+|['"]+$/g, '');
  return { spec, local: spec.startsWith('.') || spec.includes('/') };
}

function rulesFor(field: string): WalkRules {
  return {
    query: query(field),
    class: findClass,
    function: findFunction,
    variable: findVariable,
    property: findProperty,
    import: findImport,
  };
}

export const javascript = rulesFor('field_definition');
export const typescript = rulesFor('public_field_definition');
