import { beforeAll, describe, expect, it } from 'vitest';
import type { FileFacts, SymbolFact } from '../../../electron/host/symbols/facts';
import { readGrammars } from '../../../electron/host/symbols/grammars';
import { grammarOf, languageOf, type LanguageId } from '../../../electron/host/symbols/languages';
import { Parsers } from '../../../electron/host/symbols/parsers';
import { readText } from '../../../electron/host/symbols/read-text';

const languages: readonly LanguageId[] = ['bash', 'c', 'cpp', 'csharp', 'go', 'java', 'javascript', 'php', 'python', 'ruby', 'rust', 'tsx', 'typescript'];
const parsers = new Parsers();

beforeAll(async () => {
  await parsers.add(await readGrammars([...new Set(languages.map(grammarOf))]));
});

function read(language: LanguageId, text: string): FileFacts {
  return readText(parsers.get(language), language, text);
}

/** One line a symbol: `kind name signature:line`, two blanks a level, `→` what it calls. */
function outline(facts: FileFacts, symbols: readonly SymbolFact[] = facts.symbols, indent = ''): string {
  const names = facts.names.split(' ');
  return symbols
    .map(({ name, kind, line, signature = '', async, calls = [], children = [] }) => {
      const called = calls.length === 0 ? '' : ` →${calls.map((place) => names[place]).join(',')}`;
      return `${indent}${async ? 'async ' : ''}${kind} ${name}${signature}:${line}${called}\n${outline(facts, children, `${indent}  `)}`;
    })
    .join('');
}

function imports(facts: FileFacts): string {
  const shown = facts.imports.map(({ spec, names = [], all, passes }) => {
    const bound = names.map(([local, imported]) => (local === imported ? local : `${imported} as ${local}`)).join(',');
    return [spec, bound, all === undefined ? '' : `all ${all}`, passes ? 'passes' : ''].filter((part) => part !== '').join(' ');
  });
  return shown.join('\n');
}

/** Template literals are written with a margin here. */
function lines(text: string): string {
  const all = text.replace(/^\n/, '').replace(/\n *$/, '\n').split('\n');
  const margin = Math.min(...all.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length));
  return all.map((line) => line.slice(margin)).join('\n');
}

