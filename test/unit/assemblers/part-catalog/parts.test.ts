import { describe, expect, it } from 'vitest';
import {
  agentPartIds,
  findTool,
  orders,
  partSpecs,
  reminderPartIds,
  toolPartIds,
} from '../../../../shared/assemblers/part-catalog/catalog/catalog';
import { comparePartSets } from '../../../../shared/assemblers/part-catalog/catalog/compare';
import {
  overriddenParts,
  partSet,
  readPartSet,
  shippedIds,
  shippedParts,
} from '../../../../shared/assemblers/part-catalog/catalog/part-set';
import { isNewer, newestVersion } from '../../../../shared/assemblers/part-catalog/catalog/version';
import { sourceId } from '../../../../shared/document/builders';
import { ropeText } from '../../../../shared/sources/text/rope';
import type { SourceFile } from '../../../../shared/sources/types';
import { build, findingsOf, node, omissionOf, part, textOf } from '../../../support/part-catalog';

function file(id: string, text: string): SourceFile {
  return { id: sourceId(id), path: `/home/k/ws/${id}`, as: 'parts', text };
}

describe('the shipped parts', () => {
  it('are 23 system parts, 15 tools, 17 agents and 12 reminders, a file each', () => {
    expect(shippedIds()).toEqual(partSpecs.map(({ id }) => id).toSorted());
    expect([orders.algorithm.length, toolPartIds.length, agentPartIds.length, reminderPartIds.length]).toEqual([
      23, 15, 17, 12,
    ]);
    expect(orders.catalog.toSorted()).toEqual(orders.algorithm.toSorted());
  });

  it('carry the published token counts', () => {
    const declared = Object.fromEntries(partSpecs.map(({ id, declaredTokens }) => [id, declaredTokens]));
    expect(agentPartIds.map((id) => declared[id])).toEqual([
      516, 633, 294, 185, 1110, 384, 1460, 1048, 439, 756, 307, 718, 205, 402, 243, 2610, 184,
    ]);
    expect(toolPartIds.map((id) => declared[id])).toEqual([
      489, 374, 277, 536, 179, 548, 294, 138, 196, 152, 231, 186, 72, 81, 94,
    ]);
    expect(orders.catalog.map((id) => declared[id])).toEqual([
      269, 0, 352, 337, 98, 295, 236, 155, 81, 387, 34, 205, 235, 187, 0, 179, 98, 112, 247, 53, 85, 0, 0,
    ]);
  });

  it('have a name, a version and a text, and no text twice', () => {
    const texts = [...shippedParts().values()].map(({ body }) => ropeText(body));
    expect(new Set(texts).size).toBe(67);
    for (const { id, name, version, body } of shippedParts().values()) {
      expect(name, id).not.toMatch(/:/);
      expect(version, id).toMatch(/^2\.1\.37\+strata\.\d+$/);
      expect(ropeText(body), id).toBe(ropeText(body).trim());
      expect(
        body.map(({ origin }) => origin),
        id,
      ).toEqual([{ kind: 'builtin', name: id }]);
    }
  });

  it('have the published main template, word for word', () => {
    const policy = ropeText(shippedParts().get('security-policy')?.body ?? []);
    expect(textOf(build(), 'system/main')).toBe(
      'You are an interactive CLI tool that helps users with software engineering tasks. Use the ' +
        'instructions below and the tools available to you to assist the ' +
        `user.\n\n${policy}\n\nIMPORTANT: You must NEVER generate or guess URLs for the user unless ` +
        'you are confident that the URLs are for helping the user with programming. You may use URLs ' +
        'provided by the user in their messages or local files.',
    );
  });
});

describe('findTool', () => {
  it.each([
    ['Read', 'tool-file-read'],
    ['FileRead', 'tool-file-read'],
    ['Write', 'tool-file-write'],
    ['FileWrite', 'tool-file-write'],
    ['Edit', 'tool-file-edit'],
    ['FileEdit', 'tool-file-edit'],
    ['Task', 'tool-agent'],
    ['Agent', 'tool-agent'],
    ['Bash', 'tool-bash'],
    ['read', undefined],
    ['', undefined],
  ])('%s', (name, id) => {
    expect(findTool(name)).toBe(id);
  });
});

