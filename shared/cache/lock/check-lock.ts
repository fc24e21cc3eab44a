import { lockedUnits, type LockedUnit } from './locked-units';
import { lockedToolText } from '../../document/tool-text';
import { layoutDocument, leafAt, type MessageLayout } from '../../document/layout';
import { nodeId } from '../../document/builders';
import type { NodeId, PromptDocument } from '../../document/types';
import { utf8Length } from '../../document/utf8-length';
import { finding, type Finding } from '../../sources/findings';
import { costOf } from '../simulate/outcome';
import { hashingOf, lockedName, type LockHashing } from './hashing';
import { breakpointsOf, changedLine, lockOf, textUpTo, type Lock, type LockFacts } from './lock';
import type { ModelRules } from '../packs/rule-pack';
import type { CountedDocument } from '../../analysis/types';
import { grouped } from '../../basics/grouped';

/** Checks a build against its lock. Another prefix, budget or identity is an error; other differences are notes. */
export function checkLock(
  lock: Lock,
  counted: CountedDocument,
  rules: ModelRules | undefined,
  facts: CheckFacts,
): readonly Finding[] {
  const { lockVersion, now: clock, timeZone, set = [], trusted = [] } = lock;
  const now = lockOf(counted, rules, { ...facts, now: clock, timeZone, set, trusted }, lockVersion);
  const locked = withLockedNames(lock);
  const check: Check = { counted, rules, hashing: hashingOf(lockVersion, facts), accept: facts.accept };
  return [
    ...(lockVersion === 1
      ? [
          finding(
            'info',
            'lock-version',
            `The lock is of version 1, which passes only at the path it was made at; ${facts.accept} writes version 2`,
          ),
        ]
      : []),
    ...identity(locked, now),
    ...budgets(locked, now, facts.budget),
    ...prefixes(locked, now, check),
  ];
}

export interface CheckFacts extends Pick<LockFacts, 'budget' | 'machine' | 'key'> {
  /** The command that writes the lock anew. */
  readonly accept: string;
}

interface Check {
  readonly counted: CountedDocument;
  readonly rules: ModelRules | undefined;
  readonly hashing: LockHashing;
  readonly accept: string;
}

function identity(lock: Lock, now: Lock): readonly Finding[] {
  const findings: Finding[] = [];
  for (const key of ['architecture', 'variant', 'model'] as const) {
    if (lock[key] !== now[key])
      findings.push(finding('error', 'lock-identity', `The lock is of ${key} ${lock[key]}, this build of ${now[key]}`));
  }
  if (lock.rules?.asOf !== now.rules?.asOf)
    findings.push(
      finding('info', 'lock-rules', `The lock was made with ${rulesText(lock)}; this check has ${rulesText(now)}`),
    );
  return findings;
}

function rulesText({ rules }: Lock): string {
  return rules === null ? 'no caching rules' : `the caching rules of ${rules.asOf}`;
}

function budgets(lock: Lock, now: Lock, budget: number | null): readonly Finding[] {
  const findings: Finding[] = [];
  const text = (limit: number | null): string => (limit === null ? 'none' : grouped(limit));
  if (lock.budget !== budget)
    findings.push(finding('error', 'lock-budget', `The budget is ${text(budget)}; the lock says ${text(lock.budget)}`));
  if (budget !== null && now.total > budget)
    findings.push(
      finding(
        'error',
        'lock-budget',
        `${grouped(now.total)} tokens of at most ${grouped(budget)}; the lock was made at ${grouped(lock.total)}`,
      ),
    );
  else if (now.total !== lock.total)
    findings.push(
      finding('info', 'lock-total', `${grouped(now.total)} tokens in all; the lock was made at ${grouped(lock.total)}`),
    );
  return findings;
}

