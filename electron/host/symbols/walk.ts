import { memoByIdentity } from '../../../shared/basics/memo';
import { Query, type Language, type Node, type Tree } from 'web-tree-sitter';
import type { SymbolKind } from '../../../shared/sources/types';
import type { NameList } from './collect-calls';
import type { Draft } from './read/outline';

/**
 * Walks the languages that the tiered design reads the same way as the design does, to produce the same map byte for
 * byte: symbols inside a function are skipped, everything else is visited, and a node may be found twice (as an export
 * and as a function).
 */
export interface WalkRules {
  /**
   * Finds the relevant nodes. Each capture is named after the member below that handles it; `call` captures the callee.
   */
  readonly query: string;
  readonly class: (node: Node, text: string) => FoundSymbol | undefined;
  readonly function: (node: Node, text: string, owner: Draft | undefined) => FoundSymbol | undefined;
  /** Only outside classes. */
  readonly variable: (node: Node, text: string) => FoundSymbol | undefined;
  /** Only inside classes. */
  readonly property: (node: Node, text: string) => FoundSymbol | undefined;
  readonly import: (node: Node, text: string) => ImportFound | undefined;
  /** The field name that a `field` capture in a constructor sets. */
  readonly field?: (node: Node, text: string) => string | undefined;
  readonly isConstructor?: (node: Node, name: string) => boolean;
}

export interface FoundSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly signature?: string;
  readonly async?: boolean;
}

export interface ImportFound {
  readonly spec: string;
  readonly local: boolean;
}

export interface Walked {
  readonly symbols: readonly Draft[];
  readonly imports: readonly string[];
  readonly importsLocal: readonly string[];
}

type Role = 'class' | 'function' | 'variable' | 'property' | 'import' | 'call' | 'field';

interface QueryCapture {
  readonly role: Role;
  readonly node: Node;
  /** Index of the pattern in the query: of two nodes at the same place, the outer one comes first. */
  readonly order: number;
}

/** An open class or function at the current position. */
interface Frame {
  readonly draft: Draft;
  /** UTF-16 offset after its end. */
  readonly end: number;
  readonly isFunction: boolean;
  /** For a class: where its members start. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** For a constructor: the class whose fields it sets. */
  readonly fieldsOf: Draft | undefined;
}

const queriesOf = memoByIdentity<Language, Map<string, Query>>(() => new Map());

function queryOf(language: Language, source: string): Query {
  const queries = queriesOf(language);
  let query = queries.get(source);
  if (query === undefined) queries.set(source, (query = new Query(language, source)));
  return query;
}

export function walk(tree: Tree, text: string, rules: WalkRules, names: NameList): Walked {
  const walker = new Walker(text, rules, names);
  for (const seen of capturesOf(tree, rules)) walker.see(seen);
  return walker;
}

/** In tree order, parents before children. */
function capturesOf(tree: Tree, rules: WalkRules): readonly QueryCapture[] {
  const seen = queryOf(tree.language, rules.query)
    .captures(tree.rootNode)
    .map(({ name, node, patternIndex }): QueryCapture => {
      // The query's captures are named after roles; the type cannot express that.
      return { role: name as Role, node, order: patternIndex };
    });
  return seen.toSorted(
    (a, b) => a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex || a.order - b.order,
  );
}

/** Node types that hold the members of a class. */
const bodies = new Set(['block', 'class_body', 'statement_block', 'declaration_list', 'field_declaration_list']);

/** Longer text is an expression, not a name. */
const maxCallLength = 80;

class Walker implements Walked {
  readonly symbols: Draft[] = [];
  readonly imports: string[] = [];
  readonly importsLocal: string[] = [];
  readonly #text: string;
  readonly #rules: WalkRules;
  readonly #names: NameList;
  readonly #open: Frame[] = [];

  constructor(text: string, rules: WalkRules, names: NameList) {
    this.#text = text;
    this.#rules = rules;
    this.#names = names;
  }

