import { nodeId, sourceId } from '../../document/builders';
import { maskSecrets } from '../../sources/secrets/secrets';
import type { LocatedFinding } from '../inspection/inspection';

/**
 * A finding as it leaves the app: to a terminal, a report, SARIF. Names of files and sections can have the shape of a
 * secret too. The window keeps them as they are, as it finds places by them.
 */
export function writtenFinding(finding: LocatedFinding): LocatedFinding {
  const { message, note, place, node } = finding;
  return {
    ...finding,
    message: writtenName(message),
    ...(note === undefined ? {} : { note: writtenName(note) }),
    ...(place === undefined ? {} : { place: { ...place, source: sourceId(writtenName(place.source)) } }),
    ...(node === undefined ? {} : { node: nodeId(writtenName(node)) }),
  };
}

/** A path or an id. */
export function writtenName(name: string): string {
  return maskSecrets(name).text;
}
