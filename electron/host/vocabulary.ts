import { fileModelId, findModel, isKnownModel, takesTokenizer, withTokenizer, type Model } from '../../shared/analysis/models';
import { layoutMessage } from '../../shared/document/layout';
import type { PromptDocument } from '../../shared/document/types';
import { visit } from '../../shared/document/walk';
import { finding, type Finding } from '../../shared/sources/findings';
import type { ChunkedEncoding } from '../../shared/tokenizers/chunked-encoding';
import type { FileEncoding } from '../../shared/tokenizers/file-encoding';
import { loadEncoding, loadVocabulary } from '../../shared/tokenizers/load';
import type { Encoding } from '../../shared/tokenizers/types';
import type { CountingVocabulary } from './counting-messages';
import { cannotCount, type TokenizerFile, type TokenizerFiles } from './tokenizer-file';

/** What counts the texts of a model in a workspace. */
export interface ChosenVocabulary {
  readonly model: Model;
  readonly encoding: Encoding;
  /** How the worker knows it; undefined when there is nothing to wait for. */
  readonly inWorker?: { readonly encoding: ChunkedEncoding; readonly vocabulary: CountingVocabulary; readonly slowness: number };
  readonly findings: readonly Finding[];
}

/** Against the vocabularies of ours, whose pace is one. */
const fileSlowness = 20;

/** A tokenizer of the workspace counts models that have no vocabulary here, unless it is broken or a text is too long for it. */
export async function chooseVocabulary(document: PromptDocument, modelId: string, tokenizer: TokenizerFile | undefined, files: TokenizerFiles): Promise<ChosenVocabulary> {
  const listed = findModel(modelId);
  if (tokenizer === undefined || !takesTokenizer(listed)) return { ...(await published(listed)), findings: modelFindings(modelId) };
  const own = await files.load(tokenizer);
  if (!own.ok) return { ...(await published(listed)), findings: own.findings };
  const { encoding, text } = own;
  if (hasTooLong(document, encoding)) return { ...(await published(listed)), findings: [cannotCount(tokenizer.label, 'a text has too long a run without a break', 'Such a run is counted as one piece, which would take minutes.')] };
  return { model: withTokenizer(listed, encoding.id), encoding, inWorker: { encoding, vocabulary: text, slowness: fileSlowness }, findings: [] };
}

async function published(model: Model): Promise<Omit<ChosenVocabulary, 'findings'>> {
  const { vocabulary } = model.count;
  if (vocabulary === 'characters' || vocabulary === 'bytes') return { model, encoding: await loadEncoding(vocabulary) };
  const encoding = await loadVocabulary(vocabulary);
  return { model, encoding, inWorker: { encoding, vocabulary, slowness: 1 } };
}

function hasTooLong(document: PromptDocument, encoding: FileEncoding): boolean {
  if (document.messages.some((message) => encoding.isTooLong(layoutMessage(message)))) return true;
  let isFound = false;
  visit(document, (node) => {
    if (node.type === 'omitted' && node.would !== undefined) isFound ||= encoding.isTooLong(node.would.map(({ value }) => value).join(''));
  });
  return isFound;
}

export function modelFindings(modelId: string): readonly Finding[] {
  if (modelId === fileModelId) return [finding('warning', 'tokenizer-file', 'This workspace has no tokenizer.json; tokens are estimated instead', undefined, { note: 'It is looked for at .strata/tokenizer.json, or where "tokenizer" in strata.json says.' })];
  return isKnownModel(modelId) ? [] : [finding('info', 'unknown-model', `Strata knows no model "${modelId}": its tokens are a rough estimate`)];
}
