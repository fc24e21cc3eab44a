import { resolve } from 'node:path';
import { defaultModelId } from '../../../../shared/analysis/models';
import { grouped } from '../../../../shared/basics/grouped';
import { assembleTraced } from '../../../../shared/assemblers/agents/traced';
import { sourceId } from '../../../../shared/document/builders';
import type { PromptDocument, PromptNode, TextNode } from '../../../../shared/document/types';
import { lineColumn } from '../../../../shared/sources/findings';
import { countWith } from '../../../host/analyses/cache/cache-service';
import { traceSession, type TracedSession } from '../../../host/analyses/sessions/trace-session';
import { toSlash } from '../../../host/disk/paths';
import type { BuildOptions } from '../../inspect-folder';
import { jsonText, table, visible, type Output } from '../../print/output';
import { UsageError } from '../../usage-error';
import { namedSession } from './built-sent';

/** `strata inspect <session> --folder <folder>`: which text of a captured request stands in which file. */
export async function runTraced(
  name: string,
  folder: string,
  options: BuildOptions & { readonly json: boolean },
  output: Output,
): Promise<number> {
  const session = namedSession(name, options.captures);
  if (session === undefined) throw new UsageError(`there is no captured session "${name}"; strata sessions lists them`);
  const traced = await traceSession(session.path, toSlash(resolve(folder)));
  for (const note of traced.notes) output.err(`- warning session-elsewhere ${visible(note)}`);
  const present = traced.files.map(({ path, text }) => ({ id: sourceId(path), path, as: path, text }));
  const { document } = assembleTraced(traced, present);
  const rows = rowsOf(traced, document);
  if (options.json)
    await output.out(
      jsonText({
        version: 1,
        session: traced.session,
        request: traced.request,
        folder: toSlash(resolve(folder)),
        characters: traced.total,
        matched: traced.matched,
        stretches: rows,
      }),
    );
  else await output.out(await tableOf(traced, document, rows, options.model));
  return 0;
}

interface Row {
  /** The section that contains this text. */
  readonly section: string;
  readonly characters: number;
  /** Null for the agent's own text. */
  readonly file: string | null;
  readonly line: number | null;
  readonly change: string | null;
}

function rowsOf({ files }: TracedSession, document: PromptDocument): readonly Row[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const rows: Row[] = [];
  const push = (section: string, { value, origin }: TextNode): void => {
    const last = rows.at(-1);
    if (origin.kind === 'file') {
      const line = lineColumn(texts.get(origin.source) ?? '', origin.span.start).line;
      rows.push({ section, characters: value.length, file: origin.source, line, change: origin.change ?? null });
    } else if (last !== undefined && last.file === null && last.section === section)
      rows[rows.length - 1] = { ...last, characters: last.characters + value.length };
    else rows.push({ section, characters: value.length, file: null, line: null, change: null });
  };
  const go = (section: string, nodes: readonly PromptNode[]): void => {
    for (const node of nodes)
      if (node.type === 'text') push(section, node);
      else if (node.type === 'section') go(node.id, node.children);
  };
  for (const message of document.messages) go(message.id, message.children);
  return rows;
}

async function tableOf(
  { session, request, matched, total }: TracedSession,
  document: PromptDocument,
  rows: readonly Row[],
  model: string | undefined,
): Promise<string> {
  const analysis = await countWith(model ?? document.sent?.model ?? defaultModelId)(document);
  const cells = rows.map(({ section, characters, file, line, change }) => [
    visible(section),
    grouped(characters),
    file === null ? 'the agent’s own' : `${visible(file)}:${line ?? 1}${change === null ? '' : ` (${change})`}`,
  ]);
  const share = total === 0 ? 0 : Math.round((matched / total) * 100);
  return (
    `${table([['section', 'characters', 'from'], ...cells], [1])}\n` +
    `Request ${request} of session ${session}: ${grouped(analysis.total.tokens)} tokens (${analysis.model.label}). ` +
    `${grouped(matched)} of ${grouped(total)} characters (${share} %) come from files of the folder.\n`
  );
}
