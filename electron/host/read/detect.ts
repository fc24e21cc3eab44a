import type { Architecture, Manifest } from '../../../shared/assemblers/types';
import type { ConfigNode } from '../../../shared/sources/config/config-node';
import { configChild } from '../../../shared/sources/config/config-node';
import { finding, type Finding } from '../../../shared/sources/findings';
import type { ArchitectureInfo } from '../../../shared/ipc/inspection/inspection';
import type { SourceFile } from '../../../shared/sources/types';

export interface ReadManifest {
  readonly source: SourceFile | undefined;
  readonly value: Manifest;
  readonly root?: ConfigNode | undefined;
}

export interface Detection {
  /** Undefined when no design was chosen or recognised. */
  readonly architecture: Architecture | undefined;
  readonly architectures: readonly ArchitectureInfo[];
  readonly findings: readonly Finding[];
}

/**
 * Order: the user's choice, the design the manifest names, the design whose object the manifest has, the first design
 * whose files exist. A design key that is not an object decides only if nothing else does, so that its error is
 * reported. Offers every design whose files exist.
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
  const offered = all.filter((each) => each.detect.offers?.some(matches));
  const detected = new Set([...byKey, ...byFiles, ...offered]);
  const named = manifest.value.architecture;
  const find = (id: string | undefined): Architecture | undefined => all.find((each) => each.id === id);
  return {
    architecture:
      find(chosen) ?? find(named) ?? byKey[0] ?? byFiles[0] ?? all.find((each) => keyOf(each) !== undefined),
    architectures: all.map((each) => ({
      id: each.id,
      title: each.title,
      kind: each.detect.offers === undefined ? 'design' : 'agent',
      detected: detected.has(each),
    })),
    findings: named !== undefined && find(named) === undefined ? [unknownName(all, manifest, named)] : [],
  };
}

function unknownName(all: readonly Architecture[], { source, root }: ReadManifest, named: string): Finding {
  const span = configChild(root, 'architecture')?.span;
  const place = source === undefined || span === undefined ? undefined : { source: source.id, span };
  return finding('warning', 'manifest', `There is no design "${named}"; it is detected from the files instead`, place, {
    note: `Known: ${all.map((each) => each.id).join(', ')}.`,
  });
}

/** What was looked for, for a folder that matches no design. */
export function lookedFor(all: readonly Architecture[]): string {
  const rows = all
    .filter(({ detect }) => detect.offers === undefined)
    .map(({ id, detect }) => {
      const key = detect.manifestKey === undefined ? [] : [`"${detect.manifestKey}" in strata.json`];
      return `  ${id}: ${[...detect.anyOf, ...key].join(' or ')}`;
    });
  const agents = all.filter(({ detect }) => detect.offers !== undefined).map(({ id }) => id);
  return [
    'Looked for',
    ...rows,
    'A strata.json with an "architecture" decides alone.',
    ...(agents.length === 0
      ? []
      : [`What an agent makes of it: choose one (--architecture on the command line): ${agents.join(', ')}.`]),
  ].join('\n');
}
