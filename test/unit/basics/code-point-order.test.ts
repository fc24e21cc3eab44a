import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declared } from '../../../shared/assemblers/declared';
import { layered } from '../../../shared/assemblers/layered';
import { partCatalog } from '../../../shared/assemblers/part-catalog';
import { personaFiles } from '../../../shared/assemblers/persona-files';
import { taggedSections } from '../../../shared/assemblers/tagged-sections';
import { tieredMessages } from '../../../shared/assemblers/tiered-messages';
import { byCodePoint } from '../../../shared/basics/code-point-order';
import { assembleWorkspace } from '../../support/assemble';
import { pinned, strata, temporaryCopy } from '../../support/run-cli';

/** In code point order; JavaScript's own order is the reverse. */
const [first, second] = ['\uFF5E', '\u{1F600}'];

describe('byCodePoint', () => {
  it('orders as the code points, and for whole characters as UTF-8', () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      '\uD7FF',
      '\uD83D',
      '\uDE00',
      '\uE000',
      '\uFF5E',
      '\uFFFF',
      '\u{10000}',
      '\u{1F600}',
      '\u{10FFFF}',
    );
    const text = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [left, right] = [[...a], [...b]].map((characters) => characters.map((each) => each.codePointAt(0) ?? 0));
        const at = (left ?? []).findIndex((point, index) => point !== right?.[index]);
        const expected =
          at === -1 ? (left ?? []).length - (right ?? []).length : (left?.[at] ?? 0) - (right?.[at] ?? -1);
        expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(expected));
        expect(byCodePoint(a, b) === 0).toBe(a === b);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(
        text.filter((each) => each.isWellFormed()),
        text.filter((each) => each.isWellFormed()),
        (a, b) => {
          expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('names beyond the first plane are in order', () => {
  const agent = '---\nname: A\nallow_skills: true\n---\nBody\n';
  const skill = (name: string) => `---\nname: ${name}\ndescription: d\n---\n`;
  const both = (path: (name: string) => string, text: (name: string) => string): Record<string, string> => ({
    [path(second)]: text(second),
    [path(first)]: text(first),
  });
  const expectOrder = (text: string): void => {
    expect(text).toContain(first);
    expect(text.indexOf(first)).toBeLessThan(text.indexOf(second));
  };

  it('in layered: agents, skills and memory files', () => {
    const files = {
      ...both(
        (name) => `agents/${name}/AGENT.md`,
        () => agent,
      ),
      ...both((name) => `skills/${name}/SKILL.md`, skill),
      ...both(
        (name) => `memories/${name}.md`,
        (name) => `heron ${name}`,
      ),
    };
    const built = assembleWorkspace(layered, files, { message: 'heron', model: 'm' });
    expect(built.text).toContain(`Agent ID: ${first}`);
    expectOrder(built.text.slice(built.text.indexOf('## Available Skills'), built.text.indexOf('## Memory')));
    expectOrder(built.text.slice(built.text.indexOf('## Memory'), built.text.indexOf('## Runtime')));
  });

  it('in tagged-sections: agents', () => {
    const files = both(
      (name) => `agents/${name}/agent.json`,
      (name) => JSON.stringify({ name, identity: `I am ${name}.`, trust: 'sandbox' }),
    );
    expect(assembleWorkspace(taggedSections, files).text).toContain(`I am ${first}.`);
  });

  it('in persona-files: rules, skills and tools', () => {
    const files = {
      'IDENTITY.md': '',
      ...both(
        (name) => `p/.claude/rules/${name}.md`,
        (name) => `Rule ${name}`,
      ),
      ...both((name) => `skills/${name}/SKILL.md`, skill),
      'tools.json': JSON.stringify([{ name: second }, { name: first }]),
    };
    const { text, document } = assembleWorkspace(personaFiles, files, { project: 'p' });
    expectOrder(text.slice(text.indexOf('# Project'), text.indexOf('## Available Skills')));
    expectOrder(text.slice(text.indexOf('## Available Skills'), text.indexOf('## Available Tools')));
    expectOrder(text.slice(text.indexOf('## Available Tools')));
    expect(document.tools.map(({ name }) => name)).toEqual([first, second]);
  });

  it('in persona-files: a skill is sorted by its own name, not by its path', () => {
    const files = { 'IDENTITY.md': '', 'skills/a/SKILL.md': skill('plain'), 'skills/a-b/SKILL.md': skill('longer') };
    const { text } = assembleWorkspace(personaFiles, files);
    expect(text.indexOf('"plain"')).toBeLessThan(text.indexOf('"longer"'));
  });

  it('in part-catalog: commands', () => {
    const built = assembleWorkspace(partCatalog, {
      'CLAUDE.md': '',
      ...both(
        (name) => `.claude/commands/${name}.md`,
        (name) => `---\ndescription: ${name}\n---\n`,
      ),
    });
    expectOrder(built.text);
  });

  it('in tiered-messages: the file tree', () => {
    expectOrder(
      assembleWorkspace(tieredMessages, {
        'system.md': 'x',
        ...both(
          (name) => `${name}.txt`,
          () => 'x',
        ),
      }).text,
    );
  });

  it.each(['path', 'folder', 'file'])('in a declared list by %s', (sort) => {
    const layout = {
      sources: { all: { kind: 'glob', pattern: 'n/*/*.md', sort } },
      messages: [{ role: 'system', sections: [{ id: 's', source: 'all' }] }],
    };
    const files = {
      'strata.json': JSON.stringify({ declared: layout }),
      ...both(
        (name) => `n/${name}/${name}.md`,
        (name) => name,
      ),
    };
    expectOrder(assembleWorkspace(declared, files).text);
  });

  it('on a real disk', async () => {
    const folder = temporaryCopy();
    const files = {
      'system.md': 'x',
      ...both(
        (name) => `${name}.txt`,
        () => 'x',
      ),
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expectOrder((await strata('build', folder, ...pinned)).out);
    const agents = temporaryCopy();
    for (const name of [second, first]) {
      mkdirSync(join(agents, 'skills', name), { recursive: true });
      writeFileSync(join(agents, `skills/${name}/SKILL.md`), skill(name));
    }
    writeFileSync(join(agents, 'IDENTITY.md'), '');
    expectOrder((await strata('build', agents, ...pinned)).out);
  });
});
