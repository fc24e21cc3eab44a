import { beforeAll, describe, expect, it } from 'vitest';
import type { FileFacts, SymbolFact } from '../../../../electron/host/symbols/facts';
import { readGrammars } from '../../../../electron/host/symbols/read/grammars';
import { grammarOf, languageOf, type LanguageId } from '../../../../electron/host/symbols/read/languages';
import { Parsers } from '../../../../electron/host/symbols/read/parsers';
import { readText } from '../../../../electron/host/symbols/read/read-text';

const languages: readonly LanguageId[] = [
  'bash',
  'c',
  'cpp',
  'csharp',
  'go',
  'java',
  'javascript',
  'php',
  'python',
  'ruby',
  'rust',
  'tsx',
  'typescript',
];
const parsers = new Parsers();

beforeAll(async () => {
  await parsers.add(await readGrammars([...new Set(languages.map(grammarOf))]));
});

function read(language: LanguageId, text: string): FileFacts {
  return readText(parsers.get(language), language, text);
}

/** One line per symbol: `kind name signature:line`, two blanks per level, `→` before what it calls. */
function outline(facts: FileFacts, symbols: readonly SymbolFact[] = facts.symbols, indent = ''): string {
  const names = facts.names.split('\n');
  return symbols
    .map(({ name, kind, line, signature = '', async, calls = [], children = [] }) => {
      const places = calls.filter((_, index) => index % 2 === 0);
      const called = places.length === 0 ? '' : ` →${places.map((place) => names[place]).join(',')}`;
      return (
        `${indent}${async ? 'async ' : ''}${kind} ` +
        `${name}${signature}:${line}${called}\n${outline(facts, children, `${indent}  `)}`
      );
    })
    .join('');
}

/** Imports; those after `→` are local. */
function imports({ imports: others, importsLocal }: FileFacts): string {
  return [others.join(' '), ...(importsLocal.length === 0 ? [] : [`→ ${importsLocal.join(' ')}`])].join(' ').trim();
}