describe('an override', () => {
  const header =
    "<!--\nname: 'System Prompt: Glob'\ndescription: Ours\nccVersion: 2.1.30\nvariables:\n  - GLOB_TOOL_NAME\n-->\n";

  it('takes the place of the shipped part, without its header, trimmed, and shows its file', () => {
    const built = build({ 'prompts/glob-docs.md': `${header}\n\n  Use ${'${GLOB_TOOL_NAME}'} well.\n\n` });
    expect(textOf(built, 'system/glob-docs')).toBe('Use Glob well.');
    expect(node(built, 'system/glob-docs')).toMatchObject({ note: 'overridden', name: 'Glob documentation' });
    expect(part(built, 'glob-docs')).toMatchObject({
      from: 'overridden',
      source: 'prompts/glob-docs.md',
      version: '2.1.30',
      declaredTokens: 205,
      text: 'Use ${GLOB_TOOL_NAME} well.',
    });
    expect(part(built, 'grep-docs')).toMatchObject({ from: 'shipped', version: '2.1.37+strata.1' });
  });

  it('may have no header at all', () => {
    const built = build({ 'prompts/tool-bash.md': 'Run things.' });
    expect(built.document.tools[0]?.description.map(({ value }) => value)).toEqual(['Run things.']);
    expect(part(built, 'tool-bash').version).toBe('unversioned');
  });

  it('without text takes the part away', () => {
    const built = build({ 'prompts/do-not-litter.md': `${header}\n` });
    expect(omissionOf(built, 'system/do-not-litter')).toEqual({
      reason: 'source-empty',
      source: 'prompts/do-not-litter.md',
    });
    expect(part(built, 'do-not-litter')).toMatchObject({ included: false, why: 'its text is empty' });
  });

  it('accepts CRLF', () => {
    const built = build({ 'prompts/glob-docs.md': `${header}one\ntwo\n`.replaceAll('\n', '\r\n') });
    expect(textOf(built, 'system/glob-docs')).toBe('one\r\ntwo');
    expect(part(built, 'glob-docs').version).toBe('2.1.30');
  });

  it('of no part is pointed out', () => {
    expect(findingsOf(build({ 'prompts/globs.md': 'x' }))).toContain(
      'info unknown-part prompts/globs.md:1:1 prompts/globs.md belongs to no part of the catalogue and is not used',
    );
  });

  it('with a broken header is used all the same', () => {
    const unclosed = build({ 'prompts/glob-docs.md': '<!--\nname: x\nbody' });
    expect(findingsOf(unclosed, 'part-header')).toEqual([
      'warning part-header prompts/glob-docs.md:1:1 The leading comment is never closed, so the whole ' +
        'file counts as text',
    ]);
    expect(textOf(unclosed, 'system/glob-docs')).toBe('<!--\nname: x\nbody');
    const broken = build({ 'prompts/glob-docs.md': '<!--\nname: [x\nccVersion: 2\n-->\nbody' });
    expect(findingsOf(broken, 'part-header')[0]).toMatch(
      /^warning part-header prompts\/glob-docs\.md:\d+:\d+ Broken YAML/,
    );
    expect(textOf(broken, 'system/glob-docs')).toBe('body');
  });

  it('with an unknown variable is sent as written, with a warning at the place', () => {
    const built = build({ 'prompts/glob-docs.md': 'Line\nuse ${GLOBBER} and ${globs.map(x => x)}' });
    expect(textOf(built, 'system/glob-docs')).toBe('Line\nuse ${GLOBBER} and ${globs.map(x => x)}');
    expect(findingsOf(built).filter((each) => each.startsWith('warning'))).toEqual([
      'warning unknown-variable prompts/glob-docs.md:2:5 The part glob-docs uses the unknown variable ' +
        'GLOBBER; ${GLOBBER} is sent as written',
      'warning unsupported-expression prompts/glob-docs.md:2:20 ${globs.map(x => x)} in the part ' +
        'glob-docs is a form that is not understood; it is sent as written',
    ]);
  });

  it('finds nothing wrong in a part that is left out', () => {
    const built = build({ 'prompts/glob-docs.md': '${GLOBBER}' }, { tools: ['Bash'] });
    expect(findingsOf(built, 'unknown-variable')).toEqual([]);
  });

  it('may use the PromptVars, which are empty until they are set', () => {
    const files = { 'prompts/glob-docs.md': 'v${VERSION} ${PACKAGE_URL||"no url"} ${BUILD_TIME}${TEAM}' };
    const unset = build(files);
    expect(textOf(unset, 'system/glob-docs')).toBe('v no url ${TEAM}');
    expect(findingsOf(unset, 'empty-variable')).toEqual([
      'info empty-variable prompts/glob-docs.md:1:2 VERSION in the part glob-docs has no value, so ' +
        'nothing replaces it',
      'info empty-variable prompts/glob-docs.md:1:38 BUILD_TIME in the part glob-docs has no value, so ' +
        'nothing replaces it',
    ]);
    const set = build(files, {
      vars: { Version: '9', PackageURL: 'https://example.com/p', BuildTime: 7, TEAM: 'Harbour', Wrong: ['x'] },
    });
    expect(textOf(set, 'system/glob-docs')).toBe('v9 https://example.com/p 7Harbour');
    expect(findingsOf(set, 'vars')).toEqual(['warning vars - vars.Wrong should be text and is ignored']);
  });

  it('may use what is computed, anywhere', () => {
    const files = {
      'CLAUDE.md': 'Rules',
      '.mcp.json': '{"mcpServers": {"a": {}}}',
      'prompts/glob-docs.md':
        '${CWD}|${OS}|${SHELL}|${MCP_SERVERS}|${CLAUDE_MD}|${CLAUDE_MD}|${READ_TOOL_NAME}|${APPEND}',
    };
    expect(textOf(build(files), 'system/glob-docs')).toBe('/home/k/ws|linux|/bin/bash|- a|Rules|Rules|FileRead|');
  });

  it('is trimmed after its variables are put in, but for CLAUDE.md files at its ends', () => {
    const built = build({
      'CLAUDE.md': '\n\nRules\n\n',
      'prompts/glob-docs.md': '${VERSION}\n Text \n${VERSION}\n',
      'prompts/claude-md.md': '${CLAUDE_MD}',
    });
    expect(textOf(built, 'system/glob-docs')).toBe('Text');
    expect(textOf(built, 'system/claude-md')).toBe('\n\nRules\n\n');
  });

  it('of the security policy may not contain itself', () => {
    const built = build({ 'prompts/security-policy.md': 'See ${SECURITY_POLICY}.' });
    expect(textOf(built, 'system/security-policy')).toBe('See ${SECURITY_POLICY}.');
    expect(findingsOf(built, 'unknown-variable')).toHaveLength(1);
  });
});