/** Older versions wrote names as they are. */
function withLockedNames(lock: Lock): Lock {
  return {
    ...lock,
    variant: lockedName(lock.variant),
    model: lockedName(lock.model),
    prefixes: lock.prefixes.map((prefix) => ({ ...prefix, after: lockedName(prefix.after) })),
    sections: lock.sections.map((section) => ({ ...section, id: lockedName(section.id) })),
  };
}

function prefixes(lock: Lock, now: Lock, check: Check): readonly Finding[] {
  const { counted, rules, hashing } = check;
  const ends = breakpointsOf(counted, rules);
  const hashed = hashing.document(counted.document);
  // Without a hash a prefix is known by its size; older versions wrote a hash of every one.
  const isSame = (was: Prefix, index: number): boolean => {
    const [is, end] = [now.prefixes[index], ends[index]];
    if (is === undefined || end === undefined || is.after !== was.after) return false;
    return was.hash === ''
      ? was.bytes === is.bytes && (lock.lockVersion === 2 || was.tokens === is.tokens)
      : was.hash === (is.hash === '' ? hashing.hash(textUpTo(hashed, end.after)) : is.hash);
  };
  const found = lock.prefixes.find((prefix, index) => !isSame(prefix, index));
  if (found === undefined) {
    const more = now.prefixes.slice(lock.prefixes.length);
    const unhashed = lock.prefixes.filter(({ hash }) => hash === '');
    return [
      ...more.map(({ after }) =>
        finding('error', 'lock-prefix', `There is a breakpoint after ${after} that the lock does not have`, undefined, {
          node: nodeId(after),
        }),
      ),
      ...unhashed.map(({ after }) =>
        finding('info', 'lock-short', `The prefix up to ${after} is too short for a hash: only its size was checked`),
      ),
    ];
  }
  const at = now.prefixes.findIndex(({ after }) => after === found.after);
  const same = now.prefixes[at];
  if (same === undefined) return [finding('error', 'lock-prefix', `The breakpoint after ${found.after} is gone`)];
  if (isSame(found, at))
    return [
      finding('error', 'lock-prefix', `The breakpoint after ${found.after} has another place in the order`, undefined, {
        node: nodeId(found.after),
      }),
    ];
  const kept = now.prefixes[at - 1]?.tokens ?? 0;
  const size = check.counted.analysis.total.tokens;
  const price = priceText(now.prefixes.at(-1), lock.prefixes.at(-1), kept, size, rules);
  return [changeOf(lock, found, same, check, `${price}; ${check.accept} accepts it`)];
}

type Prefix = Lock['prefixes'][number];

/** A section too short for a hash is compared by size. */
function isAnother(
  locked: Lock['sections'][number] | undefined,
  { id, text }: LockedUnit,
  { counted: { analysis }, hashing }: Check,
): boolean {
  if (locked?.id !== hashing.name(id)) return true;
  if (locked.hash !== '') return locked.hash !== hashing.hash(text);
  return locked.bytes === undefined
    ? locked.tokens !== (analysis.tokens[id]?.tokens ?? 0)
    : locked.bytes !== utf8Length(text);
}

/** What the first request after the change pays to write, and what it would have paid to read what was locked. */
function priceText(
  last: Prefix | undefined,
  locked: Prefix | undefined,
  kept: number,
  size: number,
  rules: ModelRules | undefined,
): string {
  if (last === undefined || rules === undefined) return '';
  const tokens = last.tokens - kept;
  if (last.cached === 'too short') return '; too short to cache, so nothing is written again';
  const again = `; ${grouped(tokens)} tokens are written again`;
  const [write, read] = [
    costOf({ read: 0, written: { [last.ttl]: tokens }, uncached: 0 }, rules, { tokens: size }),
    costOf({ read: Math.max(0, (locked?.tokens ?? 0) - kept), written: {}, uncached: 0 }, rules, { tokens: size }),
  ];
  return write === null || read === null ? again : `${again}, ${money(write)} in place of ${money(read)}`;
}

