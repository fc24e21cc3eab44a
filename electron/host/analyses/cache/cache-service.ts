/** What the cache panel and the `cache` command need from an open session. Keeps no state. */
import { analyze } from '../../../../shared/analysis/count/analyze';
import { findModel, models } from '../../../../shared/analysis/models';
import type { Analysis, CountedDocument } from '../../../../shared/analysis/types';
import { findSpec, parseSettingText } from '../../../../shared/assemblers/settings';
import type { Settings, SettingSpec, SettingValue } from '../../../../shared/assemblers/types';
import { editCost } from '../../../../shared/cache/simulate/edit-cost';
import { explainUsage } from '../../../../shared/cache/usage/explain-usage';
import { expandTurns, rebuildsOf } from '../../../../shared/cache/script/expand-turns';
import { optimalPlacement } from '../../../../shared/cache/script/optimal';
import { rulesAt, rulesFor, type ModelRules } from '../../../../shared/cache/packs/rule-pack';
import { runTurns, type Layout } from '../../../../shared/cache/script/run-turns';
import { parseTurns, type Script } from '../../../../shared/cache/script/turns';
import { parseUsage } from '../../../../shared/cache/usage/usage';
import { isOfAnother, usageFit } from '../../../../shared/cache/usage/usage-fit';
import { isOverWindow } from '../../../../shared/cache/simulate/over-window';
import { outcomeView, rulesView, runView } from '../../../../shared/cache/simulate/views';
import { sourceId } from '../../../../shared/document/builders';
import type { PromptDocument } from '../../../../shared/document/types';
import type { EditCostView, OptimumView, SimulationView, UsageView } from '../../../../shared/ipc/cache/cache-view';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import { finding, lineColumn, type Finding } from '../../../../shared/sources/findings';
import { loadEncoding } from '../../../../shared/tokenizers/load';
import { HostError } from '../../errors';
import { locateFindings } from '../../read/locate';
import { createYielder } from '../../repository/yielding';
import type { Session } from '../../session';
import { grouped } from '../../../../shared/basics/grouped';

/** `provider`, or `provider/model`. */
export type Target = string;

interface Resolved {
  readonly rules: ModelRules;
  /** The model whose vocabulary is used to count. */
  readonly counted: string;
}

const maxRebuilds = 200;

/** The rules of a folder, and the clock of its build. */
export type RulesOfFolder = Pick<Session, 'packs' | 'now'>;

/** The rules for the model of a build, with the prices of the day: when it was sent, else the build's own. */
export function rulesOfBuild(
  folder: RulesOfFolder,
  { analysis, modelId, document }: Inspection,
): ModelRules | undefined {
  const rules = rulesFor(folder.packs, analysis.model.provider, modelId);
  return rules === undefined ? undefined : rulesAt(rules, document.sent?.at ?? folder.now);
}

/**
 * Without a model in `target`: the one on screen if it is of this provider or the provider lists it, else the first
 * model of Strata's table that the provider lists.
 */
