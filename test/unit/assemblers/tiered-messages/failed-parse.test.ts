import { expect, it } from 'vitest';
import { tieredMessages } from '../../../../shared/assemblers/tiered-messages';
import type { FileSymbols } from '../../../../shared/sources/types';
import { assembleFiles } from '../../../support/assemble';
import { testFacts, workspaceOf } from '../../../support/memory';

const broken = (path: string): FileSymbols => ({
  path,
  hash: path,
  language: 'typescript',
  lines: 3,
  symbols: [],
  imports: [],
  importsLocal: [],
  references: 0,
  failed: 'syntax error at line 2',
});

it('keeps the header of a file that does not parse, and says so at the file', () => {
  const files = workspaceOf({ 'system.md': 'S', 'src/a.ts': 'class {' });
  const { text, findings } = assembleFiles(tieredMessages, files, {}, testFacts, {
    files: [broken('src/a.ts')],
    complete: true,
  });
  expect(text).toContain('a.ts');
  expect(findings).toMatchObject([
    {
      ruleId: 'symbols-failed',
      severity: 'info',
      message: 'src/a.ts: syntax error at line 2; its symbols may be incomplete',
      place: { source: 'src/a.ts' },
    },
  ]);
});

it('reports many broken files together', () => {
  const files = workspaceOf({ 'system.md': 'S' });
  const { findings } = assembleFiles(tieredMessages, files, {}, testFacts, {
    files: Array.from({ length: 25 }, (_, index) => broken(`f${index}.ts`)),
    complete: true,
  });
  expect(findings.filter(({ ruleId }) => ruleId === 'symbols-failed')).toHaveLength(21);
  expect(findings.at(-1)?.message).toBe('5 more files do not parse');
});
