import { counted } from '../../../../shared/basics/grouped';
import { markedTokens, methodAndInterval } from '../../../../shared/analysis/count/show-count';
import type { TokenCount } from '../../../../shared/analysis/types';
import { reportOf } from '../../../../shared/ipc/written/report';
import type { Report } from '../../../../shared/ipc/written/report-schema';
import { assumedModelText, isModelAssumed } from '../../../../shared/ipc/inspection/assumed-model';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import { exitCodeOf, printFindings } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { jsonText, table, visible, type Output } from '../../print/output';

/** `strata inspect`: every section, sent or not, with its tokens; `--json` is the published report. */
export async function runInspect(
  folder: string,
  options: BuildOptions & { readonly json: boolean },
  output: Output,
): Promise<number> {
  return withFolder(folder, options, async (inspection) => {
    printFindings(inspection, output);
    const report = reportOf(inspection);
    if (options.json) await output.out(jsonText(report));
    else if (inspection.usable)
      await output.out(`${sectionTable(report, isModelAssumed(inspection))}${otherRequests(inspection)}`);
    return exitCodeOf(inspection);
  });
}

/** A file or folder of requests: which one is shown, and how to see the others. */
function otherRequests({ architecture, controls }: Inspection): string {
  const index = controls.find(({ name }) => name === 'index');
  const count = index?.choices?.length ?? 0;
  if (architecture !== 'request' || count < 2 || typeof index?.value !== 'number') return '';
  return (
    `Request ${number.format(index.value)} of ${number.format(count)}; --set index=N shows another, ` +
    '`strata sequence` all of them.\n'
  );
}

const number = new Intl.NumberFormat('en-US');

export function tokenCell(count: TokenCount | null): string {
  return count === null ? '' : markedTokens(count);
}

function intervalCell(count: TokenCount | null): string {
  return count === null ? '' : methodAndInterval(count);
}

function sectionTable(report: Report, isAssumed: boolean): string {
  const tools = report.tools.map((tool) => [
    tool.id,
    `tool ${visible(tool.name)}`,
    tool.tier,
    tokenCell(tool.tokens),
    wordsCell(tool),
    intervalCell(tool.tokens),
  ]);
  const sections = report.sections.map((row) => {
    const name = `${'  '.repeat(row.depth)}${visible(row.name)}${row.note === undefined ? '' : ` (${row.note})`}`;
    if (row.omitted === undefined)
      return [row.id, name, row.tier, tokenCell(row.tokens), wordsCell(row), intervalCell(row.tokens)];
    const cost = row.tokens === null ? '' : `, would cost ${tokenCell(row.tokens)}`;
    const why = visible(row.omitted.text);
    return [row.id, name, row.tier, '', '', `${why.startsWith('left out') ? why : `left out: ${why}`}${cost}`];
  });
  const unsent = report.sent?.rebuiltFrom === undefined ? 'not sent: ' : '';
  const aside = report.aside.map((row) => [
    row.id,
    visible(row.name),
    '',
    '',
    '',
    `${unsent}${visible(row.purpose)}${row.tokens === null ? '' : `, ${tokenCell(row.tokens)}`}`,
  ]);
  const rows = [
    ['id', 'name', 'tier', 'tokens', 'words', 'count'],
    ...tools,
    ...sections.map(([id = '', ...rest]) => [visible(id), ...rest]),
    ...aside,
    ...report.overheads.map(({ name, tokens }) => ['', name, '', tokenCell(tokens), '', intervalCell(tokens)]),
    [
      '',
      'total',
      '',
      tokenCell(report.total),
      '',
      `${intervalCell(report.total)}${isAssumed ? `, by ${report.model.label}, ${assumedModelText}` : ''}`,
    ],
  ];
  const window = report.model.contextWindow === null ? '' : ` of ${number.format(report.model.contextWindow)}`;
  const model = `${report.model.label}${isAssumed ? ` (${assumedModelText})` : ''}`;
  return (
    `${table(rows, [3])}\n${model}: ${tokenCell(report.total)}${window} tokens by ` +
    `${report.total.encoding}${report.without === undefined ? '' : `, without ${report.without}`}\n` +
    `${thinkingText(report)}${overWindow(report)}${whoseWords(report)}`
  );
}

function thinkingText({ earlierThinking }: Report): string {
  if (earlierThinking === undefined) return '';
  const { fate, blocks, count } = earlierThinking;
  const what = `Earlier thinking: ${tokenCell(count)} tokens in ${counted(blocks.length, 'block')}`;
  return fate === 'left-out'
    ? `${what} that the model does not see again, left out of every sum.\n`
    : `${what}, part of every sum; whether the model sees them is not published.\n`;
}

function overWindow({ total, model: { contextWindow } }: Report): string {
  if (contextWindow === null || total.high <= contextWindow) return '';
  return total.low > contextWindow
    ? 'Over the context window: the provider refuses it.\n'
    : 'It may be over the context window.\n';
}

/**
 * Who wrote the words. Tokens of the template are named even if they are only the tags around the user's text, so that
 * the rows add up to the sum below them.
 */
function wordsCell({ words, template }: Pick<Report['sections'][number], 'words' | 'template'>): string {
  if ((words === 'part template' || words === 'yours') && template !== undefined && template.tokens > 0)
    return `partly template, ${tokenCell(template)}`;
  return words ?? '';
}

function whoseWords({ yours, template, agent }: Report): string {
  if (template.tokens === 0 && agent === undefined) return '';
  const own = agent === undefined ? '' : `agent’s own ${tokenCell(agent)} (learned from a capture) · `;
  return (
    `${own}yours ${tokenCell(yours)} · template ${tokenCell(template)} (words, tags and headings of ` +
    'the design, which Strata supplies)\n'
  );
}
