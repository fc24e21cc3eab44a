import { beforeAll, describe, expect, it } from 'vitest';
import type { FactsFile } from '../../../../electron/host/symbols/facts';
import { readGrammars } from '../../../../electron/host/symbols/read/grammars';
import { grammarOf, languageOf, mappedLanguage } from '../../../../electron/host/symbols/read/languages';
import { link } from '../../../../electron/host/symbols/link/link';
import { Parsers } from '../../../../electron/host/symbols/read/parsers';
import { readText } from '../../../../electron/host/symbols/read/read-text';
import { symbolMap } from '../../../../shared/assemblers/tiered-messages/symbol-map';
import type { FileSymbols } from '../../../../shared/sources/types';

const parsers = new Parsers();

beforeAll(async () => {
  await parsers.add(
    await readGrammars([
      ...new Set((['c', 'go', 'javascript', 'python', 'tsx', 'typescript'] as const).map(grammarOf)),
    ]),
  );
});

type Files = Readonly<Record<string, string>>;

async function mapOf(files: Files): Promise<ReadonlyMap<string, string>> {
  const facts = Object.entries(files).flatMap(([path, text]): readonly FactsFile[] => {
    const language = languageOf(path);
    return language === undefined ? [] : [{ path, hash: path, facts: readText(parsers.get(language), language, text) }];
  });
  const table: FileSymbols[] = [];
  await link(facts, (file) => table.push(file));
  return symbolMap({ files: table, complete: true }).blocks;
}

/** All constructs that the design's own parser treats specially. */
const sources: Files = {
  'lib/app.tsx': String.raw`export function App() { return <div/>; }
`,
  'lib/board.ts': String.raw`import fs, { readFile as rf } from 'node:fs';
import * as ns from './cart.js';
import type { Item } from "@scope/item";
import eq = require('./eq');
export * from './all';
export class Shop<T> extends Base<T> implements Named {
  private readonly name?: string;
  static #count = 0;
  get total(): number { return sum(this.#count); }
  set total(value: number) {}
  constructor(private readonly cart: Cart, opt = 3) { super(); this.open(cart); }
  async flush<T>(this:X, { a, b }:Opts, ...rest:string[]): Promise<Map<string, void>> {await ns.put?.(rest);new Shop()}
  handler = async (event: Event) => { const inner = helper(event); return { run() { done(); } }; };
}
abstract class Half { abstract area(): number; full() { return this.area(); } field = 1; }
export default function open(path: string, mode?: 'a' | 'b'): Shop<string> | undefined { return helper<string>(path); }
export const LIMIT = 3, other = 4;
export const twice = async (x:number, [y]:number[]) => {const local=1;function nested(q){return helper(q)}return local};
let lower = function named(y) { const inFunction = 1; };
const { z, ...more } = await import('./dyn'), second = 2;
interface Named { name: string; greet(x: number): void }
type Alias = { a: number };
enum Color { Red }
function* gen(): Generator<number> { yield tag(1); }
const shape = { draw(pen) { pen.down(); }, get size() { return 1; } };
`,
  'lib/gauge.c': String.raw`#include "lib/gauge.h"
#include <stdio.h>
#define LIMIT 3
typedef struct { int a; } thing_t;
struct point { int x, y; struct inner { int z; } in; };
enum plain { A, B };
static const char *
name(const char *s, int (*cb)(int), void *p, int, ...) { helper(s); p->go(); return cart_name(s); }
void nothing(void);
int global = 3; extern int ext; const int arr[3] = {1};
int main() { return helper(1); }
`,
  'lib/plain.js': String.raw`const lib = require('./lib');
class A extends mixin(B) { field = 1; #p; m(a, b = 2, { c }, [d], ...e) { helper(a); } }
class C extends ns.D {}
module.exports = class extends A { anonymous() {} };
async function later() { try { await helper(); } catch { open(); } }
var first, next = () => 1;
export default class Named { static of() {} }
`,
  'shop.py': String.raw`from __future__ import annotations
import os, sys
import numpy as np
from . import near, far
from ..up.deep import thing
from typing import Any
LIMIT: int = 3
_private = 1
__all__ = ["Shop"]
a = b = LIMIT
if LIMIT:
    flag = True

class Shop(Base, pkg.Mixin, Generic[T], metaclass=Meta):
    kind = "x"
    def __init__(self, name: str, *, size=1, **rest: Any) -> None:
        self.name = name
        self.size: int = size
        self.name = other = self._x = 2
        self.__hidden = 1
        if size:
            self.late = make(size)
    @property
    def total(self) -> dict | None:
        return self.sum(self.name)
    @total.setter
    def total(self, value): pass
    @staticmethod
    @retry(times=3)
    async def load(cls, path, /, *parts, mode: str = "r", **kw) -> "list[str]":
        def inner(): return deep()
        return open_all(path).strip().lower(), inner()
    class Inner:
        def run(self): helper(); helper(); print(run())

@decorated(call())
class Second: pass

@app.get("/x")
async def handle(request, deps=Depends(auth)):
    await request.json()
    lookup["a.b"](1)
    very_long_name_of_an_object.and_its_attribute.and_one_more_attribute.that_is_called_here()

def helper(self, x: int = 1, *args: int): return (lambda: near.go())()
`,
  'tests/test_shop.py': String.raw`import pytest
@pytest.fixture
def shop(): return Shop("x")
class TestShop:
    def test_total(self, shop): assert helper(shop.total)
    def build(self): return helper(1)
def test_load(): helper(2)
`,
};

