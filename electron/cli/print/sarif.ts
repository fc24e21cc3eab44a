/** Writes findings as SARIF 2.1.0 (OASIS, 2020), the format that code hosts and editors display. */
import { pathToFileURL } from 'node:url';
import { rules } from '../../../shared/analysis/rules';
import { hashText } from '../../../shared/cache/simulate/hash';
import type { Inspection, LocatedFinding } from '../../../shared/ipc/inspection/inspection';
import { writtenFinding, writtenName } from '../../../shared/ipc/written/written-finding';
import { isAbsolute } from '../../../shared/sources/paths';
import type { Severity } from '../../../shared/sources/findings';

type Json = Readonly<Record<string, unknown>>;

const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>;
const root = 'SRCROOT';

export function sarifLog({ workspace, findings }: Inspection, version: string): Json {
  const ids = [...new Set([...rules.map(({ id }) => id), ...findings.map(({ ruleId }) => ruleId)])];
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Strata', semanticVersion: version, rules: ids.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [root]: { uri: `${pathToFileURL(writtenName(workspace)).href.replace(/\/$/, '')}/` } },
        results: findings.map((finding) => resultOf(writtenFinding(finding), ids.indexOf(finding.ruleId))),
      },
    ],
  };
}

function ruleOf(id: string): Json {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) return { id };
  return {
    id,
    shortDescription: { text: `${rule.title}.` },
    fullDescription: { text: rule.about },
    defaultConfiguration: { level: levels[rule.severity] },
  };
}

function resultOf(finding: LocatedFinding, ruleIndex: number): Json {
  const { ruleId, severity, message, note, place, at, node } = finding;
  const physical =
    place === undefined
      ? {}
      : {
          physicalLocation: {
            artifactLocation: artifactOf(place.source),
            ...(at === undefined ? {} : { region: { startLine: at.line, startColumn: at.column } }),
          },
        };
  const logical = node === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: node, kind: 'element' }] };
  const location = { ...physical, ...logical };
  return {
    ruleId,
    ruleIndex,
    level: levels[severity],
    message: { text: note === undefined ? message : `${message}. ${note}` },
    ...(Object.keys(location).length === 0 ? {} : { locations: [location] }),
    partialFingerprints: { 'strata/v1': hashText(JSON.stringify([ruleId, place?.source, node, message])) },
  };
}

function artifactOf(source: string): Json {
  if (isAbsolute(source)) return { uri: pathToFileURL(source).href };
  return { uri: source.split('/').map(encodeURIComponent).join('/'), uriBaseId: root };
}
