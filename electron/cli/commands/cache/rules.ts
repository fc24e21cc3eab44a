import { counted } from '../../../../shared/basics/grouped';
import { rules } from '../../../../shared/analysis/rules';
import { oldFigures, staleAfter, staleText, type OldFigure } from '../../../../shared/cache/packs/age';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { wrapped } from '../../bill/words';
import { jsonText, table, type Output } from '../../print/output';

export interface RulesOptions {
  readonly json: boolean;
  /** Lists only figures without a source younger than `olderThan` days; exits with 1 if there are any. */
  readonly check?: boolean;
  readonly olderThan?: number;
}

/** `strata rules`: lists the lint rules and the known caching rules, with date and source. */
export async function runRules(options: RulesOptions, output: Output, today = isoDay(new Date())): Promise<number> {
  if (options.check === true) return checkRules(options, output, today);
  if (options.json) {
    const lint = rules.map(({ id, title, severity, about }) => ({ id, title, severity, about }));
    await output.out(jsonText({ version: 1, lint, packs: shippedPacks }));
    return 0;
  }
  const lint = [['lint rule', 'severity', 'about'], ...rules.map(({ id, severity, title }) => [id, severity, title])];
  const models = shippedPacks.flatMap((pack) =>
    pack.models.map((model) => [
      pack.provider,
      model.id,
      figureText(model.minimum),
      figureText(model.inputPrice),
      figureText(model.readMultiplier === undefined ? pack.readMultiplier : model.readMultiplier),
      pack.sources[model.source]?.date ?? pack.asOf,
      pack.sources[model.source]?.url ?? '',
    ]),
  );
  const packs = [['provider', 'model', 'minimum', '$/Mtok', 'read ×', 'as of', 'source'], ...models];
  await output.out(`${table(lint)}\n${table(packs, [2, 3, 4])}`);
  for (const pack of shippedPacks) {
    const stale = staleText(pack, today);
    if (stale !== undefined) output.err(stale);
  }
  return 0;
}

async function checkRules(
  { json, olderThan = staleAfter }: RulesOptions,
  output: Output,
  today: string,
): Promise<number> {
  const old = oldFigures(shippedPacks, today, olderThan);
  if (json) await output.out(jsonText({ version: 1, today, olderThan, old }));
  else if (old.length === 0) await output.out(`Every figure has a source of the last ${counted(olderThan, 'day')}.\n`);
  else {
    await output.out(oldText(old));
    output.err(
      `${counted(old.length, 'figure has', 'figures have')} no source of the last ${counted(olderThan, 'day')}.`,
    );
  }
  return old.length === 0 ? 0 : 1;
}

/** Groups figures by source. */
function oldText(old: readonly OldFigure[]): string {
  const bySource = new Map<string, string[]>();
  for (const { provider, what, date, days, source } of old) {
    const from =
      date === null ? 'no source' : `${date}, ${days === null ? '? days' : counted(days, 'day')} old: ${source ?? ''}`;
    const title = `${provider}, ${from}`;
    const names = bySource.get(title);
    if (names === undefined) bySource.set(title, [what]);
    else names.push(what);
  }
  return [...bySource].map(([title, names]) => `${wrapped('', title)}${wrapped('  ', names.join(', '))}`).join('\n');
}

function figureText(figure: number | null | undefined): string {
  return figure === null || figure === undefined ? 'unknown' : String(figure);
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
