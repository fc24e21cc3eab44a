import { beforeAll, describe, expect, it } from 'vitest';
import type { FactsFile } from '../../../electron/host/symbols/facts';
import { readGrammars } from '../../../electron/host/symbols/grammars';
import { grammarOf, languageOf } from '../../../electron/host/symbols/languages';
import { link } from '../../../electron/host/symbols/link';
import { Parsers } from '../../../electron/host/symbols/parsers';
import { readText } from '../../../electron/host/symbols/read-text';
import type { CodeSymbol, FileSymbols } from '../../../shared/sources/types';

const parsers = new Parsers();

beforeAll(async () => {
  await parsers.add(await readGrammars((['bash', 'c', 'csharp', 'go', 'java', 'javascript', 'php', 'python', 'ruby', 'rust', 'tsx', 'typescript'] as const).map(grammarOf)));
});

type Files = Readonly<Record<string, string>>;

async function linked(files: Files, goModules: readonly { folder: string; module: string }[] = []): Promise<ReadonlyMap<string, FileSymbols>> {
  const paths = Object.keys(files).toSorted();
  const facts = paths.flatMap((path): FactsFile[] => {
    const language = languageOf(path);
    return language === undefined ? [] : [{ path, hash: path, facts: readText(parsers.get(language), language, files[path] ?? '') }];
  });
  const table = new Map<string, FileSymbols>();
  await link({ files: facts, paths, goModules }, (file) => table.set(file.path, file));
  return table;
}

/** `local | references | external` of each file that has any. */
function relations(table: ReadonlyMap<string, FileSymbols>): Record<string, string> {
  const shown = [...table.values()].map(({ path, importsLocal, references, importsExternal = [] }) => [path, [importsLocal, references, importsExternal].map((list) => list.join(',')).join(' | ')] as const);
  return Object.fromEntries(shown.filter(([, text]) => text !== ' |  | '));
}

function symbol(table: ReadonlyMap<string, FileSymbols>, path: string, ...names: readonly string[]): CodeSymbol {
  let level: readonly CodeSymbol[] = table.get(path)?.symbols ?? [];
  let found: CodeSymbol | undefined;
  for (const name of names) {
    found = level.find((each) => each.name === name);
    level = found?.children ?? [];
  }
  if (found === undefined) throw new Error(`${path} has no ${names.join('.')}`);
  return found;
}

