import { finding, type Finding } from '../../sources/findings';
import type { Parameters } from '../simulate/blocks';
import type { Ttl } from '../packs/rule-pack';
import type { CountedDocument } from '../../analysis/types';
import { addMessage, changeTool, editSection, type Edited } from './script-edits';
import type { Script, ScriptStep, Step } from './turns';

/** One `send` of a script, with all earlier steps applied. */
export interface Sending {
  readonly line: number;
  /** Seconds from the start of the script to the start of the request. */
  readonly at: number;
  readonly count: number;
  readonly firstToken: number;
  readonly counted: CountedDocument;
  readonly parameters: Parameters;
  /** The breakpoint that moves with the end of the request. */
  readonly end: Ttl | 'off';
  /** The steps since the last request. */
  readonly since: readonly Step[];
}

/** A document to build again: with these settings, this many whole minutes after the first. */
export interface Rebuild {
  readonly key: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly minutes: number;
}

const usualStream = 10;
/** Seconds until a response begins. No figure is published; it matters only for simultaneous requests. */
const usualFirstToken = 1;

interface Timed {
  readonly step: ScriptStep;
  readonly at: number;
  readonly stream: number;
  readonly rebuild: Rebuild;
}

/** The prompt's clock advances with elapsed time, plus `clock` steps. */
function timesOf(steps: readonly ScriptStep[]): readonly Timed[] {
  let [at, ahead, stream] = [0, 0, usualStream];
  let settings: Readonly<Record<string, string>> = {};
  return steps.map((each) => {
    const { step } = each;
    if (step.kind === 'set') settings = { ...settings, [step.name]: step.value };
    else if (step.kind === 'clock') ahead += step.seconds;
    else if (step.kind === 'stream') stream = step.seconds;
    else if (step.kind === 'wait') at += step.seconds;
    const minutes = Math.floor((at + ahead) / 60);
    const timed: Timed = {
      step: each,
      at,
      stream,
      rebuild: { key: JSON.stringify([settings, minutes]), settings, minutes },
    };
    if (step.kind === 'send') at += stream;
    return timed;
  });
}

/** What a host must build before the script can be expanded. The first document is already built. */
export function rebuildsOf({ steps }: Script): readonly Rebuild[] {
  const sends = timesOf(steps).filter(({ step }) => step.step.kind === 'send');
  const wanted = new Map(sends.map(({ rebuild }) => [rebuild.key, rebuild]));
  wanted.delete(JSON.stringify([{}, 0]));
  return [...wanted.values()];
}

/** `builds` has a document per key of `rebuildsOf`; a missing one is replaced by `start`. */
export function expandTurns(
  script: Script,
  start: CountedDocument,
  builds: ReadonlyMap<string, CountedDocument> = new Map(),
): { readonly sendings: readonly Sending[]; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const sendings: Sending[] = [];
  const edits: { readonly apply: (counted: CountedDocument) => Edited; readonly step: ScriptStep }[] = [];
  const complained = new Set<ScriptStep>();
  let parameters: Parameters = {};
  let end: Ttl | 'off' = 'off';
  let since: Step[] = [];
  for (const [nth, { step: each, at, stream, rebuild }] of timesOf(script.steps).entries()) {
    const { step } = each;
    if (step.kind === 'edit') edits.push({ step: each, apply: (counted) => editSection(counted, step.target, nth) });
    else if (step.kind === 'add')
      edits.push({
        step: each,
        apply: (counted) => ({ ok: true, value: addMessage(counted, step.role, step.tokens, nth) }),
      });
    else if (step.kind === 'tool')
      edits.push({ step: each, apply: (counted) => changeTool(counted, step.change, step.name, step.tokens, nth) });
    else if (step.kind === 'param') parameters = { ...parameters, [step.name]: step.value };
    else if (step.kind === 'auto') end = step.ttl;
    if (step.kind !== 'send') {
      since.push(step);
      continue;
    }
    let counted = builds.get(rebuild.key) ?? start;
    for (const edit of edits) {
      const edited = edit.apply(counted);
      if (edited.ok) counted = edited.value;
      else if (!complained.has(edit.step)) {
        complained.add(edit.step);
        findings.push(finding('warning', 'turns-target', edited.why, { source: script.source, span: edit.step.span }));
      }
    }
    sendings.push({
      line: each.line,
      at,
      count: step.count,
      firstToken: Math.min(usualFirstToken, stream),
      counted,
      parameters,
      end,
      since,
    });
    since = [];
  }
  return { sendings, findings };
}
