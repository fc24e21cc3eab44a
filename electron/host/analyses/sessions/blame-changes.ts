/** Changed words of requests, blamed on the files of the folder that the agent worked in. */
import type { BlamedPlace } from '../../../../shared/sources/blamed-place';
import { blamePlace } from '../../../../shared/requests/trace/blame';
import type { ChangedWords } from '../../../../shared/cache/bill/types';
import type { PromptDocument } from '../../../../shared/document/types';
import { nodeText } from '../../../../shared/document/walk';
import { candidateFiles } from './candidate-files';

export interface ChangeIn {
  readonly document: PromptDocument;
  readonly changed: ChangedWords;
}

/** One place for each change; null for tools, and for what stands in no file. */
export async function blameChanges(
  folder: string,
  changes: readonly ChangeIn[],
): Promise<readonly (BlamedPlace | null)[]> {
  const texts = changes.map(({ document, changed }) => {
    const message = document.messages.find(({ id }) => id === changed.message);
    return message === undefined ? null : nodeText(message);
  });
  if (texts.every((text) => text === null)) return changes.map(() => null);
  const files = await candidateFiles(folder, [...new Set(texts)].filter((text) => text !== null).join('\n\u0000\n'));
  return changes.map(({ changed }, index) => {
    const text = texts[index] ?? null;
    return text === null ? null : (blamePlace(text, changed.offset, files) ?? null);
  });
}
