import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../shared/document/check';
import { layoutDocument } from '../shared/document/layout';
import type { PromptDocument, PromptMessage, PromptNode } from '../shared/document/types';
import { leaves, nodeText, visit } from '../shared/document/walk';
import { assembleFiles, type Built } from './support/assemble';
import { fixtures, type Fixture } from './support/fixtures';

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

/** A random edit of one text file: a stretch replaced by other text. */
function edits(fixture: Fixture): fc.Arbitrary<Map<string, string | Uint8Array>> {
  const texts = [...fixture.files].flatMap(([path, value]) =>
    typeof value === 'string' ? [[path, value] as const] : [],
  );
  if (texts.length === 0) return fc.constant(new Map(fixture.files));
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

  it('identity: letters typed into a text change no id', () => {
    const before = build(fixture);
    const verbatim = before.document.messages
      .flatMap(leaves)
      .flatMap(({ origin }) =>
        origin.kind === 'file' && origin.change === undefined && origin.span.end - origin.span.start > 3
          ? [origin]
          : [],
      );
    const origin = verbatim.find(({ source }) => before.sources.files.some((file) => file.id === source));
    if (origin === undefined) return;
    const file = before.sources.files.find((each) => each.id === origin.source);
    if (file === undefined) throw new Error(`no file ${origin.source}`);
    const at = origin.span.start + 1;
    const after = build(
      fixture,
      new Map(fixture.files).set(file.path, `${file.text.slice(0, at)}q${file.text.slice(at)}`),
    );
    expect(idsOf(after.document)).toEqual(idsOf(before.document));
  });
});