describe('versions', () => {
  it('are compared by number', () => {
    expect(isNewer('2.1.100', '2.1.37')).toBe(true);
    expect(isNewer('v2.2', '2.1.37')).toBe(true);
    expect(isNewer('2.1.37+strata.4', '2.1.37')).toBe(false);
    expect(isNewer('2.1', '2.1.0')).toBe(false);
    expect(isNewer('next', '2.1.0')).toBe(false);
    expect(newestVersion(['2.1.9', '2.1.37+strata.1', '2.1.37+strata.2', 'unversioned'])).toBe('2.1.37+strata.2');
    expect(newestVersion(['unversioned'])).toBeUndefined();
  });
});

describe('comparePartSets', () => {
  const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
  const set = (version: string, ...parts: readonly (readonly [string, string])[]) => ({
    version,
    parts: parts.map(([id, text]) => ({ id, name: id.toUpperCase(), version, text })),
  });

  it('says what was added, removed and changed, with the difference in tokens', () => {
    const a = set('1', ['same', 'x y'], ['gone', 'one two three'], ['edited', 'a b']);
    const b = set('2', ['same', 'x y'], ['edited', 'a b c d'], ['new', 'five']);
    expect(comparePartSets(a, b, words)).toEqual({
      from: '1',
      to: '2',
      added: [{ id: 'new', name: 'NEW', tokens: 1 }],
      removed: [{ id: 'gone', name: 'GONE', tokens: -3 }],
      changed: [
        {
          id: 'edited',
          name: 'EDITED',
          tokens: 2,
          before: { version: '1', text: 'a b' },
          after: { version: '2', text: 'a b c d' },
        },
      ],
      unchanged: 1,
      tokens: 0,
    });
  });

  it('finds no difference between a set and itself', () => {
    const shipped = partSet(shippedParts());
    expect(comparePartSets(shipped, shipped, words)).toMatchObject({
      added: [],
      removed: [],
      changed: [],
      unchanged: 67,
      tokens: 0,
    });
  });

  it('compares the shipped set with an overridden one', () => {
    const { value } = overriddenParts([file('prompts/file-read-limits.md', 'Read little.')]);
    const result = comparePartSets(partSet(shippedParts()), partSet(value), words);
    expect(result.changed.map(({ id, after }) => [id, after.text])).toEqual([['file-read-limits', 'Read little.']]);
    expect(result.tokens).toBeLessThan(0);
  });

  it('compares with another folder of the public format', () => {
    const { value, findings } = readPartSet([
      file('elsewhere/main.md', "<!--\nname: 'System Prompt: Main'\nccVersion: 2.1.240\n-->\nHello ${NAME}\n"),
      file('elsewhere/odd.md', 'Odd'),
    ]);
    expect(findings).toEqual([]);
    expect(value).toEqual({
      version: '2.1.240',
      parts: [
        { id: 'main', name: 'Main', version: '2.1.240', text: 'Hello ${NAME}' },
        { id: 'odd', name: 'odd', version: 'unversioned', text: 'Odd' },
      ],
    });
    const result = comparePartSets(partSet(shippedParts()), value, words);
    expect([result.added.length, result.removed.length, result.changed.length]).toEqual([1, 66, 1]);
  });
});