function money(amount: number): string {
  return `$${amount.toPrecision(4)}`;
}

/** The first section that changed, and the first changed line in it. */
function changeOf(lock: Lock, was: Prefix, now: Prefix, check: Check, cost: string): Finding {
  const { counted, hashing } = check;
  const { document } = counted;
  const sentUnits = lockedUnits(document).filter(({ omitted }) => !omitted);
  const units = lockedUnits(hashing.document(document)).filter(({ omitted }) => !omitted);
  const hashed = units.findIndex((each, at) => isAnother(lock.sections[at], each, check));
  // If all hashed sections are equal, one without a hash changed.
  const index = hashed === -1 ? lock.sections.findIndex(({ hash }) => hash === '') : hashed;
  const unit = units[index];
  const locked = `${grouped(was.tokens)} tokens up to ${was.after} were locked`;
  const size = `${locked}, now they are ${grouped(now.tokens)}${cost}`;
  const old = lock.sections[index];
  if (unit === undefined || old === undefined) {
    const last = unit?.id ?? lock.sections[units.length]?.id ?? was.after;
    return finding(
      'error',
      'lock-prefix',
      `The locked prefix changed at ${last}; ${size}`,
      undefined,
      unit === undefined ? {} : { node: unit.id },
    );
  }
  const layouts = layoutDocument(document);
  const name = hashing.name(unit.id);
  if (old.id !== name) {
    const isGone = !units.some(({ id }) => hashing.name(id) === old.id);
    const what = isGone
      ? `${old.id} is gone`
      : lock.sections.some(({ id }) => id === name)
        ? `${name} stands where ${old.id} stood`
        : `${name} is new`;
    return located(layouts, document, unit, 0, `The locked prefix changed: ${what}`, size);
  }
  const line = changedLine(old.lines, unit.text, hashing);
  // A portable text has the lines of the text that is sent.
  const text = sentUnits[index]?.text ?? unit.text;
  const offset =
    line === -1
      ? text.length
      : text
          .split('\n')
          .slice(0, line)
          .reduce((sum, each) => sum + each.length + 1, 0);
  return located(layouts, document, unit, offset, `The locked prefix changed in ${unit.id}`, size);
}

function located(
  layouts: readonly MessageLayout[],
  document: PromptDocument,
  unit: LockedUnit,
  offset: number,
  what: string,
  size: string,
): Finding {
  let bytes = document.tools.reduce(
    (sum, tool) => sum + (isBefore(document, tool.id, unit.id) ? utf8Length(lockedToolText(tool)) : 0),
    0,
  );
  for (const layout of layouts) {
    const node = layout.nodes.find(({ id }) => id === unit.id);
    if (node === undefined) {
      bytes += utf8Length(layout.text);
      continue;
    }
    const at = Math.min(node.start + offset, layout.text.length);
    const leaf = leafAt(layout, Math.min(at, Math.max(0, node.end - 1)));
    const byte = bytes + utf8Length(layout.text.slice(0, at));
    const place =
      leaf?.origin.kind === 'file'
        ? {
            source: leaf.origin.source,
            span: {
              start: leaf.origin.span.start + (leaf.origin.change === undefined ? Math.max(0, at - leaf.start) : 0),
              end: leaf.origin.span.end,
            },
          }
        : undefined;
    return {
      ...finding('error', 'lock-prefix', `${what}, from byte ${grouped(byte)} on; ${size}`, place, { node: unit.id }),
      inPrompt: { message: layout.message, offset: at },
    };
  }
  return finding('error', 'lock-prefix', `${what}; ${size}`, undefined, { node: unit.id });
}

/** Tools are sent in order, before all messages. */
function isBefore({ tools }: PromptDocument, tool: NodeId, unit: NodeId): boolean {
  const [at, other] = [tools.findIndex(({ id }) => id === tool), tools.findIndex(({ id }) => id === unit)];
  return other === -1 || at < other;
}
