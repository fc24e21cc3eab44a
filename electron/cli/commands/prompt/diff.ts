import { stat } from 'node:fs/promises';
import {
  changeLabel,
  compareDocuments,
  listedChanges,
  type Comparison,
  type SectionChange,
} from '../../../../shared/analysis/compare/compare';
import { markedTokens } from '../../../../shared/analysis/count/show-count';
import { defaultModelId, findModel } from '../../../../shared/analysis/models';
import { editCost, type EditCost } from '../../../../shared/cache/simulate/edit-cost';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { rulesAt, rulesFor, type RulePack } from '../../../../shared/cache/packs/rule-pack';
import type { CountedDocument } from '../../../../shared/analysis/types';
import { outcomeView, rulesView } from '../../../../shared/cache/simulate/views';
import { parseDocument } from '../../../../shared/ipc/written/saved-document';
import { lineColumn } from '../../../../shared/sources/findings';
import type { SourceFile } from '../../../../shared/sources/types';
import { countWith } from '../../../host/analyses/cache/cache-service';
import { systemCode, systemReason } from '../../../host/errors';
import { diffSummary } from '../../print/diff-summary';
import { findingLines } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { survivalText } from '../../print/survival-text';
import { UsageError } from '../../usage-error';
import { dollars, jsonText, range, table, visible, type Output } from '../../print/output';
import { readNamed } from '../../named/read-named';

export interface DiffOptions extends BuildOptions {
  readonly with: readonly string[];
  readonly json: boolean;
  readonly markdown: boolean;
}

/** One side: a folder that was built, or a saved document. */
interface Side extends CountedDocument {
  readonly files: readonly SourceFile[];
  readonly packs: readonly RulePack[];
  /** The day whose prices are used, ISO 8601. */
  readonly now: string;
  /** What was left out or is wrong, one line each. */
  readonly findings: readonly string[];
}

/**
 * `strata diff`: compares two folders, two saved documents, or one folder under other settings. Reports changes by
 * section and where the texts diverge.
 */
export async function runDiff(
  before: string,
  after: string | undefined,
  options: DiffOptions,
  output: Output,
): Promise<number> {
  if (after === undefined && options.with.length === 0)
    throw new UsageError(
      'diff takes two folders, sessions, requests or saved documents, or one folder and --with name=value',
    );
  const { model } = options;
  const clock = { now: options.now ?? new Date().toISOString() };
  const was = await sideOf(before, { ...options, ...clock }, model);
  const now = await sideOf(after ?? before, { ...options, ...clock, set: [...options.set, ...options.with] }, model);
  const isOneFolder = after === undefined || after === before;
  const lines = [
    ...was.findings.map((line) => (isOneFolder ? line : `${visible(before)}: ${line}`)),
    ...now.findings.map((line) => (isOneFolder ? line : `${visible(after)}: ${line}`)),
  ];
  for (const line of new Set(lines)) output.err(line);
  if (was.analysis.model.id !== now.analysis.model.id)
    throw new UsageError(
      `The two are counted for ${was.analysis.model.id} and ${now.analysis.model.id}; choose one with --model`,
    );
  const comparison = compareDocuments(was.document, now.document, { before: was.analysis, after: now.analysis });
  const undated = rulesFor(now.packs, now.analysis.model.provider, now.analysis.model.id);
  const rules = undated === undefined ? undefined : rulesAt(undated, now.now);
  const cost = rules === undefined ? undefined : editCost(was, now, rules);
  const place = placeOf(comparison, now, was);
  if (options.markdown && !options.json) {
    const at = place === undefined ? undefined : `${place.file}${place.line === undefined ? '' : `:${place.line}`}`;
    const priced = rules === undefined || cost === undefined ? undefined : { rules, cost };
    await output.out(diffSummary({ comparison, was, now, place: at, priced }));
  } else if (options.json) {
    const changes = listedChanges(comparison).map(({ id, name, tier, kind, tokens, omitted }) => ({
      id,
      name,
      tier,
      kind,
      tokens,
      omitted,
    }));
    const first =
      comparison.first === undefined
        ? null
        : { ...comparison.first, file: place?.file ?? null, line: place?.line ?? null, column: place?.column ?? null };
    const price =
      cost === undefined || rules === undefined
        ? null
        : {
            start: 'warm',
            rules: rulesView(rules, cost.outcome.total),
            outcome: outcomeView(cost.outcome, rules),
            survived: cost.survived,
            rewritten: cost.rewritten,
            lost: cost.lost,
            unchangedCost: cost.unchangedCost,
          };
    await output.out(
      jsonText({
        version: 1,
        model: now.analysis.model.id,
        tokens: comparison.tokens,
        overhead: comparison.overhead,
        changes,
        first,
        cost: price,
      }),
    );
  } else await output.out(diffText(comparison, was, now, place, cost));
  return 0;
}