describe('TypeScript and JavaScript', () => {
  const files: Files = {
    'src/shop.ts': [
      "import { Cart, type Item as Thing } from './store/cart.js';",
      "import * as util from './util';",
      "import open from './open';",
      "import { viaBarrel } from './store';",
      "import unused from './unused';",
      "import React from 'react';",
      "import { gone } from './gone';",
      "import '@/side';",
      'export class Shop { add(item: Thing) { const cart = new Cart(); cart.put(item); util.twice(open(viaBarrel())); this.own(); } own() {} }',
    ].join('\n'),
    'src/store/cart.ts': 'export class Cart { put(item: Item) {} take() {} }\nexport interface Item { size: number }\nexport const unusedHere = 1;\n',
    'src/store/index.ts': "export * from './deep/more';\nexport { Cart as Basket } from './cart';\n",
    'src/store/deep/more.ts': 'export function viaBarrel() {}\n',
    'src/util/index.js': 'export function twice(x) { return x; }\nexport function once() {}\n',
    'src/open.tsx': 'export default function openIt() { return <a>{load()}</a>; }\n',
    'src/unused.ts': 'export default class Unused {}\n',
    'src/side.ts': 'register();\n',
    'src/lazy.ts': "export async function later() { const { Shop } = await import('./shop'); return new Shop(); }\n",
  };

  it('follow imports to files, through barrels and file name endings', async () => {
    expect(relations(await linked(files))).toEqual({
      'src/lazy.ts': 'src/shop.ts | src/shop.ts | ',
      'src/shop.ts': 'src/open.tsx,src/side.ts,src/store/cart.ts,src/store/index.ts,src/unused.ts,src/util/index.js | src/open.tsx,src/store/cart.ts,src/store/deep/more.ts,src/util/index.js | react,./gone',
      'src/store/index.ts': 'src/store/cart.ts,src/store/deep/more.ts | src/store/cart.ts | ',
    });
  });

  it('say what a method calls and who names a symbol first', async () => {
    const table = await linked(files);
    expect(symbol(table, 'src/shop.ts', 'Shop', 'add').calls).toEqual(['Cart', 'Cart.put', 'twice', 'openIt', 'viaBarrel']);
    expect(symbol(table, 'src/store/cart.ts', 'Cart').referencedBy).toEqual({ count: 2, first: { path: 'src/shop.ts', line: 9 } });
    expect(symbol(table, 'src/store/cart.ts', 'Cart', 'put').referencedBy).toEqual({ count: 1, first: { path: 'src/shop.ts', line: 9 } });
    expect(symbol(table, 'src/store/cart.ts', 'Cart', 'take').referencedBy).toBeUndefined();
    expect(symbol(table, 'src/store/cart.ts', 'Item').referencedBy).toEqual({ count: 1, first: { path: 'src/shop.ts', line: 9 } });
    expect(symbol(table, 'src/store/cart.ts', 'unusedHere').referencedBy).toBeUndefined();
    expect(symbol(table, 'src/unused.ts', 'Unused').referencedBy).toBeUndefined();
    expect(symbol(table, 'src/shop.ts', 'Shop').referencedBy).toEqual({ count: 1, first: { path: 'src/lazy.ts', line: 1 } });
  });

  it('may import in circles', async () => {
    const table = await linked({ 'a.ts': "export * from './b';\nimport { x } from './b';\nx();\n", 'b.ts': "export * from './a';\nexport { y as x } from './a';\n" });
    expect(relations(table)).toEqual({ 'a.ts': 'b.ts | b.ts | ', 'b.ts': 'a.ts | a.ts | ' });
  });
});

describe('Python', () => {
  it('finds modules beside the file, above it, in packages and in src', async () => {
    const table = await linked({
      'src/acme/__init__.py': 'from .shop import Shop\n',
      'src/acme/shop.py': 'from . import util\nfrom .store.cart import Cart as Basket, missing\nimport os\nclass Shop:\n    def add(self):\n        Basket().put(util.twice(1))\n',
      'src/acme/util.py': 'def twice(x): return x\n',
      'src/acme/store/cart.py': 'class Cart:\n    def put(self, x): pass\n',
      'tests/test_shop.py': 'import acme.util\nfrom acme import Shop\nfrom acme.store import cart\ndef test():\n    Shop().add()\n    cart.Cart()\n    acme.util.twice(2)\n',
    });
    expect(relations(table)).toEqual({
      'src/acme/__init__.py': 'src/acme/shop.py |  | ',
      'src/acme/shop.py': 'src/acme/store/cart.py,src/acme/util.py | src/acme/store/cart.py,src/acme/util.py | os',
      'tests/test_shop.py': 'src/acme/__init__.py,src/acme/store/cart.py,src/acme/util.py | src/acme/shop.py,src/acme/store/cart.py,src/acme/util.py | ',
    });
    expect(symbol(table, 'src/acme/shop.py', 'Shop', 'add').calls).toEqual(['Cart', 'Cart.put', 'twice']);
    expect(symbol(table, 'src/acme/shop.py', 'Shop').referencedBy).toEqual({ count: 1, first: { path: 'tests/test_shop.py', line: 5 } });
  });
});