/** Removes the margin of a template literal. */
function lines(text: string): string {
  const all = text.replace(/^\n/, '').replace(/\n *$/, '\n').split('\n');
  const margin = Math.min(
    ...all.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return all.map((line) => line.slice(margin)).join('\n');
}

describe('TypeScript', () => {
  it('takes `export type *`, which its grammar does not know', () => {
    const facts = read(
      'typescript',
      "export type * from './types';\nexport type * as shapes from './shapes';\nfunction a() {}\n",
    );
    expect(facts.failed).toBeUndefined();
    expect(facts.symbols.map(({ name, line }) => [name, line])).toEqual([['a', 3]]);
    expect(read('typescript', 'export type = 3;').failed).toBe('syntax error at line 1');
  });
});

describe('Go', () => {
  it('has its symbols, methods with their types, and imports', () => {
    const facts = read(
      'go',
      lines(`
        package shop

        import (
        	"fmt"
        	st "example.com/acme/store"
        	. "example.com/acme/dot"
        )
        import "os"

        const Limit = 3
        var (
        	a, b int
        	C    = st.Make()
        )

        func (s *Shop[T]) Add(item Item, n, m int) (int, error) { return st.Put(item), nil }

        type Shop[T any] struct {
        	Base
        	*pkg.Other
        	name, title string \`json:"name"\`
        }
        type Named interface {
        	Base
        	Name() string
        }
        type ID int
        type Alias = string

        func Open[T any](path string, opts ...Option) *Shop { return fmt.Sprint(path) }
        func (e Else) Run() {}
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        variable Limit:10
        variable a:12
        variable b:12
        variable C:13
        struct Shop(Base,pkg.Other):18
          method Add(item,n,m)->(int,error):16 →Put
          variable name:21
          variable title:21
        interface Named(Base):23
          method Name()->string:25
        type ID:27
        type Alias:28
        function Open(path,opts)->*Shop:30 →Sprint
        type Else:31
          method Run():31
      `),
    );
    expect(imports(facts)).toBe('fmt example.com/acme/store example.com/acme/dot os');
  });
});

describe('Rust', () => {
  it('has its symbols, implementations with their types, and imports', () => {
    const facts = read(
      'rust',
      lines(`
        mod cart;
        pub mod inner { pub fn f() {} }
        use crate::store::{self, Cart, put as place, deep::*};
        pub use self::x::Y;
        use std::fs;
        /// A shop.
        pub struct Shop<'a, T> { name: &'a str, pub total: u32 }
        struct Unit;
        pub enum Color { Red, Green(u8) }
        pub trait Named: Base + Send { fn name(&self) -> String; const X: u8; }
        impl<'a, T> Named for Shop<'a, T> { fn name(&self) -> String { let c = 'x'; place(r#"a "quoted" b"#) } }
        impl Shop<'_, u8> { pub async fn open(path: &str, mut n: u32) -> Result<Self, E> { Cart::new(n) } }
        impl fmt::Display for Elsewhere { fn fmt(&mut self) {} }
        pub const LIMIT: u8 = 3;
        type A = u8;
        macro_rules! shout { () => {} }
        fn main() {}
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        module inner:2
          function f():2
        struct Shop(Named):7
          variable name:7
          variable total:7
          method name()->String:11 →place
          async method open(path,n)->Result<Self,E>:12 →new
        struct Unit:8
        enum Color:9
        trait Named(Base,Send):10
          method name()->String:10
          variable X:10
        type Elsewhere(Display):13
          method fmt():13
        variable LIMIT:14
        type A:15
        function shout:16
        function main():17
      `),
    );
    expect(imports(facts)).toBe(
      'std::fs → cart crate::store crate::store::Cart crate::store::put crate::store::deep::* self::x::Y',
    );
  });
});

describe('Java', () => {
  it('has its symbols and imports', () => {
    const facts = read(
      'java',
      lines(`
        package com.acme.shop;
        import java.util.List;
        import static com.acme.store.Cart.put;
        import com.acme.*;
        @Anno("x")
        public abstract class Shop<T> extends Base<T> implements Named, Other<A, B> {
          private final String name = make(), other;
          public Shop(Cart cart, int... n) { this.cart = cart; }
          @Override public List<T> add(@NonNull final Map<String, T> item, int count[]) throws E { return put(item); }
          enum Color { RED, GREEN; int f() { return 1; } }
          record P(int x, int y) { void g() {} }
        }
        interface Named extends A, B { String name(); int K = 1; }
        @interface Anno { String value(); }
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        class Shop(Base,Named,Other):6
          variable name:7 →make
          variable other:7
          method Shop(cart,...n):8
          method add(item,count)->List<T>:9 →put
          enum Color:10
            method f()->int:10
          class P(x,y):11
            method g()->void:11
        interface Named(A,B):13
          method name()->String:13
          variable K:13
        interface Anno:14
          method value()->String:14
      `),
    );
    expect(imports(facts)).toBe('java.util.List static com.acme.store.Cart.put com.acme.*');
  });
});

describe('C++', () => {
  it('may contain constructs that only its compiler can read, up to a point', () => {
    const macro = 'EXPORT_API(int) weird_macro BEGIN_DECLS ;\n';
    expect(read('cpp', macro + 'int fine(int a) { return a; }\n'.repeat(40)).failed).toBeUndefined();
    expect(read('cpp', '}}} )( int ;;; class { ((( \n'.repeat(10)).failed).toMatch(/^syntax error at line 1$/);
  });
});

describe('C#', () => {
  it('has its symbols, namespaces and usings', () => {
    const facts = read(
      'csharp',
      lines(`
        using System;
        using static Acme.Util;
        using X = Acme.Y;
        namespace Acme.Shop {
          public class Shop<T> : Base<T>, INamed {
            private int n = 1, m;
            public string Name { get; set; }
            public Shop(int a) {}
            public async Task<int> Add([In] Item item, int count = 1) { return Put(@"a ""call("" b"); }
            public event EventHandler Done;
          }
          interface INamed { string N(); }
          struct P { public int X; }
          enum Color { Red }
          record R(int A, int B);
          delegate int D(int x);
        }
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        class Shop(Base,INamed):5
          variable n:6
          variable m:6
          property Name:7
          method Shop(a):8
          async method Add(item,count?)->Task<int>:9 →Put
          variable Done:10
        interface INamed:12
          method N()->string:12
        struct P:13
          variable X:13
        enum Color:14
        class R(A,B):15
        type D(x)->int:16
      `),
    );
    expect(imports(facts)).toBe('System Acme.Util Acme.Y');
  });
});

describe('Ruby, PHP and shell scripts', () => {
  it('have their symbols: Ruby', () => {
    const facts = read(
      'ruby',
      lines(`
        require 'json'
        require_relative '../cart'
        require_relative 'near'
        module Acme
          class Shop < Base
            LIMIT = 3
            attr_reader :name, :size
            def initialize(a, b = 1, *c, d:, e: 2, &f)
              @cart = Cart.new(a) # note call(x)
            end
            def self.open(path) = load_all(path)
            class << self
              def make; end
            end
          end
        end
        def top; end
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        module Acme:4
          class Shop(Base):5
            variable LIMIT:6
            property name:7
            property size:7
            method initialize(a,b?,*c,d,e?,&f):8 →new
            method open(path):11 →load_all
            method make():13
        function top():17
      `),
    );
    expect(imports(facts)).toBe('json → ../cart ./near');
  });

  it('have their symbols: PHP', () => {
    const facts = read(
      'php',
      lines(`
        <html><?php
        namespace Acme\\Shop;
        use Acme\\Store\\Cart as C, Other;
        use function Acme\\put;
        use Acme\\{A, B as Bee};
        require_once __DIR__ . '/lib.php';
        abstract class Shop extends Base implements Named { use T; const X = 1; private ?int $n = 1;
          public function add(?Item $item, int $count = 1, ...$more): int { return put($item); } }
        interface Named { public function n(); }
        trait T {}
        enum Suit: string { case A = 'a'; }
        function open($p) { }
        const LIMIT = 3;
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        class Shop(Base,Named):7
          variable X:7
          variable n:7
          method add(item,count?,...more)->int:8 →put
        interface Named:9
          method n():9
        trait T:10
        enum Suit:11
        function open(p):12
        variable LIMIT:13
      `),
    );
    expect(imports(facts)).toBe('Acme\\Store\\Cart Other Acme\\put Acme\\A Acme\\B → ./lib.php');
  });

  it('have their symbols: shell', () => {
    const facts = read(
      'bash',
      lines(`
      #!/bin/bash
      source ./lib.sh
      . "$DIR/other.sh"
      NAME=3
      export Y=5
      go() { echo hi; }
      function run { go "$1"; }
    `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe('variable NAME:4\nvariable Y:5\nfunction go:6\nfunction run:7\n');
    expect(imports(facts)).toBe('other.sh → ./lib.sh');
  });
});

describe('a file that does not parse', () => {
  it('says where, and keeps what could be read', () => {
    const broken = read(
      'typescript',
      'export function good(a: number) {}\nclass Half {\n  method( {\n}\nexport const after = 1;\n',
    );
    expect(broken.failed).toMatch(/^syntax error at line [2-5]$/);
    expect(outline(broken)).toContain('function good(a):1');
    expect(read('python', 'def f(:\n  pass\n').failed).toBe('syntax error at line 1');
  });

  it('may be anything', () => {
    for (const language of languages) {
      for (const text of [
        '',
        '\n',
        '\uFEFFx',
        '\0\0',
        '((((((',
        '"',
        "'",
        '`${',
        '/*',
        '{'.repeat(5000),
        'é'.repeat(100),
        '\ud800',
        '#'.repeat(300),
        '<?php ?> <?',
        'class',
        'import',
        'use {',
        'from . import',
      ]) {
        expect(read(language, text).language).toBe(language);
      }
    }
  });

  it('is given up when its time limit is reached', () => {
    expect(
      readText(parsers.get('typescript'), 'typescript', 'const a = [1, 2, 3];\n'.repeat(20000), () => true),
    ).toEqual({
      language: 'typescript',
      lines: 20000,
      symbols: [],
      imports: [],
      importsLocal: [],
      names: '',
      failed: 'parsing took too long',
    });
    expect(read('typescript', 'const a = 1;').failed).toBeUndefined();
  });
});

describe('the language of a file', () => {
  it.each([
    ['a.ts', 'typescript'],
    ['a.d.ts', 'typescript'],
    ['a.MTS', 'typescript'],
    ['x/y.tsx', 'tsx'],
    ['a.jsx', 'javascript'],
    ['a.py', 'python'],
    ['a.h', 'c'],
    ['a.hpp', 'cpp'],
    ['.ts', undefined],
    ['Makefile', undefined],
    ['a.ts/b', undefined],
    ['a.md', undefined],
  ] as const)('%s → %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });
});
