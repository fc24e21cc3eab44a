import { memoByIdentity } from '../../../shared/basics/memo';
import { lastAt } from '../../../shared/basics/last-at';
import type { LocatedAsk, LocatedFinding } from '../../../shared/ipc/inspection/inspection';
import { finding, type Finding, type LineColumn } from '../../../shared/sources/findings';
import { maskSecrets } from '../../../shared/sources/secrets/secrets';
import type { Ask } from '../../../shared/sources/trust';
import type { SourceFile } from '../../../shared/sources/types';

/** Adds line and column to findings whose file was read. Limits the number per rule and masks secrets. */
export function locateFindings(all: readonly Finding[], files: readonly SourceFile[]): readonly LocatedFinding[] {
  const findings = bounded(oncePerAsk(all));
  const wanted = new Set(findings.flatMap(({ place }) => (place === undefined ? [] : [place.source])));
  const byId = new Map<SourceFile['id'], SourceFile>();
  if (wanted.size > 0) for (const file of files) if (wanted.has(file.id)) byId.set(file.id, file);
  return findings.map((found) => {
    const each = withoutSecrets(found);
    const file = each.place === undefined ? undefined : byId.get(each.place.source);
    if (each.place === undefined || file === undefined) return each;
    return { ...each, at: placeIn(lineStartsOf(file), Math.min(each.place.span.start, file.text.length)) };
  });
}

/** Same for what a folder asks for. Beyond the limit, the rest is listed once the first ones are settled. */
export function locateAsks(asks: readonly Ask[], files: readonly SourceFile[]): readonly LocatedAsk[] {
  return asks.slice(0, mostOfRule).map((ask) => {
    const file =
      ask.by === undefined || ask.by.span.end === 0 ? undefined : files.find(({ id }) => id === ask.by?.source);
    return ask.by === undefined || file === undefined
      ? ask
      : { ...ask, at: placeIn(lineStartsOf(file), Math.min(ask.by.span.start, file.text.length)) };
  });
}

/**
 * A design may ask for one path in several ways; that it is left out is said once, where possible at the line that
 * asks.
 */
function oncePerAsk(findings: readonly Finding[]): readonly Finding[] {
  const kept = new Map<string, Finding>();
  for (const each of findings) {
    if (each.ruleId !== 'untrusted') continue;
    const before = kept.get(each.message);
    if (before === undefined || (hasLine(each) && !hasLine(before))) kept.set(each.message, each);
  }
  if (kept.size === 0) return findings;
  const chosen = new Set(kept.values());
  return findings.filter((each) => each.ruleId !== 'untrusted' || chosen.has(each));
}

function hasLine({ place }: Finding): boolean {
  return place !== undefined && place.span.end > 0;
}

/** Nobody reads more of one kind, and a file can have one on each of its million lines. */
const mostOfRule = 1000;

function bounded(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= mostOfRule) return findings;
  const counts = new Map<string, number>();
  const kept = findings.filter(({ ruleId }) => {
    const count = (counts.get(ruleId) ?? 0) + 1;
    counts.set(ruleId, count);
    return count <= mostOfRule;
  });
  const more = [...counts].filter(([, count]) => count > mostOfRule);
  return [
    ...kept,
    ...more.map(([ruleId, count]) =>
      finding(
        worst(findings, ruleId),
        ruleId,
        `At least ${(count - mostOfRule).toLocaleString('en-US')} more findings like these are left out`,
      ),
    ),
  ];
}

/** The worst severity among omitted findings, so that an error stays an error. */
function worst(findings: readonly Finding[], ruleId: string): Finding['severity'] {
  const found = new Set(findings.filter((each) => each.ruleId === ruleId).map(({ severity }) => severity));
  return found.has('error') ? 'error' : found.has('warning') ? 'warning' : 'info';
}

/** Masks secrets that a finding quotes: it goes to terminals, build logs and code hosts. */
function withoutSecrets(found: Finding): Finding {
  const message = masked(found.message);
  const note = found.note === undefined ? undefined : masked(found.note);
  return message === found.message && note === found.note
    ? found
    : { ...found, message, ...(note === undefined ? {} : { note }) };
}

/** There are few different messages, so each is masked once. */
const maskedTexts = new Map<string, string>();

function masked(text: string): string {
  const cached = maskedTexts.get(text);
  if (cached !== undefined) return cached;
  if (maskedTexts.size > 5000) maskedTexts.clear();
  const clean = maskSecrets(text).text;
  maskedTexts.set(text, clean);
  return clean;
}

/** Offsets of line starts. `\n`, `\r\n` and a lone `\r` end a line. */
const lineStartsOf = memoByIdentity(({ text }: SourceFile): readonly number[] => {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
});

function placeIn(starts: readonly number[], offset: number): LineColumn {
  const line = lastAt(starts, offset);
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}