describe('TypeScript', () => {
  it.each(['typescript', 'tsx'] as const)('takes `export type *`, which its grammar does not know (%s)', (language) => {
    const facts = read(language, "export type * from './types';\nexport type * as shapes from './shapes';\nexport const a = 1;\n");
    expect(facts.failed).toBeUndefined();
    expect(facts.imports).toMatchObject([{ spec: './types', all: 'members', passes: true }, { spec: './shapes', names: [['shapes', '*']], passes: true }]);
    expect(facts.symbols.map(({ name, line }) => [name, line])).toEqual([['a', 3]]);
    expect(read(language, 'export type = 3;').failed).toBe('syntax error at line 1');
  });


  const facts = () =>
    read(
      'typescript',
      lines(`
        import fs, { readFile as rf, type Stats } from 'node:fs';
        import * as ns from './cart';
        import type { Item } from "./item";
        import './side';
        export * from './all';
        export { a as b } from './ab';
        import eq = require('./eq');
        export abstract class Shop<T> extends Base<T> implements Named, ns.Other<A, B> {
          private readonly name?: string;
          static #count = 0;
          get total(): number { return sum(this.#count); }
          set total(value) {}
          constructor(private readonly cart: Cart, @Inject() opt = 3) { super(); }
          async flush<T>(this: X, { a, b }: Opts, ...rest: string[]): Promise<Map<string, void>> { await ns.put(rest); }
          handler = async (event: Event, done?: () => void) => { done(); };
          abstract area(): number;
        }
        export default function open(path: string, cb: (a: number, b: number) => void, mode = 'a,b'): Shop { return new Shop(path); }
        export const LIMIT = 3, other = async (x: number) => twice(x);
        let lower = function named(y) {};
        export const Named2 = class extends Base { run() {} };
        interface Named extends A, B { name: string; greet(x: number): void }
        type Alias = { a: number };
        export enum Color { Red, Green }
        declare module 'x' { export function f(): void; }
        namespace N { export const y = 1; }
        declare function decl(a: number): string;
        const lib = require('./lib');
        const { z } = await import('./dyn');
        function* gen() { yield 1; }
      `),
    );

  it('has its symbols', () => {
    expect(facts().failed).toBeUndefined();
    expect(outline(facts())).toBe(
      lines(`
        class Shop(Base,Named,ns.Other):8
          variable name:9
          variable #count:10
          property total:11 →sum
          method constructor(cart,opt?):13
          async method flush({},...rest)->Promise<Map<string,void>>:14 →.put
          async method handler(event,done?):15 →done
          method area()->number:16
        function open(path,cb,mode?)->Shop:18 →Shop
        variable LIMIT:19
        async function other(x):19 →twice
        function lower(y):20
        class Named2(Base):21
          method run():21
        interface Named(A,B):22
          variable name:22
          method greet(x)->void:22
        type Alias:23
        enum Color:24
        module x:25
          function f()->void:25
        module N:26
          variable y:26
        function decl(a)->string:27
        function gen():30
      `),
    );
    expect(facts().defaultName).toBe('open');
    expect(facts().lines).toBe(30);
  });

  it('has its imports', () => {
    expect(imports(facts())).toBe(
      lines(`
        node:fs default as fs,readFile as rf,Stats
        ./cart * as ns all members
        ./item Item
        ./side
        ./all all members passes
        ./ab a as b passes
        ./eq all names
        ./lib all names
        ./dyn all names
      `).trim(),
    );
  });

  it('knows which names it uses, and where first, without those in comments, strings, regular expressions and imports', () => {
    const { names, nameLines } = read(
      'typescript',
      lines(`
        import { hidden } from './x';
        // comment one
        /* comment
           two */
        const text = 'in string' + "and 'this'" + \`template \${shown(\`deep \${deeper}\`)} tail\`;
        const pattern = /regex"word/.test(value) / divisor;
        object.member?.call(value);
      `),
    );
    expect(names.split(' ')).toEqual(['text', 'shown', 'deeper', 'pattern', 'value', 'divisor', 'object', '.test', '.member', '.call']);
    expect(nameLines).toEqual([5, 5, 5, 6, 6, 6, 7, 6, 7, 7]);
  });
});

describe('JavaScript and JSX', () => {
  it('have their symbols and CommonJS imports', () => {
    const facts = read(
      'javascript',
      lines(`
        const path = require('path');
        const { add, b: c } = require('../lib/a');
        exports.first = function (x, y = 1) { return add(x); };
        module.exports.second = (z) => z;
        class View extends React.Component { state = {}; static async load(id) {} render() { return <Panel kind="x">{draw(this)}</Panel>; } }
        Old.prototype.method = function () {};
        module.exports = View;
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        function first(x,y?):3 →add
        function second(z):4
        class View(React.Component):5
          variable state:5
          async method load(id):5
          method render():5 →draw
        function method():6
      `),
    );
    expect(imports(facts)).toBe('path all names\n../lib/a all names');
    expect(facts.defaultName).toBe('View');
  });

  it('are told from type assertions by the file name', () => {
    const text = 'export const App = (props: Props) => <Panel title="x">{props.children}</Panel>;\n';
    expect(read('tsx', text).failed).toBeUndefined();
    expect(read('typescript', text).failed).toBe('syntax error at line 1');
    expect(outline(read('tsx', text))).toBe('function App(props):1\n');
  });
});

