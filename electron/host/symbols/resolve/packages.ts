import type { FileFacts } from '../facts';
import type { LanguageId } from '../languages';
import { folderOfPath, type Places, type Resolution } from './places';

/** Keys of the packages a file belongs to. Files of one package see each other. */
export function packagesOf(path: string, facts: FileFacts): readonly string[] {
  switch (facts.language) {
    case 'go':
      return [`go:${folderOfPath(path)}`];
    case 'java':
    case 'php':
    case 'csharp':
      return (facts.packages ?? ['']).map((name) => `${facts.language}:${name}`);
    default:
      return [];
  }
}

/** Where `Package.Class` or `Package` (or for static imports `Package.Class.member`) is defined. */
export interface Packages {
  has(key: string): boolean;
  /** The file that defines a name in a package. */
  fileOf(key: string, name: string): string | undefined;
}

export function resolveQualified(language: LanguageId, spec: string, separator: string, packages: Packages): Resolution | undefined {
  const segments = spec.replace(/^static /, '').split(separator);
  if (segments.at(-1) === '*') {
    const key = `${language}:${segments.slice(0, -1).join(separator)}`;
    return packages.has(key) ? { files: [], package: key } : undefined;
  }
  // The innermost class comes last; whatever follows it are its members.
  for (let at = segments.length - 1; at >= Math.max(0, segments.length - 3); at -= 1) {
    const file = packages.fileOf(`${language}:${segments.slice(0, at).join(separator)}`, segments[at] ?? '');
    if (file !== undefined) return { files: [file] };
  }
  return undefined;
}

export function resolveNamespace(language: LanguageId, spec: string, packages: Packages): Resolution | undefined {
  const key = `${language}:${spec}`;
  return packages.has(key) ? { files: [], package: key } : resolveQualified(language, spec, '.', packages);
}

/** With a `go.mod` exactly; without one, a folder that ends like the import path, by two names at least. */
export function resolveGo(spec: string, places: Places, packages: Packages): Resolution | undefined {
  for (const { folder, module } of places.goModules) {
    if (spec !== module && !spec.startsWith(`${module}/`)) continue;
    const inside = spec.slice(module.length + 1);
    const key = `go:${[folder, inside].filter((part) => part !== '').join('/')}`;
    if (packages.has(key)) return { files: [], package: key };
  }
  if (places.goModules.length > 0) return undefined;
  const segments = spec.split('/');
  for (let at = 0; at < segments.length - 1; at += 1) {
    const key = `go:${segments.slice(at).join('/')}`;
    if (packages.has(key)) return { files: [], package: key };
  }
  return undefined;
}