export function resolveTarget(
  target: Target,
  { packs, now }: RulesOfFolder,
  { modelId, analysis, document }: Inspection,
): Resolved {
  const [provider = '', ...rest] = target.split('/');
  const pack = packs.find((each) => each.provider === provider);
  if (pack === undefined)
    throw new HostError(
      'bad-arguments',
      `There are no caching rules of "${provider}"; there are ${packs.map((each) => each.provider).join(', ')}`,
    );
  const named = rest.join('/');
  const shown = rulesFor(packs, provider, modelId);
  const fallback =
    models.find(({ id }) => rulesFor(packs, provider, id)?.listed === true)?.id ?? pack.models[0]?.id ?? modelId;
  const model =
    named !== '' ? named : shown?.listed === true || analysis.model.provider === provider ? modelId : fallback;
  const rules = rulesFor(packs, provider, model);
  if (rules === undefined) throw new HostError('bad-arguments', `There are no caching rules of "${provider}"`);
  return { rules: rulesAt(rules, document.sent?.at ?? now), counted: model.replace(/^[\w-]+\//, '') };
}

export interface SimulateOptions {
  /** The path of the script, for its findings. */
  readonly name?: string;
  readonly targets?: readonly Target[];
  readonly optimize?: boolean;
  /** True assumes the same prefix was sent just before the script; otherwise the cache is cold. */
  readonly warm?: boolean;
  /** In place of the design's own breakpoints, with every provider. */
  readonly tried?: Layout;
}

export async function simulateScript(
  session: Session,
  text: string,
  { name = 'session.turns', targets = [], optimize = false, warm = false, tried = {} }: SimulateOptions = {},
): Promise<SimulationView> {
  const shown = inspectionOf(session);
  const parsed = checkSettings(parseTurns(sourceId(name), text), shown.specs);
  const documents = await rebuild(session, shown, parsed.script);
  const findings: Finding[] = [...parsed.script.findings, ...parsed.findings, ...documents.findings];
  const resolved = (targets.length === 0 ? [ownTarget(shown)] : targets).map((target) =>
    resolveTarget(target, session, shown),
  );
  const runs: { run: SimulationView['runs'][number]['run']; optimum: OptimumView | null }[] = [];
  for (const { rules, counted } of resolved) {
    const isShown = counted === shown.modelId;
    const count = isShown ? session.analyze : countWith(counted);
    const start: CountedDocument = isShown
      ? shown
      : { document: shown.document, analysis: await count(shown.document) };
    const builds = new Map<string, CountedDocument>();
    for (const [key, document] of documents.value) builds.set(key, { document, analysis: await count(document) });
    const { sendings, findings: misfits } = expandTurns(parsed.script, start, builds);
    if (runs.length === 0) findings.push(...misfits);
    const run = runTurns(sendings, rules, tried, warm);
    // No place helps a request that is refused for its size.
    const isRefused = run.turns.some(({ request, sending }) => isOverWindow(request, sending.counted.analysis));
    const best = optimize && !isRefused ? optimalPlacement(sendings, rules) : undefined;
    const optimum =
      best === undefined
        ? null
        : {
            breakpoints: best.breakpoints,
            end: best.end,
            run: { ...runView(runTurns(sendings, rules, best), rules), breakpoints: 'suggested' as const },
            ...savingOf(best),
          };
    runs.push({ run: runView(run, rules), optimum });
  }
  const file = { id: parsed.script.source, path: name, as: 'turns', text };
  return { findings: locateFindings(findings, [file]), runs };
}

function savingOf({
  units,
  presentUnits,
  cost,
  presentCost,
}: NonNullable<ReturnType<typeof optimalPlacement>>): Pick<OptimumView, 'saving' | 'savedCost'> {
  return {
    saving: presentUnits === null || presentUnits === 0 ? null : 1 - units / presentUnits,
    savedCost: cost === null || presentCost === null ? null : presentCost - cost,
  };
}

function ownTarget({ analysis, modelId }: Inspection): Target {
  return `${analysis.model.provider}/${modelId}`;
}

/** Drops each `set` step with an unknown setting or an invalid value, and reports it as a finding. */
function checkSettings(
  script: Script,
  specs: readonly SettingSpec[],
): { readonly script: Script; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const steps = script.steps.filter(({ step, span }) => {
    if (step.kind !== 'set') return true;
    const spec = findSpec(specs, step.name);
    const checked = spec === undefined ? undefined : parseSettingText(spec, step.value);
    if (checked?.ok === true) return true;
    const message =
      checked === undefined
        ? `There is no setting "${step.name}"; there are ${specs.map((each) => each.name).join(', ')}`
        : `${step.name} takes ${checked.expected}`;
    findings.push(finding('warning', 'turns-setting', message, { source: script.source, span }));
    return false;
  });
  return { script: { ...script, steps }, findings };
}

/** Builds the documents for the script's settings and clock. */
async function rebuild(
  session: Session,
  { specs }: Inspection,
  script: Script,
): Promise<{ readonly value: ReadonlyMap<string, PromptDocument>; readonly findings: readonly Finding[] }> {
  const wanted = rebuildsOf(script);
  const built = new Map<string, PromptDocument>();
  if (wanted.length === 0) return { value: built, findings: [] };
  const base = await session.variant({});
  const yieldIfDue = createYielder();
  for (const { key, settings, minutes } of wanted.slice(0, maxRebuilds)) {
    await yieldIfDue();
    const now = new Date(Date.parse(base.facts.now) + minutes * 60_000).toISOString();
    const { assembled } = await session.variant({ settings: settingValues(settings, specs), facts: { now } });
    if (assembled.usable) built.set(key, assembled.document);
  }
  const findings =
    wanted.length <= maxRebuilds
      ? []
      : [
          finding(
            'warning',
            'turns-limit',
            `Only the first ${grouped(maxRebuilds)} of ${grouped(wanted.length)} different prompts are ` +
              'built; later turns ' +
              'send the first one',
          ),
        ];
  return { value: built, findings };
}

function settingValues(texts: Readonly<Record<string, string>>, specs: readonly SettingSpec[]): Settings {
  const values: Record<string, SettingValue> = {};
  for (const [name, text] of Object.entries(texts)) {
    const spec = findSpec(specs, name);
    const checked = spec === undefined ? undefined : parseSettingText(spec, text);
    if (spec !== undefined && checked?.ok === true) values[spec.name] = checked.value;
  }
  return values;
}

/**
 * What sending the build on screen would cost just after `sent`, or from a cold cache. Null if no rules are published
 * for its model.
 */
export function editCostOf(
  sent: CountedDocument | null,
  now: Inspection,
  folder: RulesOfFolder,
  textOf: (source: string) => string | undefined,
): EditCostView | null {
  const rules = rulesOfBuild(folder, now);
  if (rules === undefined) return null;
  const { first, outcome, markers: _, cost: __, ...rest } = editCost(sent, now, rules);
  const text = first?.origin?.kind === 'file' ? textOf(first.origin.source) : undefined;
  const at = text === undefined || first?.sourceOffset === undefined ? null : lineColumn(text, first.sourceOffset);
  return {
    ...rest,
    rules: rulesView(rules, outcome.total),
    first: first === undefined ? null : { ...first, at },
    outcome: outcomeView(outcome, rules),
  };
}

/** Compares a pasted usage with the prediction for the build on screen, sent just after `sent` or from a cold cache. */
export function explainPasted(
  text: string,
  sent: CountedDocument | null,
  now: Inspection,
  folder: RulesOfFolder,
): UsageView {
  const { usage, findings } = parseUsage(text);
  const rules = rulesOfBuild(folder, now);
  const shown = rules === undefined ? null : rulesView(rules, now.analysis.total.tokens);
  if (usage === undefined) return { findings, usage: null, rows: [], rules: shown, fit: null, ofAnother: false };
  const about = {
    findings,
    usage,
    rules: shown,
    fit: usageFit(usage, now),
    ofAnother: isOfAnother(usage, now.analysis.model.provider),
  };
  if (rules === undefined) return { ...about, rows: [] };
  const { outcome } = editCost(sent, now, rules);
  return { ...about, rows: explainUsage(outcome, usage) };
}

/** Counts for a model other than the one on screen. */
export function countWith(modelId: string): (document: PromptDocument) => Promise<Analysis> {
  const model = findModel(modelId);
  return async (document) => analyze(document, model, await loadEncoding(model.count.vocabulary));
}

function inspectionOf(session: Session): Inspection {
  if (session.inspection === null) throw new HostError('no-workspace', 'No folder is open');
  return session.inspection;
}
