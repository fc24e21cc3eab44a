/// <reference types="vite/types/importMeta.d.ts" />
import { byCodePoint } from '../../../basics/code-point-order';
import { builtin, sourceId } from '../../../document/builders';
import type { SourceId } from '../../../document/types';
import { append } from '../../../sources/text/append';
import type { ConfigNode } from '../../../sources/config/config-node';
import { finding, placeOf, type Finding, type WithFindings } from '../../../sources/findings';
import { baseName } from '../../../sources/paths';
import { fileRope, ropeText, trimRope, type Rope } from '../../../sources/text/rope';
import type { SourceFile } from '../../../sources/types';
import { trimmed } from '../../../sources/text/white-space';
import { partSpecs, type PartSpec } from './catalog';
import { parsePartFile } from './part-file';
import { isNewer, newestVersion } from './version';

export interface CatalogPart extends PartSpec {
  readonly name: string;
  readonly version: string;
  /** Trimmed, not yet interpolated. */
  readonly body: Rope;
  readonly header: ConfigNode | undefined;
  readonly from: 'shipped' | 'overridden';
  readonly source?: SourceId;
}

export type CatalogParts = ReadonlyMap<string, CatalogPart>;

/**
 * The catalogue version that the design pins. Our texts replace the original parts, so their versions end in
 * `+strata.N`.
 */
export const pinnedVersion = '2.1.37';

const shippedTexts: Readonly<Record<string, string>> = import.meta.glob<string>('../parts/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

let shipped: CatalogParts | undefined;

/** Parsed once. A part without a file, or a file without a part, is a bug. */
export function shippedParts(): CatalogParts {
  shipped ??= new Map(partSpecs.map((spec) => [spec.id, shippedPart(spec)]));
  return shipped;
}

export function shippedIds(): readonly string[] {
  return Object.keys(shippedTexts).map(idOfPath).toSorted(byCodePoint);
}

function idOfPath(path: string): string {
  return baseName(path).replace(/\.md$/, '');
}

function shippedPart(spec: PartSpec): CatalogPart {
  const raw = shippedTexts[`../parts/${spec.id}.md`];
  if (raw === undefined) throw new Error(`parts/${spec.id}.md is missing`);
  const value = raw.replaceAll('\r\n', '\n');
  const file = parsePartFile({ id: sourceId(`${spec.id}.md`), text: value });
  if (file.name === undefined || file.version === undefined)
    throw new Error(`parts/${spec.id}.md has no name or version`);
  const body = trimRope([builtin(spec.id, value.slice(file.bodyStart))]);
  return {
    ...spec,
    name: withoutCategory(file.name),
    version: file.version,
    body,
    header: file.header,
    from: 'shipped',
  };
}

/** `Agent Prompt: Explore` → `Explore`. */
function withoutCategory(name: string): string {
  return name.replace(/^(?:System Prompt|Tool Description|Agent Prompt|System Reminder): /, '');
}

/** Returns the shipped parts; `prompts/{id}.md` of the workspace replaces the part of that id. */
export function overriddenParts(files: readonly SourceFile[]): WithFindings<CatalogParts> {
  const findings: Finding[] = [];
  const parts = new Map(shippedParts());
  for (const file of files) {
    const id = idOfPath(file.path);
    const original = parts.get(id);
    if (original === undefined) {
      findings.push(
        finding(
          'info',
          'unknown-part',
          `${file.id} belongs to no part of the catalogue and is not used`,
          placeOf(file.id),
          { note: 'Name the file after a part, for example main.md or tool-bash.md.' },
        ),
      );
      continue;
    }
    const read = parsePartFile(file);
    append(findings, read.findings);
    if (read.version !== undefined && isNewer(read.version, pinnedVersion)) {
      findings.push(
        finding(
          'info',
          'version-pin',
          `${file.id} is of version ${read.version}, newer than the pinned ${pinnedVersion}`,
          placeOf(file.id),
        ),
      );
    }
    parts.set(id, {
      ...original,
      version: read.version ?? 'unversioned',
      body: trimRope(fileRope(file, read.bodyStart)),
      header: read.header,
      from: 'overridden',
      source: file.id,
    });
  }
  return { value: parts, findings };
}

/** The version of a set is that of its newest part. A part's own version says when its text last changed. */
export function setVersion(parts: CatalogParts): string {
  return newestVersion([...parts.values()].map((part) => part.version)) ?? pinnedVersion;
}

/** The input of `comparePartSets`. */
export interface PartSet {
  readonly version: string;
  readonly parts: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly text: string;
  }[];
}

export function partSet(parts: CatalogParts): PartSet {
  return {
    version: setVersion(parts),
    parts: [...parts.values()].map(({ id, name, version, body }) => ({ id, name, version, text: ropeText(body) })),
  };
}

/** Reads a folder of files in the public catalogue's format; file names are ids. */
export function readPartSet(files: readonly SourceFile[]): WithFindings<PartSet> {
  const findings: Finding[] = [];
  const parts = files.map((file) => {
    const read = parsePartFile(file);
    append(findings, read.findings);
    const id = idOfPath(file.path);
    return {
      id,
      name: read.name === undefined ? id : withoutCategory(read.name),
      version: read.version ?? 'unversioned',
      text: trimmed(file.text.slice(read.bodyStart)),
    };
  });
  return { value: { version: newestVersion(parts.map((part) => part.version)) ?? 'unversioned', parts }, findings };
}
