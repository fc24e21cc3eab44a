/**
 * The turn script (`*.turns`): what a session sends, and what happens in between. One step a line; `#` begins a
 * comment.
 *
 *   send | send x3            one request, or several at the same moment
 *   wait 6m                   nothing happens
 *   stream 20s                how long each answer takes from now on
 *   edit <section>            its text changes; by id or by name
 *   add user 300              a message of this many tokens joins the conversation; also `assistant`
 *   set name=value            a setting of the design
 *   tool add grep 150         also `change` and `remove`; tokens are optional
 *   param tool_choice=any     a parameter of the request
 *   clock +1m                 the clock that the prompt shows, beyond the time that passes
 *   auto 5m | auto off        a breakpoint that moves with the end of the request
 */
import { finding, type Finding } from '../../sources/findings';
import type { SourceId } from '../../document/types';
import { formatDuration, parseDuration } from './durations';
import { ttls, type Ttl } from '../packs/rule-pack';
import { grouped } from '../../basics/grouped';

export type Step =
  | { readonly kind: 'send'; readonly count: number }
  | { readonly kind: 'wait' | 'stream' | 'clock'; readonly seconds: number }
  | { readonly kind: 'edit'; readonly target: string }
  | { readonly kind: 'add'; readonly role: 'user' | 'assistant'; readonly tokens: number }
  | { readonly kind: 'set' | 'param'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'tool';
      readonly change: 'add' | 'change' | 'remove';
      readonly name: string;
      readonly tokens: number | null;
    }
  | { readonly kind: 'auto'; readonly ttl: Ttl | 'off' };

/** A step with its place in the script. */
export interface ScriptStep {
  readonly step: Step;
  /** 1-based. */
  readonly line: number;
  readonly span: { readonly start: number; readonly end: number };
}

export interface Script {
  readonly source: SourceId;
  readonly steps: readonly ScriptStep[];
  readonly findings: readonly Finding[];
}

const maxSends = 1000;

export function parseTurns(source: SourceId, text: string): Script {
  const steps: ScriptStep[] = [];
  const findings: Finding[] = [];
  let start = 0;
  let sends = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const code = raw.replace(/(?:^|\s)#.*$/, '').trim();
    const at = start + Math.max(0, raw.indexOf(code));
    const span = { start: at, end: at + code.length };
    start += raw.length + 1;
    if (code === '') continue;
    const read = readStep(code);
    if (typeof read === 'string') findings.push(finding('error', 'turns-syntax', read, { source, span }));
    else if (read.kind === 'send' && (sends += read.count) > maxSends)
      findings.push(
        finding('error', 'turns-limit', `A script sends at most ${grouped(maxSends)} requests`, { source, span }),
      );
    else steps.push({ step: read, line: index + 1, span });
  }
  return { source, steps, findings };
}

function readStep(code: string): Step | string {
  const [word = '', ...parts] = code.split(/\s+/);
  const rest = code.slice(word.length).trim();
  switch (word) {
    case 'send': {
      const count = rest === '' ? 1 : Number(/^x([1-9]\d{0,5})$/.exec(rest)?.[1]);
      return Number.isNaN(count) ? 'send takes nothing, or x and a number: send x3' : { kind: 'send', count };
    }
    case 'wait':
    case 'stream': {
      const seconds = parseDuration(rest);
      return seconds === undefined ? `${word} takes a time such as 90s, 6m or 1h30m` : { kind: word, seconds };
    }
    case 'clock': {
      const seconds = rest.startsWith('+') ? parseDuration(rest.slice(1)) : undefined;
      return seconds === undefined ? 'clock takes + and a time: clock +1m' : { kind: 'clock', seconds };
    }
    case 'edit':
      return rest === '' ? 'edit takes the id or name of a section' : { kind: 'edit', target: rest };
    case 'add':
      return readAdd(parts);
    case 'set':
    case 'param': {
      const at = rest.indexOf('=');
      return at < 1
        ? `${word} takes name=value`
        : { kind: word, name: rest.slice(0, at).trim(), value: rest.slice(at + 1).trim() };
    }
    case 'tool':
      return readTool(parts);
    case 'auto': {
      const ttl = [...ttls, 'off' as const].find((each) => each === rest);
      return ttl === undefined ? `auto takes ${ttls.join(', ')} or off` : { kind: 'auto', ttl };
    }
    default:
      return `There is no step "${word}"; there are send, wait, stream, edit, add, set, tool, param, clock and auto`;
  }
}

function readAdd([role, amount = '', ...more]: readonly string[]): Step | string {
  const tokens = readTokens(amount);
  if ((role !== 'user' && role !== 'assistant') || tokens === undefined || more.length > 0)
    return 'add takes user or assistant and a number of tokens: add user 300';
  return { kind: 'add', role, tokens };
}

function readTool([change, name, amount, ...more]: readonly string[]): Step | string {
  const tokens = amount === undefined ? null : readTokens(amount);
  if (
    (change !== 'add' && change !== 'change' && change !== 'remove') ||
    name === undefined ||
    tokens === undefined ||
    more.length > 0
  ) {
    return 'tool takes add, change or remove, a name, and optionally a number of tokens: tool add grep 150';
  }
  return { kind: 'tool', change, name, tokens };
}

function readTokens(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** One step per line; `parseTurns` reads it back as the same steps. */
export function formatTurns(steps: readonly Step[]): string {
  return steps.map((step) => `${formatStep(step)}\n`).join('');
}

export function formatStep(step: Step): string {
  switch (step.kind) {
    case 'send':
      return step.count === 1 ? 'send' : `send x${step.count}`;
    case 'wait':
    case 'stream':
      return `${step.kind} ${formatDuration(step.seconds)}`;
    case 'clock':
      return `clock +${formatDuration(step.seconds)}`;
    case 'edit':
      return `edit ${step.target}`;
    case 'add':
      return `add ${step.role} ${step.tokens}`;
    case 'set':
    case 'param':
      return `${step.kind} ${step.name}=${step.value}`;
    case 'tool':
      return `tool ${step.change} ${step.name}${step.tokens === null ? '' : ` ${step.tokens}`}`;
    case 'auto':
      return `auto ${step.ttl}`;
  }
}
