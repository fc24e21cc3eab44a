/** Findings in groups of one rule, worst first, each with what can be done about it. */
import type { LocatedFinding } from '../../../shared/ipc/inspection/inspection';
import type { TableColumn } from '../table/table';

const severities = ['error', 'warning', 'info'] as const;

/** What Strata itself can do. `silence` turns a lint rule off in strata.json. */
export type Remedy = 'trust' | 'settings' | 'silence';

export interface FindingGroup {
  readonly key: string;
  readonly rule: string;
  readonly severity: LocatedFinding['severity'];
  readonly findings: readonly LocatedFinding[];
  /** What to do, where it is the same for all of them. */
  readonly note: string | undefined;
  readonly remedies: readonly Remedy[];
}

export function findingGroups(findings: readonly LocatedFinding[], filter: string): readonly FindingGroup[] {
  const words = filter.toLowerCase().split(/\s+/);
  const groups = new Map<string, LocatedFinding[]>();
  for (const finding of findings) {
    const text = `${finding.severity} ${finding.ruleId} ${finding.message} ${finding.note ?? ''} ${placeOf(finding)}`;
    if (!words.every((word) => text.toLowerCase().includes(word))) continue;
    const key = `${finding.severity} ${finding.ruleId}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups]
    .flatMap(([key, all]): readonly FindingGroup[] => {
      const [first] = all;
      if (first === undefined) return [];
      const isSame = all.every(({ note }) => note === first.note);
      return [
        {
          key,
          rule: first.ruleId,
          severity: first.severity,
          findings: all,
          note: isSame ? first.note : undefined,
          remedies: remediesOf(first),
        },
      ];
    })
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

const trustRules: readonly string[] = ['untrusted', 'path-outside', 'symlink-outside'];

function remediesOf({ ruleId, lint }: LocatedFinding): readonly Remedy[] {
  return [
    ...(trustRules.includes(ruleId) ? ['trust' as const] : []),
    ...(ruleId.startsWith('unknown-') ? ['settings' as const] : []),
    ...(lint === true ? ['silence' as const] : []),
  ];
}

export function placeOf({ place, at, node }: LocatedFinding): string {
  if (place === undefined) return node ?? '';
  return `${place.source}${at === undefined ? '' : `:${at.line}:${at.column}`}`;
}

/** For copying; the window shows groups. */
export const findingColumns: readonly TableColumn<LocatedFinding>[] = [
  { id: 'severity', title: 'Severity', text: ({ severity }) => severity },
  { id: 'rule', title: 'Rule', text: ({ ruleId }) => ruleId },
  { id: 'message', title: 'Message', text: ({ message }) => message },
  { id: 'note', title: 'What to do', text: ({ note }) => note ?? '' },
  { id: 'place', title: 'Place', text: placeOf },
];
