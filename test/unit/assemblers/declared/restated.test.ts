import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declared } from '../../../../shared/assemblers/declared';
import { checkDocument } from '../../../../shared/document/check';
import { assembleFiles } from '../../../support/assemble';
import { fixtures, type Fixture } from '../../../support/fixtures';

function restate(fixture: Fixture): string {
  const layout: object = JSON.parse(
    readFileSync(join(import.meta.dirname, `restated/${fixture.architecture.id}.json`), 'utf8'),
  );
  const stored = fixture.files.get(`${fixture.facts.workspace}/strata.json`);
  const given: object = stored === undefined ? {} : JSON.parse(String(stored));
  return JSON.stringify({ ...given, ...layout }, null, 2);
}

/** The layout language is strong enough if it can express two whole designs, byte for byte, on all their fixtures. */
describe.each(
  fixtures().flatMap((each) =>
    ['layered', 'tagged-sections'].includes(each.architecture.id) ? [[each.name, each] as const] : [],
  ),
)('%s', (_, fixture) => {
  const files = new Map(fixture.files).set(`${fixture.facts.workspace}/strata.json`, restate(fixture));
  const built = assembleFiles(declared, files, fixture.settings, fixture.facts);
  const original = assembleFiles(fixture.architecture, fixture.files, fixture.settings, fixture.facts);

  it('is the same prompt when it is declared', () => {
    expect(built.text).toBe(original.text);
    expect(built.usable).toBe(original.usable);
  });

  it('is sound, and its layout has no finding', () => {
    expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
    expect(built.findings.filter(({ ruleId }) => ruleId.startsWith('layout'))).toEqual([]);
  });
});
