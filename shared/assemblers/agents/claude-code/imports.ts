/** Imports of Claude Code: `@path` after white space, not in code, four hops; each file once. */
import { sourceId } from '../../../document/builders';
import { finding, type Finding } from '../../../sources/findings';
import { expandPath, folderOf, isWithin } from '../../../sources/paths';
import type { Facts, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { codeRegions, isInRegion } from '../common/text/code-regions';
import { fileAt, whyNot } from '../common/files';
import { importCycle, importTooDeep, mostFindings } from '../common/import-findings';
import { isHidden, notReadText } from '../common/sections';
import type { Load } from '../load';

const mostHops = 4;
const mostImports = 2000;

export interface Imported {
  /** In the order in which they are met. */
  readonly files: readonly { readonly file: SourceFile; readonly by: SourceFile }[];
  readonly requests: readonly SourceRequest[];
  readonly loads: readonly Load[];
  readonly findings: readonly Finding[];
}

export function importsOf(top: SourceFile, facts: Facts, sources: Sources, home: string): Imported {
  const files: { readonly file: SourceFile; readonly by: SourceFile }[] = [];
  const requests: SourceRequest[] = [];
  const loads: Load[] = [];
  const findings: Finding[] = [];
  const seen = new Set([top.path]);
  /** Asked for only to say that they are left out. */
  const deep = new Set<string>();
  const visit = (file: SourceFile, above: readonly string[]): void => {
    for (const { path, start, end } of pathsIn(file.text)) {
      const target = expandPath(path, folderOf(file.path), facts.home);
      const by = { source: file.id, span: { start, end } };
      if (above.includes(target) && findings.length < mostFindings) findings.push(importCycle(path, by));
      if (seen.has(target)) continue;
      if (above.length > mostHops) {
        if (deep.size >= mostFindings || deep.has(target) || !isWithin(facts.workspace, target)) continue;
        deep.add(target);
        requests.push({ kind: 'file', as: target, root: 'absolute', path: target, by });
        const known = fileAt(sources, target);
        if (known === undefined) continue;
        const told = importTooDeep(path, known, by, `Claude Code follows imports ${mostHops} files deep.`);
        loads.push(told.load);
        findings.push(told.finding);
        continue;
      }
      if (seen.size > mostImports) {
        const message = `More than ${mostImports} imports: the rest is not followed here`;
        if (!findings.some(({ ruleId }) => ruleId === 'import-limit'))
          findings.push(finding('error', 'import-limit', message, by));
        return;
      }
      seen.add(target);
      // What the user's own files name is the user's own wish.
      const isOwn = isWithin(home, file.path) && !isWithin(facts.workspace, file.path);
      requests.push({
        kind: 'file',
        as: target,
        root: 'absolute',
        path: target,
        by,
        ...(isOwn ? { namedBy: { of: 'design' as const } } : {}),
      });
      const found = fileAt(sources, target);
      const why = whyNot(sources, target);
      if (found === undefined) {
        if (isHidden(why))
          loads.push({
            path: sourceId(target),
            status: 'refused',
            rule:
              why === 'untrusted'
                ? 'Claude Code asks once before it imports files outside the folder. Strata reads it if you allow it.'
                : notReadText(why),
          });
        continue;
      }
      files.push({ file: found, by: file });
      visit(found, [...above, found.path]);
    }
  };
  visit(top, [top.path]);
  return { files, requests, loads, findings };
}

interface Written {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

function pathsIn(text: string): readonly Written[] {
  if (!text.includes('@')) return [];
  const code = codeRegions(text);
  return [...text.matchAll(/(?<=^|\s)@([^\s@]\S*)/g)]
    .map(({ 1: path = '', index }) => ({ path, start: index, end: index + path.length + 1 }))
    .filter(({ start }) => !isInRegion(code, start));
}