/** As the design prints them, line for line. */
const blocks: Files = {
  'lib/app.tsx': String.raw`
lib/app.tsx:`,
  'lib/board.ts': String.raw`
lib/board.ts: ←3
i node:fs
i→ ./cart.js,@scope/item
c Shop:6 ←tests/test_shop.py:3,tests/test_shop.py:3
c Shop:6 ←″
  v name:7
  v #count:8
  p total->number:9 →sum
  p total(value):10
  m constructor(cart,opt):11 →super,open
  am flush(this,{ a, b },...rest)->Promise<Map<string, void>>:12 →put
  v handler:13
  m run():13 ←shop.py:34 →done
m full():15 →area
f open(path,mode?)->Shop<string> | undefined:16
f open(path,mode?)->Shop<string> | undefined:16 →helper
v LIMIT:17
v LIMIT:17
af twice(x,[y]):18
af twice(x,[y]):18
v local:18
f nested(q):18 →helper
v lower:19 ←shop.py:32
v inFunction:19
v second:20
f gen()->Generator<number>:24 →tag
v shape:25
m draw(pen):25 →down
p size:25`,
  'lib/gauge.c': String.raw`
lib/gauge.c: ←1
i stdio.h
i→ lib/gauge.h
c point:5
  c inner:5 ←shop.py:32
c plain:6
f name(s,(*cb)(int),p,int)->char:7 →helper,p->go,cart_name
v global:10
v ext:10
f main()->int:11 →helper`,
  'lib/plain.js': String.raw`
lib/plain.js:
v lib:1
c A:2
  v field:2
  v #p:2
  m m(a,b?,{...},[...],*e):2 →helper
c C(ns.D):3
m anonymous():4
af later():5 →helper,open
v first:6
c Named:7
c Named:7
  m of():7`,
  'shop.py': String.raw`
shop.py: ←10
i os,numpy,typing
i→ near,up.deep
v LIMIT:7
v LIMIT:7
v __all__:9
v __all__:9
v a:10
v a:10
v b:10
v flag:12
v flag:12
c Shop(Base,pkg.Mixin):14 ←tests/test_shop.py:3,tests/test_shop.py:3
  v name
  v size
  v _x
  v late
  m __init__(name,size?,**rest)->None:16 →make
  p total->dict | None:23 →sum
  m total(value):26
  am load(path,*parts,mode?,**kw)->"list[str]":28 →retry,deep,lower,strip
  c Inner:33
    m run():34 →helper,print
c Second:37
af handle(request,deps?):39 →get,Depends,json,b"]
f helper(self,x?,*args):45 ←lib/board.ts:16,lib/board.ts:18,lib/gauge.c:8,lib/gauge.c:11 +5 →go()),go`,
  'tests/test_shop.py': String.raw`
tests/test_shop.py:
i pytest
# 1c/4m fixtures:shop`,
};

describe('the languages that the design reads', () => {
  it.each(Object.keys(sources))('are mapped as it maps them: %s', async (path) => {
    expect((await mapOf(sources)).get(path)).toBe(blocks[path]);
  });

  it('are read alike with any line ends', async () => {
    const crlf = Object.fromEntries(
      Object.entries(sources).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
    );
    const cr = Object.fromEntries(Object.entries(sources).map(([path, text]) => [path, text.replaceAll('\n', '\r')]));
    expect(await mapOf(crlf)).toEqual(new Map(Object.entries(blocks)));
    expect(await mapOf(cr)).toEqual(new Map(Object.entries(blocks)));
  });

  it('are not touched by files of other languages', async () => {
    const go = {
      'lib/more.go': 'package lib\n\nfunc helper() { open(helper()) }\n',
      'lib/use.go': 'package lib\n\nfunc Use() { helper() }\n',
    };
    const mixed = await mapOf({ ...sources, ...go });
    for (const [path, block] of Object.entries(blocks)) expect(mixed.get(path)).toBe(block);
    expect(mixed.get('lib/more.go')).toBe('\nlib/more.go: ←1\nf helper():3 ←lib/use.go:3 →open');
  });
});

describe('a call', () => {
  it(
    'refers to everything of its name in other files, once for each file that defines it, and counts ' +
      'for each of them',
    async () => {
      const files = {
        'a.py': 'def go(): pass\n',
        'b.py': 'class X:\n  def go(self): pass\n',
        'c.py': 'def use():\n  go()\n  x.go()\n  print()\n',
        'd.py': 'def print(): pass\n',
      };
      const map = await mapOf(files);
      expect(map.get('a.py')).toBe('\na.py: ←2\nf go():1 ←c.py:2,c.py:2,c.py:3,c.py:3');
      expect(map.get('b.py')).toBe('\nb.py: ←2\nc X:1\n  m go():2 ←c.py:2,c.py:2,c.py:3,c.py:3');
      expect(map.get('d.py')).toBe('\nd.py:\nf print():1');
    },
  );

  it('from the file itself is not listed; of others the first four places are, whichever file asks', async () => {
    const caller = (name: string): string => `def ${name}():\n${'  go()\n'.repeat(6)}`;
    const files = {
      'a.py': `def go(): go()\n${caller('one')}`,
      'b.py': caller('two'),
      'c.py': `def go(): pass\n${caller('three')}`,
    };
    const map = await mapOf(files);
    expect(map.get('a.py')?.split('\n')[2]).toBe('f go():1 ←b.py:2,b.py:2,b.py:3,b.py:3 +14');
    expect(map.get('c.py')?.split('\n')[2]).toBe('f go():1 ←a.py:1,a.py:3,a.py:4,a.py:5 +15');
  });
});

it.each([
  ['src/a.py', 'python'],
  ['.github/a.py', undefined],
  ['src/.hidden/a.ts', undefined],
  ['node_modules/x/a.js', undefined],
  ['my_node_modules_x/a.js', undefined],
  ['src/__pycache__/a.py', undefined],
] as const)('%s is in the map as %s', (path, language) => expect(mappedLanguage(path)).toBe(language));
