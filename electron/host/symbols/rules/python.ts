import type { Node } from 'web-tree-sitter';
import type { Draft } from '../read/outline';
import { classOf, lineOf, textOf, type FoundSymbol, type ImportFound, type WalkRules } from '../walk';

/** An assignment is found as a statement and as an assignment: the design lists it twice. */
const query = `
  (class_definition) @class
  (decorated_definition) @function
  (function_definition) @function
  (expression_statement (assignment)) @variable
  (assignment) @variable
  (import_statement) @import
  (import_from_statement) @import
  (call function: _ @call)
  (assignment left: (attribute) @field)
`;

function findClass(node: Node, text: string): FoundSymbol | undefined {
  const listed = node.childForFieldName('superclasses')?.namedChildren ?? [];
  const bases = listed.filter(({ type }) => type === 'identifier' || type === 'attribute');
  return classOf(node, bases, text);
}

/** A decorated function starts at its first decorator. */
function findFunction(node: Node, text: string, owner: Draft | undefined): FoundSymbol | undefined {
  const isDecorated = node.type === 'decorated_definition';
  const parts = isDecorated ? node.namedChildren : [];
  const actual = isDecorated ? parts.findLast(({ type }) => type === 'function_definition') : node;
  const name = actual?.childForFieldName('name') ?? null;
  if (actual === undefined || name === null) return undefined;
  const isProperty = parts.some((part) => part.type === 'decorator' && textOf(part, text).includes('@property'));
  const parameters = parametersOf(actual, text, owner !== undefined);
  const result = textOf(actual.childForFieldName('return_type'), text);
  return {
    name: textOf(name, text),
    kind: isProperty ? 'property' : owner === undefined ? 'function' : 'method',
    line: lineOf(node),
    signature:
      (isProperty && parameters.length === 0 ? '' : `(${parameters.join(',')})`) + (result === '' ? '' : `->${result}`),
    async: text.startsWith('async', actual.startIndex),
  };
}

function parametersOf(node: Node, text: string, isMethod: boolean): readonly string[] {
  const shown: string[] = [];
  const add = (name: string, mark = ''): void => {
    if (isMethod && shown.length === 0 && (name === 'self' || name === 'cls')) return;
    shown.push(name + mark);
  };
  for (const child of node.childForFieldName('parameters')?.namedChildren ?? []) {
    switch (child.type) {
      case 'identifier':
        add(textOf(child, text));
        break;
      case 'typed_parameter':
        add(textOf(child.firstChild, text));
        break;
      case 'default_parameter':
      case 'typed_default_parameter':
        add(textOf(child.childForFieldName('name'), text), '?');
        break;
      case 'list_splat_pattern':
        shown.push(`*${textOf(child, text).replace(/^\*+/, '')}`);
        break;
      case 'dictionary_splat_pattern':
        shown.push(`**${textOf(child, text).replace(/^\*+/, '')}`);
        break;
    }
  }
  return shown;
}

/** Only plain, public names. */
function findVariable(node: Node, text: string): FoundSymbol | undefined {
  const assignment = node.type === 'assignment' ? node : node.namedChildren.find(({ type }) => type === 'assignment');
  const left = assignment?.childForFieldName('left') ?? null;
  if (left?.type !== 'identifier') return undefined;
  const name = textOf(left, text);
  return /^_(?!_)/.test(name) ? undefined : { name, kind: 'variable', line: lineOf(node) };
}

/** `import a, b` counts as `a`; `from . import a` imports `a`. */
function findImport(node: Node, text: string): ImportFound | undefined {
  const names = node.namedChildren;
  if (node.type === 'import_statement') {
    for (const name of names) {
      const named =
        name.type === 'dotted_name' ? name : name.type === 'aliased_import' ? name.childForFieldName('name') : null;
      if (named !== null) return { spec: textOf(named, text), local: false };
    }
    return undefined;
  }
  const relative = names.find(({ type }) => type === 'relative_import');
  const inside = relative?.namedChildren.findLast(({ type }) => type === 'dotted_name');
  const module = inside ?? names.find(({ type }) => type === 'dotted_name');
  return { spec: textOf(module ?? null, text), local: relative !== undefined };
}

/** `self.name = …` in a constructor. */
function findField(node: Node, text: string): string | undefined {
  if (textOf(node.childForFieldName('object'), text) !== 'self') return undefined;
  const name = textOf(node.childForFieldName('attribute'), text);
  return name.startsWith('__') ? undefined : name;
}

export const python: WalkRules = {
  query,
  class: findClass,
  function: findFunction,
  variable: findVariable,
  property: () => undefined,
  import: findImport,
  field: findField,
  isConstructor: (node, name) =>
    name === '__init__' && node.type === 'function_definition' && node.parent?.parent?.type === 'class_definition',
};
