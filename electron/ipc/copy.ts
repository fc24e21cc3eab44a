/** What leaves the app: a part of the document, written in a format, with or without its secrets. */
import { analyze } from '../../shared/analysis/analyze';
import { findModel } from '../../shared/analysis/models';
import { exportDocument } from '../../shared/exporters';
import { scopeDocument } from '../../shared/exporters/scope';
import { findSecrets, maskSecrets } from '../../shared/sources/secrets';
import type { Copied, CopyScope, ExportFormat, SecretInfo } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection';
import { loadEncoding } from '../../shared/tokenizers/load';

interface Prepared {
  readonly body: string;
  readonly copied: Copied;
}

export async function prepareCopy(inspection: Inspection, scope: CopyScope, format: ExportFormat, mask: boolean): Promise<Prepared> {
  const document = scopeDocument(inspection.document, scope);
  const model = findModel(inspection.modelId);
  const analysis = scope.kind === 'all' ? inspection.analysis : analyze(document, model, await loadEncoding(model.count.vocabulary));
  const written = exportDocument(document, format, analysis);
  const { text, masked } = mask ? maskSecrets(written.body) : { text: written.body, masked: 0 };
  return {
    body: text,
    copied: { characters: text.length, tokens: analysis.total, format, masked, warnings: written.warnings.map((warning) => warning.message) },
  };
}

export function secretsOf(inspection: Inspection, scope: CopyScope, format: ExportFormat): readonly SecretInfo[] {
  const { body } = exportDocument(scopeDocument(inspection.document, scope), format, inspection.analysis);
  const masked = maskSecrets(body).text;
  return findSecrets(body).map(({ kind, start }) => {
    const from = masked.lastIndexOf('\n', start - 1) + 1;
    const to = masked.indexOf('\n', start);
    return { kind, masked: masked.slice(Math.max(from, start - 60), Math.min(to === -1 ? masked.length : to, start + 60)), line: body.slice(0, start).split('\n').length };
  });
}
