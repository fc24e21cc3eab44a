import type { ImportFact } from '../facts';
import type { LanguageId } from '../languages';
import { resolveJavascript } from './javascript';
import { resolveGo, resolveNamespace, resolveQualified, type Packages } from './packages';
import { folderOfPath, nearest, within, type Places, type Resolution } from './places';
import { resolvePython } from './python';
import { resolveRust } from './rust';

/** Where an import of a file leads in the repository; undefined when it leads out of it. Best effort: no build system is asked. */
export function resolveImport(language: LanguageId, fact: ImportFact, from: string, places: Places, packages: Packages): Resolution | undefined {
  switch (language) {
    case 'typescript':
    case 'tsx':
    case 'javascript':
      return resolveJavascript(fact.spec, from, places);
    case 'python':
      return resolvePython(fact, from, places);
    case 'rust':
      return resolveRust(fact, from, places);
    case 'go':
      return resolveGo(fact.spec, places, packages);
    case 'java':
      return resolveQualified('java', fact.spec, '.', packages);
    case 'csharp':
      return resolveNamespace('csharp', fact.spec, packages);
    case 'php':
      return fact.names === undefined ? first([within(folderOfPath(from), fact.spec), within('', fact.spec)], places) : resolveQualified('php', fact.spec, '\\', packages);
    case 'c':
    case 'cpp':
      return resolveInclude(fact.spec, from, places);
    case 'ruby':
      return resolveRuby(fact.spec, from, places);
    case 'bash':
      return first([within(folderOfPath(from), fact.spec), within('', fact.spec)], places);
  }
}

function first(candidates: readonly (string | undefined)[], places: Places): Resolution | undefined {
  const file = candidates.find((candidate) => candidate !== undefined && places.has(candidate));
  return file === undefined ? undefined : { files: [file] };
}

/** `"a.h"` lies beside the file or wherever a path ends like it; `<a.h>` only where a path ends like it and names a folder too. */
function resolveInclude(spec: string, from: string, places: Places): Resolution | undefined {
  const system = spec.startsWith('<');
  const path = system ? spec.slice(1, -1) : spec;
  const beside = system ? undefined : first([within(folderOfPath(from), path)], places);
  if (beside !== undefined) return beside;
  const inRepository = within('', path.replace(/^(?:\.\.?\/)+/, ''));
  const exact = first([inRepository, `include/${inRepository ?? ''}`], places);
  if (exact !== undefined || inRepository === undefined || (system && !path.includes('/'))) return exact;
  const file = nearest(places.named(inRepository), from);
  return file === undefined ? undefined : { files: [file] };
}

function resolveRuby(spec: string, from: string, places: Places): Resolution | undefined {
  const name = spec.endsWith('.rb') ? spec : `${spec}.rb`;
  if (spec.startsWith('.')) return first([within(folderOfPath(from), name)], places);
  const exact = first([`lib/${name}`, `app/${name}`, name], places);
  if (exact !== undefined || !name.includes('/')) return exact;
  const file = nearest(places.named(`lib/${name}`), from);
  return file === undefined ? undefined : { files: [file] };
}