async function sideOf(path: string, options: BuildOptions, model: string | undefined): Promise<Side> {
  if (!(await isFile(path))) return builtSide(path, options, model);
  const { document, problem, note } = parseDocument(readNamed(path));
  if (document !== undefined)
    return {
      document,
      analysis: await countWith(model ?? defaultModelId)(document),
      files: [],
      packs: shippedPacks,
      now: document.sent?.at ?? options.now ?? '',
      findings: note === undefined ? [] : [`- info saved-document ${note}`],
    };
  // A file of requests is opened like a folder.
  return builtSide(path, options, model, () => {
    throw new UsageError(`${path} is not a saved document (strata build --format document): ${problem}`);
  });
}

function builtSide(
  path: string,
  options: BuildOptions,
  model: string | undefined,
  refuse = (problem: string): never => {
    throw new UsageError(`${path}: ${problem}`);
  },
): Promise<Side> {
  return withFolder(path, { ...options, ...(model === undefined ? {} : { model }) }, async (inspection, session) => {
    const { document, analysis, usable } = inspection;
    if (!usable)
      refuse(inspection.findings.find(({ severity }) => severity === 'error')?.message ?? 'there is no prompt');
    return {
      document,
      analysis,
      files: (await session.variant({})).files,
      packs: session.packs,
      now: document.sent?.at ?? session.now,
      findings: findingLines(inspection),
    };
  });
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (systemCode(error) === '') throw error;
    throw new UsageError(`${path} cannot be opened: ${systemReason(error)}`);
  }
}

interface FilePlace {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

function placeOf({ first }: Comparison, ...sides: readonly Side[]): FilePlace | undefined {
  if (first?.origin?.kind !== 'file') return undefined;
  const { source } = first.origin;
  const text = sides.flatMap(({ files }) => files).find(({ id }) => id === source)?.text;
  const at = text === undefined || first.sourceOffset === undefined ? undefined : lineColumn(text, first.sourceOffset);
  return { file: source, line: at?.line, column: at?.column };
}

const signs = { added: '+', removed: '-', changed: '~', same: ' ' } as const satisfies Record<
  SectionChange['kind'],
  string
>;

function diffText(
  comparison: Comparison,
  was: Side,
  now: Side,
  place: FilePlace | undefined,
  cost: EditCost | undefined,
): string {
  const changes = listedChanges(comparison);
  if (changes.length === 0 && comparison.first === undefined) return 'The two are the same.\n';
  const cell = (count: number | null, { analysis: { method } }: Side): string =>
    count === null ? '' : markedTokens({ tokens: count, method });
  const change = (tokens: number): string => `${tokens > 0 ? '+' : ''}${range(tokens, tokens)}`;
  const rows = changes.map((each) => [
    signs[each.kind],
    visible(changeLabel(each)),
    each.tier,
    cell(each.counts.before, was),
    cell(each.counts.after, now),
    change(each.tokens),
  ]);
  if (comparison.overhead !== 0)
    rows.push([
      signs.changed,
      'request overhead',
      '',
      markedTokens(was.analysis.overhead),
      markedTokens(now.analysis.overhead),
      change(comparison.overhead),
    ]);
  const { first } = comparison;
  const where =
    place === undefined
      ? ''
      : `, ${visible(place.file)}${place.line === undefined ? '' : `:${place.line}:${place.column}`}`;
  const parts =
    first === undefined
      ? 'Nothing that is sent differs.\n'
      : `First difference: ${visible(first.node)}${where}, at byte ${range(first.bytes, first.bytes)}.\n`;
  const total =
    `${markedTokens(was.analysis.total)} → ${markedTokens(now.analysis.total)} tokens ` +
    `(${findModel(now.analysis.model.id).label})\n`;
  const sections = table([['', 'section', 'tier', 'before', 'after', 'change'], ...rows], [3, 4, 5]);
  return `${sections}\n${total}${parts}${cost === undefined ? '' : costText(cost)}`;
}

/** We do not know that the first side was sent, so the text states what is cached as an assumption. */
function costText(edit: EditCost): string {
  const { rewritten, lost, cost, unchangedCost, outcome, markers } = edit;
  if (outcome.rejected !== undefined) return `The provider would refuse the second: ${outcome.rejected}.\n`;
  if (
    markers.length > 0 &&
    markers.every(({ state }) => state === 'below-minimum') &&
    outcome.best.read === 0 &&
    rewritten === 0
  )
    return `The second is ${outcome.known ? '' : 'probably '}too short to cache.\n`;
  const money =
    cost === null || unchangedCost === null
      ? 'price unknown'
      : `${dollars(cost)} in place of ${dollars(unchangedCost)}`;
  return (
    'If the first was sent just before, the second ' +
    `${lost.low === lost.high ? 'loses' : 'may lose'} ${range(lost.low, lost.high)} cached ` +
    `tokens and writes ${range(rewritten, rewritten)}: ${survivalText(edit)}, ${money}.\n`
  );
}
