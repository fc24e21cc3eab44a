import { nodeId, omitted, section } from '../../../document/builders';
import type { Omission, OmittedNode, PromptNode, SectionNode } from '../../../document/types';
import type { MissingSource } from '../../../sources/types';
import type { Load } from '../load';

/** A file's section in a stretch. Its id is made of the stretch and the file. */
export function fileSection(
  stretch: string,
  path: string,
  children: readonly PromptNode[],
  note?: string,
): SectionNode {
  return section(nodeId(stretch, path), path, 'L1', children, { note });
}

export function leftOut(stretch: string, path: string, omission: Omission): OmittedNode {
  return omitted(nodeId(stretch, path), path, 'L1', omission);
}

/** What to show for a file that Strata itself could not read. */
export function unreadable(path: string, why: MissingSource['why']): Omission {
  return why === 'untrusted'
    ? { reason: 'untrusted', paths: [path] }
    : { reason: 'not-injected', purpose: `it cannot be read: ${why}` };
}

/** True if something is there that Strata may not or cannot read, so that the agent's choice is not known. */
export function isHidden(
  why: MissingSource['why'] | undefined,
): why is 'untrusted' | 'refused' | 'too-large' | 'unreadable' {
  return why !== undefined && why !== 'missing' && why !== 'not-a-file';
}

export function hiddenLoad(path: Load['path'], why: MissingSource['why']): Load {
  return {
    path,
    status: 'refused',
    rule:
      why === 'untrusted'
        ? 'The agent would read it. Strata does not: it leads out of the folder and you did not allow it.'
        : `Strata cannot read it (${why}).`,
  };
}
