import { comparePartSets } from '../../../shared/assemblers/part-catalog/catalog/compare';
import { estimateTokens } from '../../../shared/assemblers/part-catalog/estimate';
import {
  partSet,
  readPartSet,
  shippedParts,
  type PartSet,
} from '../../../shared/assemblers/part-catalog/catalog/part-set';
import { sourceId } from '../../../shared/document/builders';
import type { CatalogComparison } from '../../../shared/ipc/comparisons';
import type { PartSetName } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { decode, maxFileBytes } from '../disk/decode';
import { HostError, systemReason } from '../errors';
import type { FileBoundary } from '../disk/files';
import { absolutePath, childOf } from '../disk/paths';
import { grouped } from '../../../shared/basics/grouped';

const mostParts = 5000;

/** Compares two sets of the catalogue's parts, counted by the design's own estimate. */
export function compareCatalogs(
  boundary: FileBoundary,
  shown: Inspection,
  before: PartSetName,
  after: PartSetName,
): CatalogComparison {
  const leftOut: string[] = [];
  const set = (name: PartSetName): PartSet => partSetOf(boundary, shown, name, leftOut);
  return { ...comparePartSets(set(before), set(after), estimateTokens), leftOut };
}

function partSetOf(boundary: FileBoundary, { panels }: Inspection, name: PartSetName, leftOut: string[]): PartSet {
  if (name.kind === 'shipped') return partSet(shippedParts());
  if (name.kind === 'folder') return folderSet(boundary, absolutePath(name.path), leftOut);
  const { catalog } = panels;
  if (catalog === undefined) throw new HostError('bad-arguments', 'This design has no catalogue of parts');
  return { version: catalog.version, parts: catalog.parts };
}

/** Reads the Markdown files of one folder, not its subfolders. Links and files that are too large are left out. */
function folderSet(boundary: FileBoundary, folder: string, leftOut: string[]): PartSet {
  try {
    const real = boundary.realpath(folder);
    const named = boundary.list(real).filter(({ name }) => name.endsWith('.md'));
    const files = named.filter(({ kind }) => kind === 'file');
    if (files.length === 0) throw new HostError('not-found', `There are no part files (*.md) in ${folder}`);
    if (files.length > mostParts)
      throw new HostError(
        'bad-arguments',
        `${folder} has ${grouped(files.length)} part files, more than the ${grouped(mostParts)} Strata compares`,
      );
    leftOut.push(...named.flatMap(({ name, kind }) => (kind === 'file' ? [] : [`${name} is not an ordinary file`])));
    const parts = files.flatMap(({ name }) => {
      const { bytes } = boundary.read(childOf(real, name), { most: maxFileBytes + 1, within: real });
      if (bytes.length <= maxFileBytes)
        return [{ id: sourceId(name), path: name, as: 'part', text: decode(bytes).text }];
      leftOut.push(`${name} has more than ${maxFileBytes / 1024 / 1024} MB`);
      return [];
    });
    return readPartSet(parts).value;
  } catch (error) {
    if (error instanceof HostError) throw error;
    throw new HostError('io', `${folder} could not be read: ${systemReason(error)}`, { cause: error });
  }
}
