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

const unreadWords: Readonly<Record<Exclude<MissingSource['why'], 'untrusted'>, string>> = {
  missing: 'it is not there',
  refused: 'it was refused',
  'too-large': 'it is too large',
  unreadable: 'it cannot be read',
  'not-a-file': 'it is not a file',
};

/** Why Strata has not read a file, as a sentence. */
export function notReadText(why: Exclude<MissingSource['why'], 'untrusted'>): string {
  return `Strata did not read it: ${unreadWords[why]}.`;
}

/** What to show for a file that Strata itself could not read. */
export function unreadable(path: string, why: MissingSource['why']): Omission {
  return why === 'untrusted'
    ? { reason: 'untrusted', paths: [path] }
    : { reason: 'not-injected', purpose: unreadWords[why] };
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
        ? 'The agent reads it if it is there. Strata does not look: it lies outside of the folder, and you did not ' +
          'allow it.'
        : notReadText(why),
  };
}
