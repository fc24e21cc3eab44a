import { beforeAll, describe, expect, it } from 'vitest';
import { imports, lines, loadGrammars, outline, read } from '../../../../support/host/symbols';

beforeAll(loadGrammars);

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
