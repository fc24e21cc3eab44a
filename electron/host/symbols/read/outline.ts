import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../../../shared/sources/types';

/** A symbol under construction. All members exist from the start, to keep one object shape. */
export interface Draft {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  signature: string | undefined;
  async: boolean;
  readonly children: Draft[];
  /** Fields that its constructor sets on itself. */
  readonly fields: string[];
  /** The range of text whose calls belong to it. */
  body: TextRange | undefined;
  /** As in `SymbolFact`. */
  readonly calls: number[];
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type Rule = (node: Node, into: Outline) => void;

/** Rules by node type. Types without a rule are skipped with their children, which keeps reading cheap. */
export type Rules = Readonly<Record<string, Rule>>;

/** What the rules collected for a file; shared by all levels. */
export interface Collected {
  readonly text: string;
  readonly rules: Rules;
  readonly imports: string[];
  readonly importsLocal: string[];
  /** Symbols with a body, ordered by body start. */
  readonly bodies: Draft[];
}

/** Regular expressions run over a node's text and could take minutes on a longer one. Nobody writes such statements. */
const longestText = 10_000;

/** One level of symbols: of the file or a class. */
export class Outline {
  readonly all: Collected;
  readonly symbols: Draft[];
  readonly owner: Draft | undefined;

  constructor(all: Collected, symbols: Draft[] = [], owner?: Draft) {
    this.all = all;
    this.symbols = symbols;
    this.owner = owner;
  }

  visit(node: Node): void {
    for (const child of node.namedChildren) this.all.rules[child.type]?.(child, this);
  }

  text(node: Node | null): string {
    return node === null
      ? ''
      : this.all.text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + longestText));
  }

  /** The text of a field's node, or ''. */
  field(node: Node, name: string): string {
    return this.text(node.childForFieldName(name));
  }

  /** Functions in a class or the like are methods. */
  callable(): 'function' | 'method' {
    return this.owner === undefined || this.owner.kind === 'module' ? 'function' : 'method';
  }

  add(kind: SymbolKind, name: Node | null, signature = ''): Draft | undefined {
    const text = this.text(name);
    return name === null || text === '' ? undefined : this.addNamed(kind, text, name.startPosition.row + 1, signature);
  }

  addNamed(kind: SymbolKind, name: string, line: number, signature = ''): Draft {
    const draft: Draft = {
      name,
      kind,
      line,
      signature: signature === '' ? undefined : signature,
      async: false,
      children: [],
      fields: [],
      body: undefined,
      calls: [],
    };
    this.symbols.push(draft);
    return draft;
  }

  /** The level below a symbol. */
  inside(owner: Draft): Outline {
    return new Outline(this.all, owner.children, owner);
  }

  body(draft: Draft | undefined, node: Node | null): void {
    if (draft === undefined || node === null) return;
    draft.body = { start: node.startIndex, end: node.endIndex };
    this.all.bodies.push(draft);
  }

  /** A path starting with a dot leads to a file of the repository. */
  import(...specs: readonly string[]): void {
    for (const spec of specs) (spec.startsWith('.') ? this.all.importsLocal : this.all.imports).push(spec);
  }
}

/** Visits a node's children as if they were in its place. */
export const through: Rule = (node, into) => into.visit(node);

/** A type with a body: `class Name … { members }`. `bases` gives the text of what it extends. */
export function typeRule(
  kind: SymbolKind,
  bases: (node: Node, into: Outline) => string = () => '',
  bodyField = 'body',
): Rule {
  return (node, into) => {
    const body = node.childForFieldName(bodyField);
    const draft = into.add(kind, node.childForFieldName('name'), bases(node, into));
    if (draft !== undefined && body !== null) into.inside(draft).visit(body);
  };
}
