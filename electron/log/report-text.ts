/** The text of a problem report. No Electron here. */

export interface ReportFacts {
  readonly version: string;
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
  readonly system: string;
  readonly locale: string;
  readonly home: string;
}

/** Fits a message box and shows the last few errors. */
const mostLines = 24;

export function reportText(facts: ReportFacts, log: string): string {
  const { version, electron, chrome, node, system, locale, home } = facts;
  const problems = entriesOf(log)
    .filter((entry) => /\] \[(?:error|warn)\]/.test(entry))
    .flatMap((entry) => entry.split('\n').slice(0, 6));
  const last = problems
    .slice(-mostLines)
    .map((line) => (home.length > 1 ? line.replaceAll(home, '~') : line).slice(0, 160));
  return [
    `Strata ${version}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `${system}, ${locale}`,
    '',
    ...(last.length === 0 ? ['The log has no errors.'] : last),
  ].join('\n');
}

/** An entry begins with its time, followed by the lines of its stack. */
function entriesOf(log: string): readonly string[] {
  return log
    .trimEnd()
    .split(/\n(?=\[\d{4}-)/)
    .filter((entry) => entry !== '');
}
