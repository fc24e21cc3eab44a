import type { Architecture, Manifest } from '../../../shared/assemblers/types';
import type { ConfigNode } from '../../../shared/sources/config/config-node';
import { configChild } from '../../../shared/sources/config/config-node';
import { finding, type Finding } from '../../../shared/sources/findings';
import type { ArchitectureInfo } from '../../../shared/ipc/inspection';
import type { SourceFile } from '../../../shared/sources/types';

export interface ReadManifest {
  readonly source: SourceFile | undefined;
  readonly value: Manifest;
  readonly root?: ConfigNode | undefined;
}

export interface Detection {
  /** Undefined when nothing was chosen and nothing recognised. */
  readonly architecture: Architecture | undefined;
  readonly architectures: readonly ArchitectureInfo[];
  readonly findings: readonly Finding[];
}

/**
 * What the user chose, else what the manifest names, else the design whose object the manifest has, else the first
 * whose files are there; a key that is no object decides only when nothing else does, so that its error is told. All
 * whose files are there are offered.
 */
export function detectArchitecture(
  all: readonly Architecture[],
  manifest: ReadManifest,
  matches: (pattern: string) => boolean,
  chosen: string | undefined,
): Detection {
  const keyOf = ({ detect: { manifestKey } }: Architecture): ConfigNode | undefined =>
    manifestKey === undefined ? undefined : configChild(manifest.root, manifestKey);
  const byKey = all.filter((each) => keyOf(each)?.kind === 'object');
  const byFiles = all.filter((each) => each.detect.anyOf.some(matches));
  const detected = new Set([...byKey, ...byFiles]);
  const named = manifest.value.architecture;
  const find = (id: string | undefined): Architecture | undefined => all.find((each) => each.id === id);
  return {
    architecture:
      find(chosen) ?? find(named) ?? byKey[0] ?? byFiles[0] ?? all.find((each) => keyOf(each) !== undefined),
    architectures: all.map((each) => ({ id: each.id, title: each.title, detected: detected.has(each) })),
    findings: named !== undefined && find(named) === undefined ? [unknownName(all, manifest, named)] : [],
  };
}

function unknownName(all: readonly Architecture[], { source, root }: ReadManifest, named: string): Finding {
  const span = configChild(root, 'architecture')?.span;
  const place = source === undefined || span === undefined ? undefined : { source: source.id, span };
  return finding(
    'warning',
    'manifest',
    `There is no architecture "${named}"; it is detected from the files instead`,
    place,
    {
      note: `Known: ${all.map((each) => each.id).join(', ')}.`,
    },
  );
}

/** For a folder that is none of the designs. */
export function lookedFor(all: readonly Architecture[]): string {
  const rows = all.map(({ id, detect }) => {
    const key = detect.manifestKey === undefined ? [] : [`"${detect.manifestKey}" in strata.json`];
    return `  ${id}: ${[...detect.anyOf, ...key].join(' or ')}`;
  });
  return ['Looked for', ...rows, 'A strata.json with an "architecture" decides alone.'].join('\n');
}
