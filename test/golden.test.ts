import { describe, expect, it } from 'vitest';
import { exportDocument } from '../shared/exporters';
import { assembleFiles } from './support/assemble';
import { findingLines, fixtures, golden, outline } from './support/fixtures';

describe.each(fixtures().map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
  const built = assembleFiles(fixture.architecture, fixture.files, fixture.settings, fixture.facts, fixture.symbols);
  const check = (file: string, actual: string): void => expect(actual).toBe(golden(fixture, file, actual));

  it('prints the expected prompt', () => check('expected.txt', exportDocument(built.document, 'text').body));
  it('has the expected outline', () => check('expected.outline.txt', outline(built.document)));
  it('has the expected findings', () => check('expected.findings.txt', findingLines(built.findings, built)));

  if (built.document.messages.length > 1) {
    it('exports the expected messages', () =>
      check('expected.messages.json', exportDocument(built.document, 'messages').body));
  }
});
