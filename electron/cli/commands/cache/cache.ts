import { formatDuration } from '../../../../shared/cache/script/durations';
import { writtenTokens, type Split } from '../../../../shared/cache/simulate/outcome';
import type { OptimumView, RunView, SimulationView, TurnView } from '../../../../shared/ipc/cache/cache-view';
import { nothingToPlace } from '../../../../shared/ipc/cache/nothing-to-place';
import { frameText, lacksFrame, partText } from '../../../../shared/document/lacks-frame';
import { correctionOf } from '../../../../shared/ipc/written/report';
import { simulateScript } from '../../../host/analyses/cache/cache-service';
import { findingLine, printFindings } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { printStaleRules } from '../../print/stale-rules';
import { wrapped } from '../../bill/words';
import { readBreakpoints, takeOut } from './take-out';
import type { TakenForm } from '../../print/report-formats';
import { UsageError } from '../../usage-error';
import { readNamed } from '../../named/read-named';
import { dollars, jsonText, percent, range, table, visible, type Output } from '../../print/output';

export interface CacheOptions extends BuildOptions {
  readonly turns?: string;
  readonly provider: readonly string[];
  readonly optimize: boolean;
  readonly takeOut?: TakenForm;
  readonly breakpoints?: string;
  readonly warm: boolean;
  readonly json: boolean;
}

/** Two equal requests: shows what the first writes and the second reads. */
const usualScript = 'send\nsend\n';

/** `strata cache`: plays a turn script against the caching rules of one or more providers, side by side. */
export async function runCache(folder: string, options: CacheOptions, output: Output): Promise<number> {
  if (options.warm && options.optimize)
    throw new UsageError(
      '--optimize places the breakpoints of a script that begins with a cold cache: leave out --warm',
    );
  if (options.takeOut !== undefined && (!options.optimize || options.json))
    throw new UsageError('--take-out prints what --optimize found: give --optimize, and leave out --json');
  if (options.optimize && options.breakpoints !== undefined)
    throw new UsageError('--optimize compares with the breakpoints of the request: leave out --breakpoints');
  const text = options.turns === undefined ? usualScript : readNamed(options.turns, { before: '--turns: ' });
  return withFolder(folder, options, async (inspection, session) => {
    printFindings(inspection, output);
    if (!inspection.usable) return 1;
    const providers = session.packs.map(({ provider }) => provider);
    const unknown = options.provider.find((target) => !providers.includes(target.split('/')[0] ?? ''));
    if (unknown !== undefined)
      throw new UsageError(`--provider: there are no caching rules of "${unknown}"; there are ${providers.join(', ')}`);
    if (options.provider.length === 0 && !providers.includes(inspection.analysis.model.provider)) {
      throw new UsageError(
        `There are no caching rules for ${inspection.modelId}; choose --provider: ${providers.join(', ')}`,
      );
    }
    const view = await simulateScript(session, text, {
      name: options.turns ?? 'turns',
      targets: options.provider,
      optimize: options.optimize,
      warm: options.warm,
      ...(options.breakpoints === undefined
        ? {}
        : { tried: readBreakpoints(options.breakpoints, inspection.document) }),
    });
    for (const finding of view.findings) output.err(findingLine(finding));
    printStaleRules(
      view.runs.map(({ run }) => run),
      session.packs,
      options.now,
      output,
    );
    const isPart = lacksFrame(inspection.document);
    if (options.takeOut !== undefined) return takeOut(options.takeOut, view, inspection, session, output);
    await output.out(
      options.json
        ? jsonText({
            version: 1,
            start: options.warm ? 'warm' : 'cold',
            ...(isPart ? { without: frameText } : {}),
            ...correctionOf(inspection.analysis),
            ...view,
          })
        : `${simulationText(view, options.warm, isPart)}${options.optimize ? withoutPlaces(view) : ''}`,
    );
    return view.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  });
}

const whoseBreakpoints = {
  sent: 'those of the request',
  suggested: 'suggested by Strata, as the request has none of its own',
  tried: 'those of --breakpoints',
  none: 'none',
} as const satisfies Record<RunView['breakpoints'], string>;

const figures = ['read', 'written', 'uncached', 'cost'] as const;

