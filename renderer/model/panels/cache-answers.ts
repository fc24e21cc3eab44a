/** What the views of the Cache panel answer. */
import { nothingToPlace } from '../../../shared/ipc/cache/nothing-to-place';
import { counted } from '../../../shared/basics/grouped';
import type { CountMethod } from '../../../shared/analysis/types';
import type { ReferenceInfo } from '../../../shared/ipc/cache/cache-panel';
import type {
  EditCostView,
  OptimumView,
  RunView,
  UsageView,
  VolatilityView,
} from '../../../shared/ipc/cache/cache-view';
import {
  addedCost,
  addedText,
  between,
  conditionText,
  costText,
  dollars,
  isTooShort,
  otherModelText,
  percent,
  rateText,
  referenceText,
  savedOf,
  savedText,
  tokensText,
} from '../cache/cache-text';
import { partText } from '../../../shared/document/lacks-frame';
import { formatNumber, marks, percentOf } from '../counts';
import { listed, type Answer } from './answer';

interface EditQuestion {
  /** Null: nobody publishes rules for the model. */
  readonly cost: EditCostView | null;
  readonly against: ReferenceInfo | null;
  readonly method: CountMethod;
  readonly model: string;
  /** Another request of the file is on screen than before: that is no edit. */
  readonly isStep: boolean;
  /** The agent's own prompt is missing, so the whole request is longer. */
  readonly isPart?: boolean;
}

/** What does the next request cost, and what does this edit add to it? */
export function editAnswer({ cost, against, method, model, isStep, isPart = false }: EditQuestion): Answer {
  if (cost === null)
    return { text: `Strata knows no caching rules for ${model}: what is read and what it costs is unknown.` };
  const { outcome, first, rewritten, lost, unchangedCost, unchangedBestCost } = cost;
  const price = costText(outcome.bestCost, outcome.cost);
  if (outcome.rejected !== null)
    return { text: `The provider would refuse this request: ${outcome.rejected}.`, tone: 'bad' };
  if (isPart) {
    const cold = costText(cost.coldCost, cost.coldCost);
    return ofPart({ text: `This part of the request costs ${cold} with a cold cache.` }, true);
  }
  if (isTooShort(cost))
    return {
      text:
        `${outcome.known ? 'Too short' : 'Probably too short'} to cache (the API gives no error): ` +
        `the next request costs ${price}.`,
    };
  if (isNeverRead(cost))
    return { text: `By the rules of ${cost.rules.title} nothing of this is read from a cache: it costs ${price}.` };
  const placed = isSuggested(cost) ? ' and the suggested breakpoints' : '';
  const tokens = (count: number): string => `${tokensText({ low: count, high: count }, method)} tokens`;
  if (against === null || against.ofOtherModel) {
    const suggested = placed === '' ? '' : ', and with the suggested breakpoints';
    const start =
      against === null
        ? `With a cold cache${placed} the`
        : `${otherModelText(against)}. Nothing is read${suggested}: the`;
    const again =
      unchangedCost === null
        ? ''
        : `, and the same prefix sent again costs ${costText(unchangedBestCost, unchangedCost)}`;
    return {
      text: capital(
        rewritten === 0
          ? `${start} next request costs ${price}${again}.`
          : `${start} next request writes ${tokens(rewritten)} and costs ${price}${again}.`,
      ),
    };
  }
  const assumed = against.name === 'sent' ? '' : `If ${referenceText(against)} was sent before: `;
  const condition = conditionText(cost);
  const when = condition === '' ? '' : `, ${condition}`;
  if (first === null) {
    const read = between(outcome, (split) => split.read);
    return {
      text: capital(
        `${assumed}nothing differs, the next request reads ${tokensText(read, method)} tokens and costs ` +
          `${price}${when}.`,
      ),
      tone: 'good',
    };
  }
  // A clock or a machine changes without an edit.
  const what = isStep ? 'this request' : first.origin?.kind === 'environment' ? 'the change' : 'this edit';
  const added = addedCost(cost);
  const extra = added === null ? 'the price is unknown' : `${addedText(added)} on the next request${when}`;
  return {
    text: capital(`${assumed}${what} ${breaks(cost, lost, method)}: ${extra}.`),
    ...(added === null || added.high <= 0 ? {} : { tone: 'bad' }),
  };
}

