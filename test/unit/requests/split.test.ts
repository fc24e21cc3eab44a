import { describe, expect, it } from 'vitest';
import { splitText } from '../../../shared/requests/document/split';
import { nodeId, sourceId } from '../../../shared/document/builders';
import { nodeText } from '../../../shared/document/walk';
import { fileRope } from '../../../shared/sources/text/rope';

function split(text: string): readonly string[] {
  const nodes = splitText(nodeId('m'), fileRope({ id: sourceId('a'), text }), 'L0');
  expect(nodes.map(nodeText).join('')).toBe(text);
  return nodes.map((node) => `${node.type === 'section' ? node.name : '-'}: ${nodeText(node)}`);
}

describe('sections of unknown text', () => {
  it('are tags on lines of their own', () => {
    expect(split('a\n<One>\nx\n</One>\n<Two k="v">\n</Two>')).toEqual([
      '-: a\n',
      'One: <One>\nx\n</One>',
      '-: \n',
      'Two: <Two k="v">\n</Two>',
    ]);
    expect(split('<Open>\n<In>\n</In>\n')).toEqual(['-: <Open>\n', 'In: <In>\n</In>', '-: \n']);
  });

  it('are headings where there are no tags', () => {
    expect(split('# T\n## A\nx\n## B\n')).toEqual(['-: # T\n', 'A: ## A\nx\n', 'B: ## B\n']);
    expect(split('## A\n## A\n')).toEqual(['A: ## A\n', 'A: ## A\n']);
  });

  it('are headings between tags too', () => {
    expect(split('# A\nx\n<One>\n# no\n</One>\n\n# B\ny\n# C\n')).toEqual([
      'A: # A\nx\n',
      'One: <One>\n# no\n</One>',
      '-: \n\n',
      'B: # B\ny\n',
      'C: # C\n',
    ]);
  });

  it('are not in closed code fences; an unclosed fence does not count', () => {
    expect(split('```\n# A\n```\n# B\n')).toEqual(['-: ```\n# A\n```\n', 'B: # B\n']);
    expect(split('```\n# A\n~~~\n# B\n')).toEqual(['-: ```\n', 'A: # A\n~~~\n', 'B: # B\n']);
    expect(split('````\n```\n# A\n````\n# B\n')).toEqual(['-: ````\n```\n# A\n````\n', 'B: # B\n']);
  });

  it.each(['<a>\n', '~~~x\n', '```\n', '# a\n', '<a1>\n</a1>\n', '</a>'])('are found in a megabyte of %j', (unit) => {
    expect(split(unit.repeat(1_000_000 / unit.length)).length).toBeGreaterThan(0);
  });
});
