import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../shared/document/check';
import { layoutDocument } from '../shared/document/layout';
import type { PromptDocument, PromptMessage, PromptNode } from '../shared/document/types';
import { leaves, nodeText, visit } from '../shared/document/walk';
import type { SourceFile } from '../shared/sources/types';
import { assembleFiles, type Built } from './support/assemble';
import { fixtures, type Fixture } from './support/fixtures';
import { verbatimLeaves } from './support/provenance';

function build(fixture: Fixture, files = fixture.files): Built {
  return assembleFiles(fixture.architecture, files, fixture.settings, fixture.facts, fixture.symbols);
}

function idsOf(document: PromptDocument): readonly string[] {
  const ids: string[] = [];
  visit(document, (node) => ids.push(node.id));
  return ids;
}

function withoutOmitted(message: PromptMessage): PromptMessage {
  const clean = (node: PromptNode): readonly PromptNode[] => {
    if (node.type === 'omitted') return [];
    return node.type === 'section' ? [{ ...node, children: node.children.flatMap(clean) }] : [node];
  };
  return { ...message, children: message.children.flatMap(clean) };
}

/** A random edit of one text file: replaces a stretch. */
function edits(fixture: Fixture): fc.Arbitrary<Map<string, string | Uint8Array>> {
  const texts = [...fixture.files].flatMap(([path, value]) =>
    typeof value === 'string' ? [[path, value] as const] : [],
  );
  const inserted = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\r\n', '\n\n', '"', '\\', '---', '${X}', '{{workspace}}', '</Identity>', '🦜', '<!--', '-->'),
  );
  return fc.tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(30), inserted).map(([[path, text], at, length, by]) => {
    const start = text.length === 0 ? 0 : at % (text.length + 1);
    return new Map(fixture.files).set(path, text.slice(0, start) + by + text.slice(start + length));
  });
}

describe.each(fixtures().map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
  it('text: a message is the concatenation of its leaves, and its layout agrees', () => {
    const { document } = build(fixture);
    for (const [index, layout] of layoutDocument(document).entries()) {
      const message = document.messages[index];
      if (message === undefined) throw new Error('a layout without a message');
      expect(layout.text).toBe(
        leaves(message)
          .map((leaf) => leaf.value)
          .join(''),
      );
      for (const leaf of layout.leaves) expect(leaf.end).toBeGreaterThan(leaf.start);
    }
  });

  it('absence: removing omitted nodes changes no text', () => {
    for (const message of build(fixture).document.messages)
      expect(nodeText(withoutOmitted(message))).toBe(nodeText(message));
  });

  it('determinism: the same input gives the same document', () => {
    expect(JSON.stringify(build(fixture).document)).toBe(JSON.stringify(build(fixture).document));
  });

  it('provenance, JSON and unique ids hold under random edits', () => {
    fc.assert(
      fc.property(edits(fixture), (files) => {
        const built = build(fixture, files);
        expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
        expect(JSON.parse(JSON.stringify(built.document))).toEqual(built.document);
        for (const finding of built.findings) expect(finding.message).not.toBe('');
      }),
      { numRuns: 25 },
    );
  });
});

/** The first place of a file whose text is verbatim in the prompt and long enough to type into. */
function typingPlace({ document, sources }: Built): { readonly file: SourceFile; readonly at: number } | undefined {
  for (const { source, span } of verbatimLeaves(document.messages.flatMap(leaves))) {
    const file = sources.files.find(({ id }) => id === source);
    if (file !== undefined && span.end - span.start > 3) return { file, at: span.start + 1 };
  }
  return undefined;
}

describe('identity: letters typed into a text change no id', () => {
  const typed = fixtures().flatMap((fixture) => {
    const before = build(fixture);
    const place = typingPlace(before);
    return place === undefined ? [] : [[fixture.name, { fixture, before, ...place }] as const];
  });

  it('has texts to type into in every design', () => {
    const designs = new Set(fixtures().map(({ architecture }) => architecture.id));
    expect(new Set(typed.map(([, { fixture }]) => fixture.architecture.id))).toEqual(designs);
    expect(typed.length).toBeGreaterThan(fixtures().length / 2);
  });

  it.each(typed)('%s', (_, { fixture, before, file, at }) => {
    const files = new Map(fixture.files).set(file.path, `${file.text.slice(0, at)}q${file.text.slice(at)}`);
    expect(idsOf(build(fixture, files).document)).toEqual(idsOf(before.document));
  });
});