/** The same request costs the same again. */
function isNeverRead({ coldCost, warmCost, warmBestCost }: EditCostView): boolean {
  return coldCost !== null && coldCost === warmCost && coldCost === warmBestCost;
}

/** The design sends no breakpoints: the figures are of those that Strata suggests. */
function isSuggested({ suggested, breakpoints }: EditCostView): boolean {
  return suggested && breakpoints.length > 0;
}

function breaks(cost: EditCostView, lost: EditCostView['lost'], method: CountMethod): string {
  const { survived, outcome } = cost;
  const all = outcome.markers.length;
  const broken = all - survived;
  if (all === 0 || !outcome.known)
    return lost.high === 0
      ? 'loses nothing from the cache'
      : `may lose up to ${tokensText({ low: lost.high, high: lost.high }, method)} tokens from the cache`;
  const [one, many] = isSuggested(cost)
    ? ['suggested breakpoint', 'suggested breakpoints']
    : ['breakpoint', 'breakpoints'];
  if (broken === 0) return all === 1 ? `keeps the ${one}` : `keeps all ${all} ${many}`;
  if (broken < all) return `breaks ${broken} of ${all} ${many}`;
  return all === 1 ? `breaks the ${one}` : `breaks all ${all} ${many}`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Without the agent's own prompt an answer is about a part of the request, and says so. */
export function ofPart(answer: Answer, isPart: boolean): Answer {
  return isPart ? { text: `${answer.text} ${partText}` } : answer;
}

/**
 * What does a session like this script cost? `isPart`: as above; then it is not compared with the cost without a cache.
 */
export function turnsAnswer(runs: readonly RunView[] | null, isPart = false): Answer {
  if (runs === null) return { text: 'Strata knows no caching rules for this model: choose another provider.' };
  const [first, second] = runs;
  if (first === undefined) return { text: 'Write a script, or choose one: each “send” is a request.' };
  const refused = refusedAnswer(first);
  if (refused !== null) return refused;
  const requests = first.turns.reduce((sum, { requests: each }) => sum + each, 0);
  if (isPart) {
    const costs = second === undefined ? costOf(first) : [first, second].map(namedCost).join('; ');
    return ofPart({ text: `This part of ${counted(requests, 'request')} costs ${costs}.` }, true);
  }
  const sums = second === undefined ? runSum(first) : `${named(first)}; ${named(second)}`;
  return {
    text: `${counted(requests, 'request')} of this script: ${sums}.`,
    ...(isDearer(first) ? { tone: 'bad' } : {}),
  };
}

function refusedAnswer({ turns }: RunView): Answer | null {
  const refused = turns.findIndex(({ rejected }) => rejected !== null);
  if (refused < 0) return null;
  return { text: `Turn ${refused + 1} would be refused: ${turns[refused]?.rejected ?? ''}.`, tone: 'bad' };
}

function costOf({ bestCost, cost }: RunView): string {
  return costText(bestCost, cost);
}

function namedCost(run: RunView): string {
  return `${run.rules.title} ${costOf(run)}`;
}

function named(run: RunView): string {
  return `${run.rules.title} ${runSum(run)}`;
}

function runSum(run: RunView): string {
  const saved = savedOf(run);
  const text = saved === null ? '' : savedText(saved);
  const compared =
    saved === null ? '' : text === '' ? ', the same as without a cache' : `, ${text} than without a cache`;
  return `${costOf(run)}${compared}, ${rateText(run.hitRate)} of the input read from cache`;
}

/** True if the session costs more with a cache, even in the best case. */
function isDearer(run: RunView): boolean {
  return (savedOf(run)?.high ?? 0) < -0.0005;
}

/** True where the provider itself chooses what it caches. Of a model that it does not list that is not known. */
export function takesNone({ rules }: Pick<RunView, 'rules'>): boolean {
  return rules.listed && rules.markerLimit === null;
}

/** Where should the breakpoints go? `now`: the session with the breakpoints it has. */
export function placementAnswer(optimum: OptimumView | 'none' | null, now?: RunView): Answer {
  const isNone = now !== undefined && takesNone(now);
  if (optimum === 'none' || (optimum === null && isNone))
    return (
      (now === undefined ? null : refusedAnswer(now)) ?? {
        text: `There is nothing to place${now === undefined ? '' : `: ${nothingToPlace(now.rules)}`}.`,
      }
    );
  if (optimum === null)
    return { text: 'Where should the breakpoints go? Choose a session and look for the best places.' };
  const { breakpoints, end, saving, savedCost, run } = optimum;
  const count = breakpoints.length + (end === 'off' ? 0 : 1);
  if (count === 0)
    return { text: `No breakpoint pays here with ${run.rules.model}: every place is too short or read too seldom.` };
  if (saving === null)
    return { text: `${counted(count, 'breakpoint')} suggested; the current ones are refused.`, tone: 'bad' };
  if (saving < 0.0005) return { text: 'No other places for breakpoints cost less in this session.', tone: 'good' };
  return {
    text:
      `${capital(counted(count, 'breakpoint at another place', 'breakpoints at other places'))} ` +
      `would save ${percent(saving)}` +
      `${savedCost === null ? '' : ` (${dollars(savedCost)})`} of what this session costs now.`,
    tone: 'bad',
  };
}

/** What changes the prompt although nobody edits it? */
export function volatilityAnswer(found: VolatilityView | null, method: CountMethod): Answer {
  if (found === null)
    return { text: 'Does anything change this prompt without an edit? Press “Look for it” to find out.' };
  const alone = found.movers.filter(({ cause }) => cause.kind !== 'setting');
  const harmful = alone.filter(({ stableBehind }) => stableBehind > 0);
  // Clock first: it changes all the time, the other causes seldom.
  const isClock = ({ cause }: (typeof harmful)[number]): number => (cause.kind === 'clock' ? 0 : 1);
  const [worst] = harmful.toSorted((a, b) => isClock(a) - isClock(b) || b.stableBehind - a.stableBehind);
  const rest = harmful.filter((each) => each !== worst).map(({ stableBehind }) => stableBehind);
  const after = tokensText({ low: Math.min(...rest), high: Math.max(...rest) }, method);
  const others =
    rest.length > 0 ? `; ${counted(rest.length, 'other cause')} ${rest.length === 1 ? 'has' : 'have'} ${after}` : '';
  if (worst !== undefined)
    return {
      text:
        (worst.cause.kind === 'clock' ? `The clock (${worst.cause.name})` : capital(worst.cause.name)) +
        ' changes text ' +
        `that has ${formatNumber(worst.stableBehind)} ${marks[method]} tokens after it that stay the same` +
        `${others}.`,
      tone: 'bad',
    };
  if (alone.length > 0)
    return {
      text:
        `Some text changes by itself (${listed(alone.map(({ cause }) => cause.name))}), ` +
        'but no stable text follows it.',
      tone: 'good',
    };
  return {
    text: `Nothing changes this prompt by itself: ${counted(found.tried.length, 'change')} tried.`,
    tone: 'good',
  };
}

/** Did the provider do what was predicted? */
export function usageAnswer(view: UsageView | null): Answer {
  if (view?.usage == null) return { text: 'Paste what a provider reported to compare it with the prediction.' };
  const { usage, rows, ofAnother } = view;
  if (usage.read === null) return { text: 'The provider did not report what it read from its cache.' };
  const reported =
    usage.context === null
      ? `${formatNumber(usage.read)} ✓ tokens were read from cache`
      : `${percentOf(usage.read, usage.context)} of the input was read from cache, ` +
        `${formatNumber(usage.read)} of ${formatNumber(usage.context)} ✓ tokens`;
  if (ofAnother || rows.length === 0) return { text: `${reported}.` };
  const differing = rows.filter((row) => row.reported !== null && !row.agrees);
  return differing.length === 0
    ? { text: `${reported}, as predicted.`, tone: 'good' }
    : { text: `${reported}. Not as predicted: ${listed(differing.map(({ what }) => what))}.`, tone: 'bad' };
}
