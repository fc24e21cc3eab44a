/** What leaves the app: part of the document, in a format, with or without secrets. */
import { exportDocument } from '../../shared/exporters';
import { isSendable } from '../../shared/exporters/body/sendable';
import { scopeDocument } from '../../shared/exporters/scope';
import type { Exported } from '../../shared/exporters/types';
import { findSecrets, maskSecrets } from '../../shared/sources/secrets/secrets';
import type { Copied, CopyNotes, CopyScope, ExportFormat, SecretInfo } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import type { Tried } from '../../shared/ipc/cache/cache-panel';
import { withTried } from '../../shared/ipc/cache/tried-breakpoints';
import { modelIdAt } from '../../shared/models/table';
import type { Session } from '../host/session';

interface Prepared {
  readonly body: string;
  readonly copied: Copied;
}

/** The build with other breakpoints. Asked for in Bedrock's form, its model has the name that it has there. */
export function tryingOut(inspection: Inspection, tried: Tried | undefined, format: ExportFormat): Inspection {
  if (tried === undefined) return inspection;
  const { analysis } = inspection;
  const there = format === 'bedrock' ? modelIdAt(analysis.model.id, 'bedrock') : undefined;
  const model = there === undefined ? analysis.model : { ...analysis.model, id: there, provider: 'bedrock' };
  return { ...inspection, document: withTried(inspection.document, tried), analysis: { ...analysis, model } };
}

export async function prepareCopy(
  session: Pick<Session, 'analyze'>,
  inspection: Inspection,
  scope: CopyScope,
  format: ExportFormat,
  mask: boolean,
): Promise<Prepared> {
  const document = scopeDocument(inspection.document, scope);
  const analysis = scope.kind === 'all' ? inspection.analysis : await session.analyze(document);
  const written = exportDocument(document, format, analysis);
  const { text, masked } = mask ? maskSecrets(written.body) : { text: written.body, masked: 0 };
  return {
    body: text,
    copied: { characters: text.length, tokens: analysis.total, format, masked, ...notesOf(written) },
  };
}

/** What the format cannot express or a provider would refuse, shown before copying. */
export function previewOf(inspection: Inspection, scope: CopyScope, format: ExportFormat): CopyNotes {
  return notesOf(exportDocument(scopeDocument(inspection.document, scope), format, inspection.analysis));
}

function notesOf({ warnings }: Exported): CopyNotes {
  return { sendable: isSendable(warnings), warnings: warnings.map((warning) => warning.message) };
}

export function secretsOf(inspection: Inspection, scope: CopyScope, format: ExportFormat): readonly SecretInfo[] {
  const { body } = exportDocument(scopeDocument(inspection.document, scope), format, inspection.analysis);
  const masked = maskSecrets(body).text;
  return findSecrets(body).map(({ kind, start }) => {
    const from = masked.lastIndexOf('\n', start - 1) + 1;
    const to = masked.indexOf('\n', start);
    return {
      kind,
      masked: masked.slice(Math.max(from, start - 60), Math.min(to === -1 ? masked.length : to, start + 60)),
      line: body.slice(0, start).split('\n').length,
    };
  });
}
