/** What an edit of a file would cost the cache, without making it. */
import { firstDivergence } from '../../../shared/analysis/compare/divergence';
import { billRules } from '../../../shared/cache/bill/bill-rules';
import { rulesOfRequest } from '../../../shared/cache/packs/request-rules';
import { rulesAt } from '../../../shared/cache/packs/rule-pack';
import { editCost } from '../../../shared/cache/simulate/edit-cost';
import { lineColumn } from '../../../shared/sources/findings';
import type { editCostReportSchema } from '../../../shared/ipc/written/bill-report';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { HostError } from '../errors';
import type { Session } from '../session';
import type { z } from 'zod';

export type EditCostReport = z.infer<typeof editCostReportSchema>;

export type TextEdit =
  | { readonly text: string }
  /** Replaces the only place where `before` stands. */
  | { readonly before: string; readonly after: string };

/** `file`: a source of the open folder, as the report names it. The folder stays as it is. */
export async function editOfText(
  session: Session,
  inspection: Inspection,
  file: string,
  edit: TextEdit,
): Promise<EditCostReport> {
  let edited: string | undefined;
  const { assembled } = await session.variant({
    rewrite: (source) => {
      if (source.id !== file) return source;
      edited = editedText(source.text, file, edit);
      return { ...source, text: edited };
    },
  });
  const text = edited;
  if (text === undefined) throw new HostError('bad-arguments', `The prompt is not made of a file ${file}`);
  const after = { document: assembled.document, analysis: await session.analyze(assembled.document) };
  const own = rulesOfRequest(session.packs, inspection.document, inspection.analysis);
  const rules = own === undefined ? undefined : rulesAt(own, inspection.document.sent?.at ?? session.now);
  const cost = rules === undefined ? undefined : editCost(inspection, after, rules);
  const first = firstDivergence(inspection.document, after.document);
  const source = first?.origin?.kind === 'file' ? first.origin.source : null;
  const at = source === file && first?.sourceOffset !== undefined ? lineColumn(text, first.sourceOffset) : null;
  const breakpoints = cost?.breakpoints ?? inspection.document.breakpoints;
  return {
    version: 1,
    file,
    changes: first !== undefined,
    rules: billRules(rules),
    breakpoints: breakpoints.length === 0 ? 'none' : cost?.suggested === true ? 'suggested' : 'sent',
    first: first === undefined ? null : { section: first.node, source, at },
    tokensBefore: inspection.analysis.total,
    tokensAfter: after.analysis.total,
    lost: cost?.lost ?? null,
    written: cost?.rewritten ?? null,
    cost: cost?.cost ?? null,
    unchangedCost: cost?.unchangedCost ?? null,
  };
}

function editedText(text: string, file: string, edit: TextEdit): string {
  if ('text' in edit) return edit.text;
  const at = edit.before === '' ? -1 : text.indexOf(edit.before);
  if (at === -1) throw new HostError('bad-arguments', `${file} does not hold the text to replace`);
  if (text.includes(edit.before, at + 1))
    throw new HostError('bad-arguments', `${file} holds the text to replace more than once: give more of it`);
  return `${text.slice(0, at)}${edit.after}${text.slice(at + edit.before.length)}`;
}
