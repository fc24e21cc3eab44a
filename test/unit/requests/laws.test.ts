import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDivergence } from '../../../shared/analysis/compare/divergence';
import { compareDocuments } from '../../../shared/analysis/compare/compare';
import { analyze } from '../../../shared/analysis/count/analyze';
import { findModel } from '../../../shared/analysis/models';
import { requestOf, type Block } from '../../../shared/cache/simulate/blocks';
import { checkDocument } from '../../../shared/document/check';
import { withoutSpace } from '../../../shared/document/json-text';
import { allTools } from '../../../shared/document/tool-text';
import type { PromptDocument } from '../../../shared/document/types';
import { leaves } from '../../../shared/document/walk';
import { exportDocument } from '../../../shared/exporters';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { runs } from '../../fuzz/runs';
import { forms, openBody, type OpenedBody } from '../../support/request-bodies';
import {
  marksArbitrary,
  nonce,
  spacesArbitrary,
  spell,
  unmarked,
  type Spelling,
} from '../../support/request-bodies/tree';
import { shownOf } from '../../support/request-bodies/shown';
import type { MadeBody } from '../../support/request-bodies/types';

const encoding = await loadEncoding('o200k_base');
const model = findModel('gpt-5');
const spelling: fc.Arbitrary<Spelling> = fc.record({ marks: marksArbitrary, spaces: spacesArbitrary });

function opened(made: MadeBody, how: Spelling): OpenedBody & { readonly text: string } {
  const text = spell(made.tree, how);
  const read = openBody(text, made.address);
  if (read === undefined) throw new Error(`not read as a request: ${text}`);
  return { ...read, text };
}

function blocksOf(document: PromptDocument): readonly Block[] {
  return requestOf(document, analyze(document, model, encoding)).blocks;
}

/** The tokens of each node by id. Cache markers may change none of them. */
function countsOf(document: PromptDocument): readonly (readonly [string, number])[] {
  const { tokens, total } = analyze(document, model, encoding);
  return [...Object.entries(tokens).map(([id, each]) => [id, each.tokens] as const), ['total', total.tokens] as const];
}

describe.each(Object.entries(forms))('%s', (_, { body }) => {
  it('is recognised by its content, whatever else is in it', () => {
    fc.assert(
      fc.property(body, spelling, (made, how) => {
        expect(openBody(spell(made.tree, how), made.address)?.document.sent?.form).toBe(made.form);
      }),
      runs(100),
    );
  });

  it('is exported in its own form with the same literals, and as sent byte for byte', () => {
    fc.assert(
      fc.property(body, spelling, (made, how) => {
        const { document, text } = opened(made, how);
        const own = exportDocument(document, made.form === 'messages' ? 'sent' : made.form);
        expect(own.warnings).toEqual([]);
        expect(withoutSpace(own.body)).toBe(withoutSpace(text));
        expect(exportDocument(document, 'sent').body).toBe(text.trim());
      }),
      runs(100),
    );
  });

  it('shows every text and every unknown key somewhere', () => {
    fc.assert(
      fc.property(body, spelling, (made, how) => {
        const { document, text } = opened(made, how);
        const all = shownOf(document);
        const literals = text.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
        const missing = literals
          .filter((literal) => literal.startsWith(`"${nonce}`) || /^"(?:x|\\u0078)_/.test(literal))
          .filter((literal) => !all.includes(literal.slice(1, -1)) && !all.includes(String(JSON.parse(literal))));
        expect(missing).toEqual([]);
      }),
      runs(100),
    );
  });

  it('has the same hashes, counts and no divergence, whatever is marked', () => {
    fc.assert(
      fc.property(body, spacesArbitrary, marksArbitrary, marksArbitrary, (made, spaces, marks, others) => {
        const spellings = [unmarked, marks, others].map((each) => opened(made, { marks: each, spaces }).document);
        const [plain, ...marked] = spellings;
        if (plain === undefined) throw new Error('no document');
        for (const each of marked) {
          expect(blocksOf(each).map(({ id, hash }) => [id, hash])).toEqual(
            blocksOf(plain).map(({ id, hash }) => [id, hash]),
          );
          expect(countsOf(each)).toEqual(countsOf(plain));
          expect(firstDivergence(plain, each)).toBeUndefined();
          expect(compareDocuments(plain, each).changes.filter(({ kind }) => kind !== 'same')).toEqual([]);
        }
      }),
      runs(100),
    );
  });

  it('is cached by the provider’s blocks: tools, system, messages', () => {
    fc.assert(
      fc.property(body, spelling, (made, how) => {
        const { document } = opened(made, how);
        const blocks = blocksOf(document);
        expect(blocks.filter(({ part }) => part === 'tools')).toHaveLength(made.topTools);
        expect(blocks.slice(made.topTools).map(({ kind }) => kind)).toEqual([...made.system, ...made.messages.flat()]);
        expect(blocks.slice(0, made.topTools).every(({ part }) => part === 'tools')).toBe(true);
        expect(allTools(document.tools).map(({ name }) => name)).toEqual(made.tools);
      }),
      runs(100),
    );
  });

  it('has an origin for every character', () => {
    fc.assert(
      fc.property(body, spelling, (made, how) => {
        const { document, sources } = opened(made, how);
        expect(checkDocument(document, sources)).toEqual([]);
        expect(JSON.parse(JSON.stringify(document))).toEqual(document);
        const origins = [
          ...document.messages.flatMap(leaves),
          ...allTools(document.tools).flatMap((tool) => [...tool.description, ...(tool.definition ?? [])]),
        ].map(({ origin }) => origin.kind);
        expect(origins.filter((kind) => kind !== 'file' && kind !== 'frame')).toEqual([]);
      }),
      runs(100),
    );
  });

  it('uses its own model and provider', () => {
    fc.assert(
      fc.property(body, spelling, (made, how) => {
        const { sent } = opened(made, how).document;
        expect({ model: sent?.model, provider: sent?.provider, at: sent?.at }).toEqual({
          model: made.model,
          provider: made.provider,
          at: null,
        });
      }),
      runs(100),
    );
  });
});
