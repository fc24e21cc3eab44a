/** The design's published size estimates next to the real sizes of this folder. */
import { memoByIdentity, memoLast } from '../../basics/memo';
import { nodeId, omitted } from '../../document/builders';
import type { PromptMessage, PromptNode, SectionNode } from '../../document/types';
import type { SizesPanel } from '../panels';
import { codePoints } from '../../sources/text/code-points';
import { formatPrompt } from './format';
import { configurationOf, sameConfiguration, type Configuration, type DataFiles, type PersonaModel } from './model';

type Row = SizesPanel['rows'][number];

const estimates = {
  minimal: '~200 characters, ~50 tokens',
  persona: '~2,000 characters, ~500 tokens',
  typical: '~5,000 characters, ~1,250 tokens',
  full: '7,000–10,000 characters, 1,750–2,500 tokens',
  large: '12,000–15,000 characters, 3,000–3,750 tokens',
} as const;

const nothing: Configuration = {
  includeTools: false,
  nativeTools: true,
  persona: false,
  project: false,
  runtime: false,
  skills: false,
  workspaceFiles: false,
};

/** The same for every folder: without components no file is read. */
let bare: number | undefined;

/** Neither size includes a project, so they change only with the data folder's own files. */
const lastPersona = memoLast<DataFiles, number>();
const lastTypical = memoLast<DataFiles, number>();

export function sizesPanel(model: PersonaModel, configuration: Configuration, sent: PromptMessage): SizesPanel {
  const all = configurationOf('full', configuration.nativeTools);
  const real = (each: Configuration): number => textSize(formatPrompt(model, each, withoutText));
  const full = sameConfiguration(configuration, all) ? textSize(sent) : real(all);
  bare ??= real(nothing);
  const persona = lastPersona(model.own, [], () => real({ ...nothing, persona: true }));
  const typical = lastTypical(model.own, [configuration.nativeTools], () =>
    real({ ...all, project: false, skills: false }),
  );
  return {
    rows: [
      {
        name: 'This prompt',
        estimate: estimates[kindOf(model, configuration)],
        characters: textSize(sent),
        node: sent.id,
      },
      { name: 'Minimal (no tools, no context)', estimate: estimates.minimal, characters: bare },
      { name: 'Soul + identity + guidelines', estimate: estimates.persona, characters: persona },
      { name: 'Typical with tools', estimate: estimates.typical, characters: typical },
      { name: 'Full (tools + project context + skills)', estimate: estimates.full, characters: full },
      { name: 'Large (many MCP tools + full context)', estimate: estimates.large, characters: full },
      ...componentRow(sent, 'Soul', 'Soul', '~1,500 characters, ~400 tokens'),
      // Native tools are sent beside the prompt, schemas included: its section only lists them.
      ...componentRow(
        sent,
        'Tools',
        configuration.nativeTools ? 'Tools, without schemas' : 'Tool schemas',
        'varies most',
      ),
      ...componentRow(sent, 'Project', 'Project context', 'varies most'),
    ],
  };
}

/** Excluded sections count as zero, so their text is not built. */
function withoutText(node: PromptNode): PromptNode {
  return node.type === 'section'
    ? omitted(node.id, node.name, node.tier, { reason: 'variant-excludes', variant: 'sizes' })
    : node;
}

/** Returns the row of the published table that is closest to this prompt. */
function kindOf(
  model: PersonaModel,
  { includeTools, persona, project, skills }: Configuration,
): keyof typeof estimates {
  if (!includeTools) return persona ? 'persona' : 'minimal';
  const more =
    (project && model.project.absent === undefined) ||
    (skills && model.own.skills.items.some((skill) => skill.absent === undefined));
  return more ? 'full' : 'typical';
}

function componentRow(sent: PromptMessage, key: string, name: string, estimate: string): readonly Row[] {
  const found = sent.children.find((child) => child.type === 'section' && child.id === nodeId('system', key));
  return found?.type === 'section' ? [{ name, estimate, characters: textSize(found), node: found.id }] : [];
}

function textSize(node: PromptMessage | PromptNode): number {
  switch (node.type) {
    case 'text':
      return codePoints(node.value);
    case 'message':
      return sizeOfAll(node.children);
    case 'section':
      return sectionSize(node);
    case 'image':
    case 'omitted':
      return 0;
  }
}

const sectionSize = memoByIdentity(({ children }: SectionNode) => sizeOfAll(children));

function sizeOfAll(nodes: readonly PromptNode[]): number {
  return nodes.reduce((sum, node) => sum + textSize(node), 0);
}
