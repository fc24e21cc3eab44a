import { expect, it } from 'vitest';
import { analyze } from '../../../../shared/analysis/count/analyze';
import { findModel } from '../../../../shared/analysis/models';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { rulesOfRequest } from '../../../../shared/cache/packs/request-rules';
import { requestOf } from '../../../../shared/cache/simulate/blocks';
import { keyParameters } from '../../../../shared/cache/simulate/key-parameters';
import { prefixesOf } from '../../../../shared/cache/simulate/prefix';
import { loadEncoding } from '../../../../shared/tokenizers/load';
import { openBody } from '../../../support/request-bodies';

const encoding = await loadEncoding('o200k_base');
const look = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } };
const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 };
const claude = (...tools: readonly object[]) => ({
  model: 'claude-opus-5',
  max_tokens: 100,
  tools,
  system: [{ type: 'text', text: 'Be brief.' }],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Where?' }] }],
});
const gpt = (tool: object) => ({
  model: 'gpt-5.6',
  tools: [{ type: 'function', name: 'look', description: 'Looks.', parameters: { type: 'object' }, ...tool }],
  input: [{ role: 'user', content: [{ type: 'input_text', text: 'Where?' }] }],
});

/** The key of the prefix up to the end of each part. */
function keysOf(body: object): Readonly<Record<string, string>> {
  const document = openBody(JSON.stringify(body))?.document;
  if (document === undefined) throw new Error('not read as a request');
  const analysis = analyze(document, findModel(document.sent?.model ?? ''), encoding);
  const rules = rulesOfRequest(shippedPacks, document, analysis);
  if (rules === undefined) throw new Error('no rules');
  const request = requestOf(document, analysis, [], keyParameters(document, analysis.model.id));
  const prefixes = prefixesOf(request, rules.pack);
  return Object.fromEntries(request.blocks.map(({ id }, index) => [id, prefixes[index]?.key ?? '']));
}

/** The blocks of the first request up to which the second has the same prefix. */
function kept(before: object, after: object): readonly string[] {
  const [was, now] = [keysOf(before), keysOf(after)];
  return Object.keys(was).filter((id) => was[id] === now[id]);
}

it('loses everything when a tool becomes strict', () => {
  expect(kept(claude(look), claude(look))).toHaveLength(3);
  expect(kept(claude(look), claude({ ...look, strict: true }))).toEqual([]);
  expect(kept(gpt({}), gpt({}))).toHaveLength(2);
  expect(kept(gpt({ strict: false }), gpt({ strict: true }))).toEqual([]);
});

it('keeps the tools before a server tool that is switched on, off or set otherwise, and loses the rest', () => {
  expect(kept(claude(look), claude(look, search))).toEqual(['tools/0']);
  expect(kept(claude(look, search), claude(look))).toEqual(['tools/0']);
  expect(kept(claude(look, search), claude(look, { ...search, max_uses: 6 }))).toEqual(['tools/0']);
  expect(kept(claude(look, search), claude(look, { ...search, allowed_domains: ['a.example'] }))).toEqual(['tools/0']);
});