describe('Python', () => {
  it('has its symbols and imports', () => {
    const facts = read(
      'python',
      lines(`
        """Module text with import words."""
        import os, sys as system
        import pkg.mod.deep as d
        from . import sibling
        from .cart import (
            Cart,  # the cart
            put as place,
        )
        from ..up import *
        LIMIT: int = 3
        OTHER = compute()
        if TYPE_CHECKING:
            from x import Y
        @dec
        class Shop(Base[int], metaclass=M):
            name: str
            total = 0
            def __init__(self, a, b: int = 2, *args, key=None, **kw) -> None:
                self.cart = Cart()
            @property
            def size(self) -> int:
                return 1
            @size.setter
            def size(self, v): pass
            async def flush(self, /, *, force: bool): await place(self)
        async def open(path: str) -> "Shop": return Shop(path)
        try:
            import fast
        except ImportError:
            fast = None
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        variable LIMIT:10
        variable OTHER:11 →compute
        class Shop(Base):15
          variable name:16
          variable total:17
          method __init__(a,b?,*args,key?,**kw)->None:18 →Cart
          property size:21
          method size(v):24
          async method flush(force):25 →place
        async function open(path)->"Shop":26 →Shop
        variable fast:30
      `),
    );
    expect(imports(facts)).toBe(
      lines(`
        os * as os all members
        sys * as system all members
        pkg.mod.deep * as d all members
        . sibling passes
        .cart Cart,put as place passes
        ..up all names passes
        x Y passes
        fast * as fast all members
      `).trim(),
    );
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
    expect(facts.packages).toEqual(['shop']);
    expect(outline(facts)).toBe(
      lines(`
        variable Limit:10
        variable a:12
        variable b:12
        variable C:13
        struct Shop(Base,pkg.Other):18
          method Add(item,n,m)->(int,error):16 →.Put
          variable name:21
          variable title:21
        interface Named(Base):23
          method Name()->string:25
        type ID:27
        type Alias:28
        function Open(path,opts)->*Shop:30 →.Sprint
        type Else:31
          method Run():31
      `),
    );
    expect(imports(facts)).toBe('fmt all members\nexample.com/acme/store all members\nexample.com/acme/dot all names\nos all members');
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
          async method open(path,n)->Result<Self,E>:12 →.new
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
      lines(`
        mod cart all members
        crate::store store all members
        crate::store::Cart Cart all members
        crate::store::put put as place all members
        crate::store::deep::* all names
        self::x::Y Y all members passes
        std::fs fs all members
      `).trim(),
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
    expect(facts.packages).toEqual(['com.acme.shop']);
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
    expect(imports(facts)).toBe('java.util.List List\nstatic com.acme.store.Cart.put put\ncom.acme.* all names');
  });
});

describe('C', () => {
  it('has its symbols and includes', () => {
    const facts = read(
      'c',
      lines(`
        #ifndef SHOP_H
        #define SHOP_H
        #include "cart.h"
        #include <stdio.h>
        #define LIMIT 3
        #define MAX(a, b) ((a) > (b) ? (a) : (b))
        struct point { int x, y; };
        typedef struct { int a; } thing_t;
        typedef struct node { struct node *next; } node;
        typedef int (*callback)(int);
        enum plain { A, B };
        static const char *
        name(const char *s, int (*cb)(int), void *p, ...)
        {
          return cart_name(s);
        }
        void nothing(void);
        int global = 3; extern int ext; const int arr[3] = {1};
        struct point *origin(struct point);
        #endif
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        variable LIMIT:5
        function MAX(a,b):6
        struct point:7
          variable x:7
          variable y:7
        struct thing_t:8
          variable a:8
        struct node:9
          variable next:9
        type callback:10
        enum plain:11
        function name(s,cb,p,...)->char*:13 →cart_name
        function nothing()->void:17
        variable global:18
        variable ext:18
        variable arr:18
        function origin(point)->struct point*:19
      `),
    );
    expect(imports(facts)).toBe('cart.h all names\n<stdio.h> all names');
  });
});