describe('Go', () => {
  const files: Files = {
    'go.mod': 'module example.com/acme\n',
    'main.go': 'package main\nimport (\n\t"fmt"\n\t"log"\n\tst "example.com/acme/internal/store"\n)\nfunc main() { fmt.Println(st.Open(), helper()) }\n',
    'helper.go': 'package main\nfunc helper() int { return 1 }\n',
    'internal/store/open.go': 'package store\ntype Store struct{}\nfunc Open() *Store { return fill() }\n',
    'internal/store/fill.go': 'package store\nfunc fill() *Store { return nil }\n',
    'log/log.go': 'package log\nfunc Print() {}\n',
  };

  it('sees the files of its package and follows the module path', async () => {
    const table = await linked(files, [{ folder: '', module: 'example.com/acme' }]);
    expect(relations(table)).toEqual({
      'internal/store/fill.go': ' | internal/store/open.go | ',
      'internal/store/open.go': ' | internal/store/fill.go | ',
      'main.go': 'internal/store/open.go | helper.go,internal/store/open.go | fmt,log',
    });
    expect(symbol(table, 'main.go', 'main').calls).toEqual(['Open', 'helper']);
  });

  it('goes by the end of the path without a go.mod', async () => {
    const { 'go.mod': _, ...rest } = files;
    expect(relations(await linked(rest))['main.go']).toBe('internal/store/open.go | helper.go,internal/store/open.go | fmt,log');
  });
});

describe('Rust', () => {
  it('follows mod, use, super and other crates of the workspace', async () => {
    const table = await linked({
      'app/src/main.rs': 'mod shop;\nmod store;\nuse other_crate::Tool;\nuse std::fs;\nfn main() { shop::open(); Tool::new(); }\n',
      'app/src/shop.rs': 'use crate::store::{cart::Cart, self as st};\nuse super::store::cart::put;\npub fn open() { put(Cart::make()); st::top(); }\n',
      'app/src/store/mod.rs': 'pub mod cart;\npub fn top() {}\n',
      'app/src/store/cart.rs': 'pub struct Cart;\nimpl Cart { pub fn make() -> Cart { Cart } }\npub fn put(c: Cart) {}\n',
      'other-crate/src/lib.rs': 'pub struct Tool;\nimpl Tool { pub fn new() {} }\n',
    });
    expect(relations(table)).toEqual({
      'app/src/main.rs': 'app/src/shop.rs,app/src/store/mod.rs,other-crate/src/lib.rs | app/src/shop.rs,other-crate/src/lib.rs | std::fs',
      'app/src/shop.rs': 'app/src/store/cart.rs,app/src/store/mod.rs | app/src/store/cart.rs,app/src/store/mod.rs | ',
      'app/src/store/mod.rs': 'app/src/store/cart.rs |  | ',
    });
    expect(symbol(table, 'app/src/shop.rs', 'open').calls).toEqual(['put', 'Cart.make', 'top']);
  });
});

