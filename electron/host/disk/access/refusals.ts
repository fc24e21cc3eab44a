import { sourceId } from '../../../../shared/document/builders';
import type { SourceId } from '../../../../shared/document/types';
import { finding, placeOf, type Finding } from '../../../../shared/sources/findings';
import { maxFileBytes } from '../decode';
import { relativeId } from '../paths';

export function idOf(workspace: string, path: string): SourceId {
  return sourceId(relativeId(workspace, path));
}

/** The finding for a path that exists but is not read. */
export function refusal(workspace: string, path: string, ruleId: string, problem: string): Finding {
  const id = idOf(workspace, path);
  return finding('warning', ruleId, `${id} is left out: ${problem}`, placeOf(id));
}

/** `bytes` is undefined if the file is larger than its reported size. */
export function tooLarge(workspace: string, path: string, bytes?: number): Finding {
  const has = bytes === undefined ? 'it has more than' : `it has ${(bytes / 1024 / 1024).toFixed(1)} MB, more than`;
  return refusal(workspace, path, 'too-large', `${has} the ${maxFileBytes / 1024 / 1024} MB Strata reads`);
}

/** The finding for a log that is read only up to the limit. */
export function cutOff(workspace: string, path: string, bytes: number): Finding {
  const id = idOf(workspace, path);
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return finding(
    'warning',
    'cut-off',
    `${id} has ${megabytes} MB; the first ${maxFileBytes / 1024 / 1024} MB are read`,
    placeOf(id),
    { note: 'Later requests are listed in the sequence, and read when one of them is chosen.' },
  );
}

export function onePart(workspace: string, path: string, bytes: number): Finding {
  const id = idOf(workspace, path);
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return finding('info', 'long-log', `${id} has ${megabytes} MB; only the chosen request is opened here`, placeOf(id));
}
