/** What the panels of a build answer. */
import { describeMoves } from '../sections/tier-items';
import { counted } from '../../../shared/basics/grouped';
import type { Analysis, CountMethod } from '../../../shared/analysis/types';
import type { NodeId } from '../../../shared/document/types';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { formatChange, formatNumber, markOf, marks, percentOf } from '../counts';
import { listed, type Answer } from './answer';

type Panels = Inspection['panels'];
type Finding = Pick<Inspection['findings'][number], 'severity'>;

/** Is anything wrong? */
export function findingsAnswer(findings: readonly Finding[]): Answer {
  const of = (severity: Finding['severity']): number => findings.filter((each) => each.severity === severity).length;
  const [errors, warnings, notes] = [of('error'), of('warning'), of('info')];
  const rest = [
    ...(errors > 0 && warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(errors + warnings > 0 && notes > 0 ? [counted(notes, 'note')] : []),
  ];
  const also = rest.length === 0 ? '' : ` Also ${listed(rest)}.`;
  if (errors > 0) return { text: `${counted(errors, 'error')} to fix.${also}`, tone: 'bad' };
  if (warnings > 0) return { text: `${counted(warnings, 'warning')} to check.${also}` };
  if (notes > 0) return { text: `No error and no warning; ${counted(notes, 'note')} worth knowing.` };
  return { text: 'Nothing to report.', tone: 'good' };
}

interface Sized {
  readonly id: NodeId;
  readonly name: string;
}

/** Which message takes most? */
export function messagesAnswer(messages: readonly Sized[], { tokens, total }: Analysis, isPart = false): Answer {
  const [only] = messages;
  if (only === undefined) return { text: 'This request has no messages.' };
  const count = tokens[only.id];
  if (messages.length === 1 && !isPart)
    return {
      text: `One message${count === undefined ? '' : ` of ${formatNumber(count.tokens)} ${markOf(count)} tokens`}.`,
    };
  const unknown = isPart ? ' Some of their text is not known.' : '';
  const whole = isPart ? 'what is known' : 'the request';
  return {
    text: `${counted(messages.length, 'message')}.${unknown} ${largest(messages, tokens, total, ` of ${whole}`)}`,
  };
}

/** What do the tools cost? `isPart`: the agent's own prompt is missing, and its tools with it. */
export function toolsAnswer(tools: readonly Sized[], { tokens, total }: Analysis, isPart = false): Answer {
  if (tools.length === 0 && isPart)
    return { text: 'The tools of this agent are not known until it has been captured once.' };
  if (tools.length === 0) return { text: 'This request defines no tools.' };
  const sum = tools.reduce((all, { id }) => all + (tokens[id]?.tokens ?? 0), 0);
  return {
    text:
      `${counted(tools.length, 'tool')} ${tools.length === 1 ? 'takes' : 'take'} ` +
      `${formatNumber(sum)} ${markOf(total)} tokens, ` +
      `${percentOf(sum, total.tokens)} of the request. ${largest(tools, tokens, total)}`,
  };
}

function largest(rows: readonly Sized[], tokens: Analysis['tokens'], total: Analysis['total'], ofWhat = ''): string {
  const of = ({ id }: Sized): number => tokens[id]?.tokens ?? 0;
  const [first] = rows.toSorted((a, b) => of(b) - of(a));
  if (first === undefined) return '';
  const asLarge = rows.filter((row) => of(row) === of(first)).length - 1;
  const which = asLarge === 0 ? `largest is ${first.name}` : `largest are ${first.name} and ${asLarge} more`;
  return (
    `The ${which}: ${formatNumber(of(first))} ${markOf(tokens[first.id] ?? total)} tokens, ` +
    `${percentOf(of(first), total.tokens)}${ofWhat}${asLarge === 0 ? '' : ' each'}.`
  );
}

/** What did the last turn move? */
export function tiersAnswer({ turn, moves, items }: NonNullable<Panels['tiers']>): Answer {
  const of = (kinds: (move: (typeof moves)[number]) => boolean): number => moves.filter(kinds).length;
  if (moves.length === 0)
    return { text: `Turn ${turn}: ${counted(items.length, 'item')} tracked, and the last turn moved none.` };
  const active = of(({ to }) => to === 'active');
  return {
    text:
      `Turn ${turn}: ${describeMoves(moves)}, of ${counted(items.length, 'item')}` +
      `${active === 0 ? '' : `; ${formatNumber(active)} went to active, where nothing is cached`}.`,
  };
}

/** Which memories are in the prompt, and why? */
export function recallAnswer({ query, queryTerms, memories }: NonNullable<Panels['recall']>): Answer {
  if (query === '') return { text: 'There is no query, so no memory is recalled.' };
  const taken = memories.filter((memory) => memory.taken).length;
  return {
    text:
      `${formatNumber(taken)} of ${counted(memories.length, 'memory', 'memories')} recalled for “${query}” ` +
      `(${counted(queryTerms.length, 'search term')}: ${queryTerms.join(', ')}).`,
  };
}

/** Which parts of the catalogue are in the prompt? */
export function catalogAnswer({ parts, version }: NonNullable<Panels['catalog']>): Answer {
  const included = parts.filter((part) => part.included).length;
  const overridden = parts.filter(({ from }) => from === 'overridden').length;
  return {
    text:
      `${formatNumber(included)} of ${counted(parts.length, 'part')} of catalogue ${version} are in this prompt` +
      `${overridden === 0 ? '' : `; ${formatNumber(overridden)} ${overridden === 1 ? 'is' : 'are'} overridden here`}.`,
  };
}

/** Is this prompt as large as the design says? Its own row comes first. */
export function sizesAnswer({ rows: [prompt] }: NonNullable<Panels['sizes']>): Answer {
  if (prompt === undefined) return { text: 'The design names no sizes.' };
  return {
    text: `This prompt has ${counted(prompt.characters, 'character')}. The design expects ${prompt.estimate}.`,
  };
}

interface Built {
  readonly tokens: number;
}

const changeKinds = ['changed', 'added', 'removed'] as const;
type ChangeKind = (typeof changeKinds)[number];

interface Compared {
  /** Tokens more than in the build compared with. */
  readonly tokens: number;
  readonly method: CountMethod;
  /** Tokens that the rows of the sections and tools add up to; the rest is outside them. */
  readonly ofParts?: number;
  /** Set if the two were counted for different models: sections are not why their tokens differ. */
  readonly models?: { readonly before: string; readonly now: string } | undefined;
  /** Sections and tools that differ, each by how. */
  readonly parts: readonly ChangeKind[];
  /** The first place that differs; null if nothing does. */
  readonly first: string | null;
  /** Another setting, agent or folder: then the two differ, and nothing was changed. Missing for an earlier build. */
  readonly other?: string | undefined;
  /** The other side is a preview. */
  readonly isPreview?: boolean;
}

/** What did the edit or setting change? Null: nothing to compare with. */
export function changesAnswer(compared: Compared | null): Answer {
  if (compared === null)
    return { text: 'Nothing to compare with yet: change a file or a setting, or choose something to compare with.' };
  const { tokens, method, parts, first, other, models, isPreview = false } = compared;
  const sum = `${formatChange(tokens)} ${marks[method]} tokens`;
  const recount = models === undefined ? '' : ` Counted for ${models.now} instead of ${models.before}: ${sum}.`;
  if (first === null && recount !== '') return { text: `Tools and text are the same.${recount}` };
  if (first === null) return { text: 'Tools and text are the same.', tone: 'good' };
  const counts = changeKinds.flatMap((kind) => {
    const count = parts.filter((each) => each === kind).length;
    return count === 0 ? [] : [`${counted(count, 'section')} ${kind}`];
  });
  const outside = tokens - (compared.ofParts ?? tokens);
  const figures =
    `${counts.length === 0 ? 'No section differs' : counts.join(', ')}` +
    (recount === ''
      ? `, ${sum}${outside === 0 ? '' : `, ${formatChange(outside)} of them framing and text outside sections`}.`
      : `.${recount}`);
  return {
    text:
      other === undefined
        ? `${figures} First change: ${first}.`
        : isPreview
          ? `Preview of “${other}”: ${figures} First change: ${first}.`
          : `Compared with “${other}”: ${figures} First difference: ${first}.`,
  };
}

/** What was built since the folder was opened? */
export function historyAnswer(builds: readonly Built[], dropped: number): Answer {
  const [first, last] = [builds[0], builds.at(-1)];
  if (first === undefined || last === undefined) return { text: 'Nothing was built yet.' };
  const kept = dropped === 0 ? '' : ` ${counted(dropped, 'older build')} no longer kept.`;
  if (builds.length === 1) return { text: `The prompt has not changed since the folder was opened.${kept}` };
  return {
    text:
      `${counted(builds.length, 'build')} since the folder was opened: ` +
      `${formatChange(last.tokens - first.tokens)} tokens.${kept}`,
  };
}
