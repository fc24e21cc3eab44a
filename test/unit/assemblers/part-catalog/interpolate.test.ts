import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../../shared/assemblers/part-catalog/catalog/expression';
import {
  closingBrace,
  interpolate,
  nothing,
  textValue,
  type Value,
} from '../../../../shared/assemblers/part-catalog/catalog/interpolate';
import { nodeId, section, setting, sourceId } from '../../../../shared/document/builders';
import { leaves, nodeText } from '../../../../shared/document/walk';
import { fileRope } from '../../../../shared/sources/text/rope';
import { expectVerbatim } from '../../../support/provenance';

const values: Readonly<Record<string, Value>> = {
  BASH_TOOL_NAME: textValue([setting('vars', 'Bash')]),
  READ_TOOL_NAME: textValue([setting('vars', 'FileRead')]),
  STYLE: textValue([setting('vars', 'Terse')]),
  NONE: nothing,
  EMPTY: textValue([]),
  YES: { kind: 'plain', value: true },
  TWO: { kind: 'plain', value: 2 },
  'CONFIG.name': textValue([setting('vars', 'dotted')]),
};

function run(text: string, lookup: ((name: string) => Value | undefined) | undefined = (name) => values[name]) {
  const source = { id: sourceId('prompts/x.md'), text };
  const result = interpolate(fileRope(source), lookup);
  const all = result.nodes.flatMap(leaves);
  expectVerbatim(all, text);
  return { ...result, text: result.nodes.map(nodeText).join(''), all };
}

describe('interpolate', () => {
  it('puts names in', () => {
    expect(run('Use ${BASH_TOOL_NAME} and ${READ_TOOL_NAME}').text).toBe('Use Bash and FileRead');
  });

  it('changes nothing without variables', () => {
    const code = 'Use ${BASH_TOOL_NAME} and ${READ_TOOL_NAME}';
    expect(
      interpolate(fileRope({ id: sourceId('x'), text: code }), undefined)
        .nodes.map(nodeText)
        .join(''),
    ).toBe(code);
  });

  it.each([
    [
      '${STYLE !== null ? \'according to your "Output Style" below...\' : "with tasks."}',
      'according to your "Output Style" below...',
    ],
    ['${NONE!==null?\'a\':"b"}', 'b'],
    ['${NONE||"(clean)"}', '(clean)'],
    ['${EMPTY||"(clean)"}', '(clean)'],
    ['${STYLE||"(clean)"}', 'Terse'],
    ['${NONE??"x"}|${EMPTY??"x"}', 'x|'],
    ['${STYLE&&"set"}|${EMPTY&&"set"}', 'set|'],
    ['${!NONE?"no":"yes"}', 'no'],
    ['${STYLE==="Terse"?"t":"f"}${STYLE!="Terse"?"t":"f"}${NONE==null?"t":"f"}', 'tft'],
    ['${"a"+STYLE+"b"}', 'aTerseb'],
    ['${TWO+1}${YES}', '3true'],
    ['${NONE}', ''],
    ['${CONFIG.name}', 'dotted'],
    ["${(NONE||EMPTY)?'in':(STYLE?'nested':'')}", 'nested'],
    ["${NONE?'a':EMPTY?'b':'c'}", 'c'],
    ["${STYLE?`it's`:''}", "it's"],
    ["${STYLE?'it\\'s\\n{ok}':''}", "it's\n{ok}"],
    ['${ STYLE }', 'Terse'],
    ["${STYLE\n  ? 'lines'\n  : ''}", 'lines'],
  ])('%s', (code, expected) => {
    expect(run(code).text).toBe(expected);
    expect(run(code).unresolved).toEqual([]);
  });

  it('does not need the variables of a branch that is not taken', () => {
    expect(run('${NONE ? MISSING : "fine"}').text).toBe('fine');
    expect(run('${STYLE || MISSING}').text).toBe('Terse');
  });

  it.each([
    ['${MISSING}', 'MISSING'],
    ['${STYLE ? MISSING : ""}', 'MISSING'],
    ['${FN()}', undefined],
    ['${A.map((x) => x)}', undefined],
    ['${`nested ${STYLE}`}', undefined],
    ['${}', undefined],
    ['${STYLE ? "a"}', undefined],
    ['${(STYLE}', undefined],
    ['${STYLE "a"}', undefined],
    [`\${${'('.repeat(80)}STYLE${')'.repeat(80)}}`, undefined],
  ])('leaves %s as it is and says why', (code, name) => {
    const result = run(`a ${code} z`);
    expect(result.text).toBe(`a ${code} z`);
    expect(result.unresolved).toEqual([
      {
        code,
        place: { source: 'prompts/x.md', span: { start: 2, end: 2 + code.length } },
        ...(name === undefined ? {} : { name }),
      },
    ]);
  });

  it('leaves an escaped and an unclosed opener alone, without a finding', () => {
    const result = run('\\${STYLE} ${STYLE} and ${STYLE');
    expect(result.text).toBe('\\${STYLE} Terse and ${STYLE');
    expect(result.unresolved).toEqual([]);
  });

  it('does not search inserted values again', () => {
    expect(run('${LOOP}', () => textValue([setting('vars', '${LOOP}')])).text).toBe('${LOOP}');
  });

  it('keeps each piece at its place: text, literals, escapes and values', () => {
    const code = "A ${STYLE ? 'b\\tc' : ''} D";
    const { all } = run(code);
    expect(
      all.map(({ value, origin }) => [
        value,
        origin.kind === 'file' ? [origin.span.start, origin.span.end, origin.change] : origin.kind,
      ]),
    ).toEqual([
      ['A ', [0, 2, undefined]],
      ['b', [13, 14, undefined]],
      ['\t', [14, 16, 'escaped']],
      ['c', [16, 17, undefined]],
      [' D', [24, 26, undefined]],
    ]);
    expect(run('x${STYLE}').all[1]?.origin).toEqual({ kind: 'setting', name: 'vars' });
  });

  it('names variables that stand alone and are empty', () => {
    expect(run('${NONE}${EMPTY}${STYLE}${EMPTY||""}').empty.map(({ name }) => name)).toEqual(['NONE', 'EMPTY']);
  });

  it('inserts a section once and its text thereafter', () => {
    const value = textValue([section(nodeId('a'), 'a', 'L0', [setting('x', 'text')])]);
    const { nodes } = run('${A}-${A}', () => value);
    expect(nodes.map(({ type }) => type)).toEqual(['section', 'text', 'text']);
    expect(nodes.map(nodeText).join('')).toBe('text-text');
  });

  it('copes with a text full of openers', () => {
    const openers = `${'${'.repeat(2000)}}`;
    expect(run(openers).text).toBe(openers);
    expect(run('${'.repeat(100000)).text).toHaveLength(200000);
  });
});

describe('closingBrace', () => {
  it('ignores braces in quotes', () => {
    expect(closingBrace('X?\'}\':"}"}', 0)).toBe(9);
    expect(closingBrace('a{b}c}', 0)).toBe(5);
    expect(closingBrace("'never", 0)).toBeUndefined();
  });
});

describe('parseExpression', () => {
  it('binds as JavaScript does', () => {
    const name = (each: string) => ({ type: 'name', name: each });
    expect(parseExpression('A || B && C === D + E', 0, 21)).toEqual({
      type: 'binary',
      operator: '||',
      left: name('A'),
      right: {
        type: 'binary',
        operator: '&&',
        left: name('B'),
        right: {
          type: 'binary',
          operator: '===',
          left: name('C'),
          right: { type: 'binary', operator: '+', left: name('D'), right: name('E') },
        },
      },
    });
  });
});
