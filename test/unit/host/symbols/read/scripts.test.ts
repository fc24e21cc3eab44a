import { beforeAll, describe, expect, it } from 'vitest';
import { imports, lines, loadGrammars, outline, read } from '../../../../support/host/symbols';

beforeAll(loadGrammars);

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