  see({ role, node }: QueryCapture): void {
    const start = node.startIndex;
    let frame = this.#open.at(-1);
    while (frame !== undefined && frame.end <= start) {
      this.#open.pop();
      frame = this.#open.at(-1);
    }
    if (frame?.isFunction) this.#inFunction(role, node, frame);
    else if (frame === undefined || (start >= frame.bodyStart && start < frame.bodyEnd))
      this.#outside(role, node, frame?.draft);
  }

  #inFunction(role: Role, node: Node, { draft, fieldsOf }: Frame): void {
    if (role === 'call') {
      const name = this.#text.slice(node.startIndex, node.endIndex);
      if (name.includes('\n') || (name.length > maxCallLength && [...name].length > maxCallLength)) return;
      draft.calls.push(this.#names.place(name.slice(name.lastIndexOf('.') + 1)), node.startPosition.row + 1);
    } else if (role === 'field' && fieldsOf !== undefined) {
      const name = this.#rules.field?.(node, this.#text);
      if (name !== undefined && !fieldsOf.fields.includes(name)) fieldsOf.fields.push(name);
    }
  }

  #outside(role: Role, node: Node, owner: Draft | undefined): void {
    switch (role) {
      case 'class':
        return this.#class(node, owner);
      case 'function':
        return this.#function(node, owner);
      case 'variable':
        if (owner === undefined) this.#add(this.#rules.variable(node, this.#text), undefined);
        return;
      case 'property':
        if (owner !== undefined) this.#add(this.#rules.property(node, this.#text), owner);
        return;
      case 'import': {
        const found = this.#rules.import(node, this.#text);
        if (found !== undefined) (found.local ? this.importsLocal : this.imports).push(found.spec);
        return;
      }
      case 'call':
      case 'field':
    }
  }

  #class(node: Node, owner: Draft | undefined): void {
    const draft = this.#add(this.#rules.class(node, this.#text), owner);
    if (draft === undefined) return;
    const body = node.childForFieldName('body');
    const [bodyStart, bodyEnd] = body !== null && bodies.has(body.type) ? [body.startIndex, body.endIndex] : [0, 0];
    this.#open.push({ draft, end: node.endIndex, isFunction: false, bodyStart, bodyEnd, fieldsOf: undefined });
  }

  #function(node: Node, owner: Draft | undefined): void {
    const draft = this.#add(this.#rules.function(node, this.#text, owner), owner);
    if (draft === undefined) return;
    const fieldsOf = owner !== undefined && this.#rules.isConstructor?.(node, draft.name) === true ? owner : undefined;
    this.#open.push({ draft, end: node.endIndex, isFunction: true, bodyStart: 0, bodyEnd: 0, fieldsOf });
  }

  #add(found: FoundSymbol | undefined, owner: Draft | undefined): Draft | undefined {
    if (found === undefined) return undefined;
    const { name, kind, line, signature, async = false } = found;
    const draft: Draft = {
      name,
      kind,
      line,
      signature: signature === '' ? undefined : signature,
      async,
      children: [],
      fields: [],
      body: undefined,
      calls: [],
    };
    (owner?.children ?? this.symbols).push(draft);
    return draft;
  }
}

/** 1-based. */
export function lineOf(node: Node): number {
  return node.startPosition.row + 1;
}

export function textOf(node: Node | null, text: string): string {
  return node === null ? '' : text.slice(node.startIndex, node.endIndex);
}

/** A class with the bases that it names, if it has a name. */
export function classOf(node: Node, bases: readonly Node[], text: string): FoundSymbol | undefined {
  const name = node.childForFieldName('name');
  if (name === null) return undefined;
  return {
    name: textOf(name, text),
    kind: 'class',
    line: lineOf(node),
    signature: bases.length === 0 ? '' : `(${bases.map((base) => textOf(base, text)).join(',')})`,
  };
}