describe('Java, C# and PHP', () => {
  it('go by packages, wherever their folders lie: Java', async () => {
    const table = await linked({
      'app/src/main/java/com/acme/Shop.java': 'package com.acme;\nimport com.acme.store.Cart;\nimport static com.acme.store.Util.twice;\nimport com.acme.all.*;\nimport java.util.List;\nclass Shop { void add(Near near) { new Cart().put(twice(new Wild())); } }\n',
      'app/src/main/java/com/acme/Near.java': 'package com.acme;\nclass Near { }\n',
      'lib/com/acme/store/Cart.java': 'package com.acme.store;\npublic class Cart { public void put(int x) {} }\n',
      'lib/com/acme/store/Util.java': 'package com.acme.store;\npublic class Util { public static int twice(int x) { return x; } }\n',
      'lib/com/acme/all/Wild.java': 'package com.acme.all;\npublic class Wild { }\n',
      'lib/com/acme/all/Tame.java': 'package com.acme.all;\npublic class Tame { }\n',
    });
    expect(relations(table)).toEqual({
      'app/src/main/java/com/acme/Shop.java':
        'lib/com/acme/all/Wild.java,lib/com/acme/store/Cart.java,lib/com/acme/store/Util.java | app/src/main/java/com/acme/Near.java,lib/com/acme/all/Wild.java,lib/com/acme/store/Cart.java,lib/com/acme/store/Util.java | java.util.List',
    });
    expect(symbol(table, 'app/src/main/java/com/acme/Shop.java', 'Shop', 'add').calls).toEqual(['Cart', 'Cart.put', 'Util.twice', 'Wild']);
  });

  it('go by packages, wherever their folders lie: C# and PHP', async () => {
    const table = await linked({
      'Shop.cs': 'using System;\nusing Acme.Store;\nnamespace Acme { class Shop { void Add() { new Cart().Put(); Near.Go(); } } }\n',
      'deep/Cart.cs': 'namespace Acme.Store;\npublic class Cart { public void Put() {} }\n',
      'Near.cs': 'namespace Acme { class Near { public static void Go() {} } }\n',
      'shop.php': '<?php\nnamespace Acme;\nuse Acme\\Store\\Cart as C;\nuse Vendor\\Thing;\nrequire __DIR__ . "/lib/util.php";\nfunction add() { $c = new C(); $c->put(twice(1)); }\n',
      'src/Store/Cart.php': '<?php\nnamespace Acme\\Store;\nclass Cart { function put($x) {} }\n',
      'lib/util.php': '<?php\nfunction twice($x) { return $x; }\n',
    });
    expect(relations(table)).toEqual({
      'Shop.cs': 'deep/Cart.cs | Near.cs,deep/Cart.cs | System',
      'shop.php': 'lib/util.php,src/Store/Cart.php | lib/util.php,src/Store/Cart.php | Vendor\\Thing',
    });
    expect(symbol(table, 'shop.php', 'add').calls).toEqual(['Cart', 'Cart.put', 'twice']);
  });
});

describe('C, Ruby and shell scripts', () => {
  it('find what they include', async () => {
    const table = await linked({
      'src/shop.c': '#include "shop.h"\n#include "store/cart.h"\n#include <stdio.h>\n#include <acme/api.h>\nint shop_open(void) { return cart_put(LIMIT) + api(); }\n',
      'src/shop.h': '#define LIMIT 3\nint shop_open(void);\n',
      'lib/store/cart.h': 'int cart_put(int x);\n',
      'other/store/cart.h': 'int cart_put(int x);\n',
      'include/acme/api.h': 'int api(void);\n',
      'lib/acme/shop.rb': "require 'acme/cart'\nrequire_relative 'near'\nrequire 'json'\nclass Shop\n  def add\n    Cart.put(near_by(1))\n  end\nend\n",
      'lib/acme/cart.rb': 'class Cart\n  def self.put(x); end\nend\n',
      'lib/acme/near.rb': 'def near_by(x) = x\n',
      'bin/run.sh': 'source "$(dirname "$0")/lib.sh"\n. ./missing.sh\ngreet\n',
      'bin/lib.sh': 'greet() { echo hi; }\n',
    });
    expect(relations(table)).toEqual({
      'bin/run.sh': 'bin/lib.sh | bin/lib.sh | ./missing.sh',
      'lib/acme/shop.rb': 'lib/acme/cart.rb,lib/acme/near.rb | lib/acme/cart.rb,lib/acme/near.rb | json',
      'src/shop.c': 'include/acme/api.h,lib/store/cart.h,src/shop.h | include/acme/api.h,lib/store/cart.h,src/shop.h | <stdio.h>',
    });
    expect(symbol(table, 'src/shop.c', 'shop_open').calls).toEqual(['cart_put', 'api']);
    expect(symbol(table, 'src/shop.h', 'shop_open').referencedBy).toEqual({ count: 1, first: { path: 'src/shop.c', line: 5 } });
  });
});

describe('two files with the same content', () => {
  it('are told apart', async () => {
    const same = 'export function f() {}\n';
    const table = await linked({ 'a/x.ts': same, 'b/x.ts': same, 'user.ts': "import { f as g } from './b/x';\ng();\n" });
    expect(symbol(table, 'a/x.ts', 'f').referencedBy).toBeUndefined();
    expect(symbol(table, 'b/x.ts', 'f').referencedBy).toEqual({ count: 1, first: { path: 'user.ts', line: 2 } });
  });
});
