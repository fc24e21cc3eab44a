/** The smallest design that asks in two rounds, breaks, shows the clock and refuses. For tests of the host alone. */
import type { Architecture, Assembled, AssembleInput } from '../../../shared/assemblers/types';
import { control, textSetting, toggleSetting } from '../../../shared/assemblers/settings';
import { environment, frame, joinWith, message, nodeId, section } from '../../../shared/document/builders';
import type { PromptDocument } from '../../../shared/document/types';
import { nodeText } from '../../../shared/document/walk';
import { configValue } from '../../../shared/sources/config/config-node';
import { finding } from '../../../shared/sources/findings';
import { parseJson } from '../../../shared/sources/config/json';
import { fileAs, filesAs } from '../../../shared/sources/lookup';
import { fileRope } from '../../../shared/sources/text/rope';
import type { Analysis } from '../../../shared/analysis/types';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';

function index({ sources }: AssembleInput) {
  const file = fileAs(sources, 'index');
  const parsed = file === undefined ? { root: undefined, findings: [] } : parseJson(file);
  const value = parsed.root === undefined ? [] : configValue(parsed.root);
  return {
    names: Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [],
    findings: parsed.findings,
  };
}

export const notes: Architecture = {
  id: 'notes',
  title: 'Notes',
  variants: ['normal'],
  detect: { anyOf: ['notes/*.md', 'index.json'] },
  settings: [
    { name: 'title', label: 'Title', kind: 'text', help: '' },
    { name: 'clock', label: 'Clock', kind: 'toggle', help: '' },
    { name: 'refuse', label: 'Refuse', kind: 'toggle', help: '' },
  ],
  requests: (input) => [
    { kind: 'glob', as: 'notes', root: 'workspace', pattern: 'notes/**/*.md' },
    { kind: 'file', as: 'index', root: 'workspace', path: 'index.json' },
    ...index(input).names.map((path) => ({ kind: 'file' as const, as: 'listed', root: 'workspace' as const, path })),
  ],
  assemble(input): Assembled {
    const { settings, sources, facts } = input;
    const title = textSetting(settings, 'title');
    const files = [...filesAs(sources, 'notes'), ...filesAs(sources, 'listed')].filter((file) => file.text !== '');
    const sections = files.map((file, at) =>
      section(nodeId('system', file.id, String(at)), file.id, 'L0', [frame(`# ${file.id}\n`), ...fileRope(file)]),
    );
    const children = [
      ...(title === undefined ? [] : [section(nodeId('system', 'title'), 'title', 'L0', [frame(title)])]),
      ...sections,
      ...(toggleSetting(settings, 'clock') === true
        ? [section(nodeId('system', 'clock'), 'clock', 'active', [environment('now', facts.now.slice(0, 16))])]
        : []),
    ];
    const usable = toggleSetting(settings, 'refuse') !== true;
    const messages = usable ? [message(nodeId('system'), 'system', 'L0', 'system', joinWith('\n', children))] : [];
    return {
      document: {
        irVersion: 2,
        architecture: 'notes',
        variant: 'normal',
        parameters: [],
        tools: [],
        messages,
        breakpoints: [],
        aside: [],
      },
      findings: [...index(input).findings, ...(usable ? [] : [finding('error', 'refused', 'There is no such thing')])],
      controls: [control(settings, 'title', title ?? '')],
      usable,
    };
  },
};

export async function analyzeNothing(_: PromptDocument, modelId: string): Promise<Analysis> {
  const count = { tokens: 0, low: 0, high: 0, method: 'exact', encoding: 'none' } as const;
  return {
    model: { id: modelId, label: modelId, provider: 'none', contextWindow: null },
    method: 'exact',
    tokens: {},
    overhead: count,
    total: count,
    cacheable: count,
  };
}

export function shownText({ document }: Pick<Inspection, 'document'>): string {
  return document.messages.map(nodeText).join('\n');
}
