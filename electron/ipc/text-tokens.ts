import { findModel } from '../../shared/analysis/models';
import { frame, message, nodeId } from '../../shared/document/builders';
import type { TextTokens } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { loadEncoding } from '../../shared/tokenizers/load';
import type { Session } from '../host/session';

const id = nodeId('marked text');

/** A text by itself: its count as the model on screen counts it, and the boundaries of the vocabulary behind that. */
export async function textTokens(
  session: Pick<Session, 'analyze'>,
  { document, modelId }: Pick<Inspection, 'document' | 'modelId'>,
  text: string,
): Promise<TextTokens> {
  const alone = {
    ...document,
    tools: [],
    messages: [message(id, 'user', 'active', 'prompt', [frame(text)])],
    breakpoints: [],
    aside: [],
  };
  const { tokens, total } = await session.analyze(alone);
  const { vocabulary } = findModel(modelId).count;
  const isRule = vocabulary === 'characters' || vocabulary === 'bytes';
  return { count: tokens[id] ?? total, starts: isRule ? null : await startsIn(text, vocabulary), vocabulary };
}

async function startsIn(text: string, vocabulary: Parameters<typeof loadEncoding>[0]): Promise<readonly number[]> {
  const encoded = (await loadEncoding(vocabulary)).encode(text);
  const starts: number[] = [];
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const after = encoded.tokensBefore(at + 1);
    if (after > before) starts.push(at);
    before = after;
  }
  return starts;
}