function simulationText({ runs }: SimulationView, warm: boolean, isPart: boolean): string {
  const [first] = runs;
  if (first === undefined) return '';
  const several = runs.length > 1;
  const head = [
    'turn',
    'at',
    'since',
    ...runs.flatMap(({ run }) => figures.map((name) => (several ? `${run.rules.provider} ${name}` : name))),
    ...(several ? [] : ['why']),
  ];
  const rows = first.run.turns.map((turn, index) => [
    turn.requests === 1 ? String(index + 1) : `${index + 1} ×${turn.requests}`,
    formatDuration(turn.at),
    visible(turn.since.join('; ')),
    ...runs.flatMap(({ run }) => cells(run.turns[index])),
    ...(several ? [] : [visible(turn.rejected ?? turn.reasons[0]?.text ?? '')]),
  ]);
  const titles = runs.map(
    ({ run: { rules } }) =>
      `${rules.model} by the rules of ${rules.title}, ` +
      `${rules.asOf}${rules.listed ? '' : ' (this model is not listed: its figures are unknown)'}\n`,
  );
  const numbers = runs.flatMap((_, run) => figures.map((__, figure) => 3 + run * figures.length + figure));
  const totals = runs.map(
    ({ run }) => `${several ? `${run.rules.provider}: ` : ''}${isPart ? 'of this part: ' : ''}${totalsText(run)}\n`,
  );
  const advice = runs.map(({ run, optimum }) =>
    optimum === null ? '' : `\n${optimumText(optimum, several ? run.rules.provider : '')}`,
  );
  const start = warm
    ? 'Warm: as if the same prefix was sent just before the first turn.'
    : 'Cold: as if nothing was sent before the first turn.';
  const placed = runs.map(
    ({ run }) => `Breakpoints${several ? ` with ${run.rules.provider}` : ''}: ${whoseBreakpoints[run.breakpoints]}.\n`,
  );
  const warnings = runs
    .flatMap(({ run }) => run.turns.flatMap((turn) => turn.warnings))
    .filter((warning, index, all) => all.indexOf(warning) === index)
    .map((warning) => wrapped('', visible(warning)));
  const turns = table([head, ...rows], [0, ...numbers]);
  const part = isPart ? wrapped('', partText) : '';
  const before = [...titles, `${start}\n`, ...placed, part, ...warnings];
  return `${before.join('')}\n${turns}\n${totals.join('')}${advice.join('')}`;
}

/** Says for which providers there is no best placement, and why. */
function withoutPlaces({ runs }: SimulationView): string {
  const without = runs
    .filter(({ run, optimum }) => optimum === null && run.turns.every(({ rejected }) => rejected === null))
    .map(({ run }) => `\nnothing to place: ${nothingToPlace(run.rules)}\n`);
  return without.join('');
}

function cells(turn: TurnView | undefined): readonly string[] {
  if (turn === undefined) return figures.map(() => '');
  if (turn.rejected !== null) return ['refused', '', '', ''];
  const between = (of: (split: Split) => number): string => range(of(turn.worst), of(turn.best));
  return [
    between(({ read }) => read),
    between(writtenTokens),
    between(({ uncached }) => uncached),
    costText(turn.bestCost, turn.cost),
  ];
}

function costText(best: number | null, worst: number | null): string {
  if (worst === null || best === null) return 'unknown';
  return best === worst ? dollars(worst) : `${dollars(best)}–${dollars(worst)}`;
}

function totalsText({ hitRate, cost, bestCost, uncachedCost }: RunView): string {
  const rate = hitRate.low === hitRate.high ? percent(hitRate.low) : `${percent(hitRate.low)}–${percent(hitRate.high)}`;
  return `hit rate ${rate}, cost ${costText(bestCost, cost)}, without a cache ${costText(uncachedCost, uncachedCost)}`;
}

function optimumText({ breakpoints, end, run, saving, savedCost }: OptimumView, provider: string): string {
  const places = breakpoints.map(({ after, ttl }) => `  after ${visible(after)}, for ${ttl}\n`);
  const moving = end === 'off' ? '' : `  moving with the end of the request, for ${end}\n`;
  const none =
    places.length === 0 && moving === ''
      ? '  none: every place is too short, or not read often enough to pay for writing it\n'
      : '';
  const saved =
    saving === null
      ? 'the current breakpoints are refused'
      : `saves ${percent(saving)}${savedCost === null ? '' : ` (${dollars(savedCost)})`}`;
  const by = provider === '' ? '' : ` with ${provider}`;
  const found = `${places.join('')}${moving}${none}`;
  return `suggested: the best breakpoints for this script${by}:\n${found}  ${totalsText(run)}; ${saved}\n`;
}