describe('C++', () => {
  it('has its symbols, and methods outside of their class', () => {
    const facts = read(
      'cpp',
      lines(`
        #include "shop.hpp"
        namespace acme::shop {
        template <typename T> class Shop : public Base<T>, private virtual Other {
         public:
          explicit Shop(int a = 1'000);
          virtual ~Shop() = default;
          int add(const std::map<int, int>& item, int count = 1) const override { return put(item); }
          std::vector<int> xs; static int n;
          bool operator==(const Shop& o) const;
         private:
          struct Inner { int x; };
        };
        }
        int acme::Shop::total() const { return sum(R"x(a "call(" b)x"); }
        using Alias = int;
        enum class Color : int { Red, Green };
        extern "C" { void cfn(void); }
        template<class T> T tmax(T a, T b) { return a; }
        auto trail(int a) -> std::vector<int> { return a; }
      `),
    );
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe(
      lines(`
        class Shop(Base,Other):3
          method Shop(a?):5
          method ~Shop():6
          method add(item,count?)->int:7 →put
          variable xs:8
          variable n:8
          method operator==(o)->bool:9
          struct Inner:11
            variable x:11
          method total()->int:14 →sum
        type Alias:15
        enum Color:16
        function cfn()->void:17
        function tmax(a,b)->T:18
        function trail(a)->std::vector<int>:19
      `),
    );
  });

  it('may hold what only its compiler can read, up to a point', () => {
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
    expect(facts.packages).toEqual(['Acme.Shop']);
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
    expect(imports(facts)).toBe('System all names\nAcme.Util all names\nAcme.Y all names');
    expect(read('csharp', 'namespace A.B;\nclass C { }\n').packages).toEqual(['A.B']);
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
            method initialize(a,b?,*c,d,e?,&f):8 →.new
            method open(path):11 →load_all
            method make():13
        function top():17
      `),
    );
    expect(imports(facts)).toBe('json all names\n../cart all names\n./near all names');
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
    expect(facts.packages).toEqual(['Acme\\Shop']);
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
    expect(imports(facts)).toBe('Acme\\Store\\Cart Cart as C\nOther Other\nAcme\\put put\nAcme\\A A\nAcme\\B B as Bee\n./lib.php all names');
  });

  it('have their symbols: shell', () => {
    const facts = read('bash', lines(`
      #!/bin/bash
      source ./lib.sh
      . "$DIR/other.sh"
      NAME=3
      export Y=5
      go() { echo hi; }
      function run { go "$1"; }
    `));
    expect(facts.failed).toBeUndefined();
    expect(outline(facts)).toBe('variable NAME:4\nvariable Y:5\nfunction go:6\nfunction run:7\n');
    expect(imports(facts)).toBe('./lib.sh all names\nother.sh all names');
  });
});

describe('a file that does not parse', () => {
  it('says where, and keeps what could be read', () => {
    const broken = read('typescript', 'export function good(a: number) {}\nclass Half {\n  method( {\n}\nexport const after = 1;\n');
    expect(broken.failed).toMatch(/^syntax error at line [2-5]$/);
    expect(outline(broken)).toContain('function good(a):1');
    expect(read('python', 'def f(:\n  pass\n').failed).toBe('syntax error at line 1');
  });

  it('may be anything', () => {
    for (const language of languages) {
      for (const text of ['', '\n', '\uFEFFx', '\0\0', '((((((', '"', "'", '`${', '/*', '{'.repeat(5000), 'é'.repeat(100), '\ud800', '#'.repeat(300), '<?php ?> <?', 'class', 'import', 'use {', 'from . import']) {
        expect(read(language, text).language).toBe(language);
      }
    }
  });

  it('is given up when its time is over', () => {
    expect(readText(parsers.get('typescript'), 'typescript', 'const a = [1, 2, 3];\n'.repeat(20000), () => true)).toEqual({
      language: 'typescript',
      lines: 20000,
      symbols: [],
      imports: [],
      names: '',
      nameLines: [],
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
