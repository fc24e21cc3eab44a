import { describe, expect, it } from 'vitest';
import { effectiveSettings, checkChoices } from '../../../../electron/host/choices';
import { detectArchitecture, lookedFor, type ReadManifest } from '../../../../electron/host/read/detect';
import { HostError } from '../../../../electron/host/errors';
import { readManifest } from '../../../../shared/assemblers/manifest';
import type { Architecture, DetectRule, SettingSpec } from '../../../../shared/assemblers/types';
import { sourceId } from '../../../../shared/document/builders';

const architecture = (id: string, detect: DetectRule, settings: readonly SettingSpec[] = []): Architecture => ({
  id,
  title: id,
  variants: [],
  detect,
  settings,
  requests: () => [],
  assemble: () => {
    throw new Error('not asked for');
  },
});

const all = [
  architecture('tagged-sections', { anyOf: ['agents/*/agent.json'] }, [
    { name: 'agent', label: '', kind: 'choice', help: '' },
    { name: 'background', label: '', kind: 'toggle', help: '', synonyms: ['silent'] },
    { name: 'limit', label: '', kind: 'number', help: '' },
  ]),
  architecture('layered', { anyOf: ['agents/*/AGENT.md'] }),
  architecture('tiered-messages', { anyOf: ['system.md'], manifestKey: 'tiered' }),
];
const [tagged = architecture('', { anyOf: [] })] = all;

function manifest(text?: string): ReadManifest {
  if (text === undefined) return { source: undefined, value: {} };
  const source = { id: sourceId('strata.json'), path: '/ws/strata.json', as: 'manifest', text };
  const { value, root } = readManifest(source);
  return { source, value, root };
}

describe('detection', () => {
  const detect = (text: string | undefined, there: readonly string[], chosen?: string) =>
    detectArchitecture(all, manifest(text), (pattern) => there.includes(pattern), chosen);

  it.each<[string, string | undefined, readonly string[], string | undefined, string | undefined, readonly string[]]>([
    ['nothing there', undefined, [], undefined, undefined, []],
    ['one match', undefined, ['agents/*/AGENT.md'], undefined, 'layered', ['layered']],
    [
      'several matches: the first in order wins, all are offered',
      undefined,
      ['system.md', 'agents/*/agent.json'],
      undefined,
      'tagged-sections',
      ['tagged-sections', 'tiered-messages'],
    ],
    [
      'a manifest key wins over files',
      '{"tiered":{}}',
      ['agents/*/agent.json'],
      undefined,
      'tiered-messages',
      ['tagged-sections', 'tiered-messages'],
    ],
    [
      'a manifest key that is not an object does not',
      '{"tiered":5}',
      ['agents/*/agent.json'],
      undefined,
      'tagged-sections',
      ['tagged-sections'],
    ],
    ['a manifest key that is not an object, and nothing else', '{"tiered":5}', [], undefined, 'tiered-messages', []],
    [
      'the manifest names one',
      '{"architecture":"layered","tiered":{}}',
      ['system.md'],
      undefined,
      'layered',
      ['tiered-messages'],
    ],
    [
      'the user chose one',
      '{"architecture":"layered"}',
      ['system.md'],
      'tiered-messages',
      'tiered-messages',
      ['tiered-messages'],
    ],
    [
      'the manifest names an unknown one',
      '{"architecture":"onion"}',
      ['system.md'],
      undefined,
      'tiered-messages',
      ['tiered-messages'],
    ],
  ])('%s', (_, text, there, chosen, expected, detected) => {
    const found = detect(text, there, chosen);
    expect(found.architecture?.id).toBe(expected);
    expect(found.architectures.filter((each) => each.detected).map((each) => each.id)).toEqual(detected);
  });

  it('reports an unknown name in the manifest, at its place', () => {
    expect(detect('{"architecture":"onion"}', ['system.md']).findings).toEqual([
      expect.objectContaining({
        severity: 'warning',
        ruleId: 'manifest',
        place: { source: 'strata.json', span: { start: 16, end: 23 } },
      }),
    ]);
  });

  it('lists what it looked for', () => {
    expect(lookedFor(all)).toContain(
      '\n  tagged-sections: agents/*/agent.json\n  layered: agents/*/AGENT.md\n  tiered-messages: ' +
        'system.md or "tiered" in strata.json\n',
    );
  });
});

describe('settings', () => {
  it('come from the choice, else from the manifest', () => {
    const given = manifest('{"settings":{"agent":"a","limit":3}}');
    expect(effectiveSettings(tagged, given, { agent: 'b' })).toEqual({
      settings: { agent: 'b', limit: 3 },
      findings: [],
    });
    expect(effectiveSettings(tagged, given, { agent: null }).settings).toEqual({ agent: 'a', limit: 3 });
  });

  it('that are unknown or wrong in the manifest are warnings at their place and not used', () => {
    const { settings, findings } = effectiveSettings(tagged, manifest('{"settings":{"agnt":"a","limit":"many"}}'), {});
    expect(settings).toEqual({});
    expect(findings.map((each) => [each.severity, each.place?.span.start])).toEqual([
      ['warning', 20],
      ['warning', 32],
    ]);
  });

  it('accept synonyms, and are on if either name is true', () => {
    expect(effectiveSettings(tagged, manifest('{"settings":{"silent":true,"background":false}}'), {}).settings).toEqual(
      { background: true },
    );
    expect(checkChoices(tagged, { silent: true })).toEqual({ background: true });
  });

  it.each([[{ agnt: 'a' }], [{ limit: 'many' }]])('with invalid values are wrong usage: %j', (chosen) => {
    expect(() => checkChoices(tagged, chosen)).toThrow(HostError);
  });
});
