import { comparePartSets, type PartSetComparison } from '../../shared/assemblers/part-catalog/compare';
import { estimateTokens } from '../../shared/assemblers/part-catalog/estimate';
import { partSet, readPartSet, shippedParts, type PartSet } from '../../shared/assemblers/part-catalog/part-set';
import { sourceId } from '../../shared/document/builders';
import type { PartSetName } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection';
import { decode, maxFileBytes } from './decode';
import { HostError, systemReason } from './errors';
import type { FileBoundary } from './files';
import { absolutePath, childOf } from './paths';

const mostParts = 5000;

/** Two sets of the catalogue's parts, counted by the design's own estimate. */
export function compareCatalogs(boundary: FileBoundary, shown: Inspection, before: PartSetName, after: PartSetName): PartSetComparison {
  return comparePartSets(partSetOf(boundary, shown, before), partSetOf(boundary, shown, after), estimateTokens);
}

function partSetOf(boundary: FileBoundary, { panels }: Inspection, name: PartSetName): PartSet {
  if (name.kind === 'shipped') return partSet(shippedParts());
  if (name.kind === 'folder') return folderSet(boundary, absolutePath(name.path));
  const { catalog } = panels;
  if (catalog === undefined) throw new HostError('bad-arguments', 'This design has no catalogue of parts');
  return { version: catalog.version, parts: catalog.parts };
}

/** The Markdown files of one folder; what is deeper, linked or too large is no part. */
function folderSet(boundary: FileBoundary, folder: string): PartSet {
  try {
    const real = boundary.realpath(folder);
    const files = boundary.list(real).filter(({ name, kind }) => kind === 'file' && name.endsWith('.md')).slice(0, mostParts);
    if (files.length === 0) throw new HostError('not-found', `There are no part files (*.md) in ${folder}`);
    return readPartSet(
      files.map(({ name }) => ({ id: sourceId(name), path: name, as: 'part', text: decode(boundary.read(childOf(real, name), { most: maxFileBytes, within: real }).bytes).text })),
    ).value;
  } catch (error) {
    if (error instanceof HostError) throw error;
    throw new HostError('io', `${folder} could not be read: ${systemReason(error)}`, { cause: error });
  }
}
