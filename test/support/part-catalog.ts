import { partCatalog } from '../../shared/assemblers/part-catalog';
import type { Settings } from '../../shared/assemblers/types';
import { assertDocument } from '../../shared/document/check';
import type { OmittedNode, PromptNode, SectionNode } from '../../shared/document/types';
import { nodeText, visit } from '../../shared/document/walk';
import { lineColumn } from '../../shared/sources/findings';
import type { Facts } from '../../shared/sources/types';
import { assembleWorkspace, type Built } from './assemble';
import { testFacts } from './memory';

export interface CatalogBuild extends Built {
  /** The system message's text. */
  readonly system: string;
  /** Ids of the included system parts, in order, without `system/`. */
  readonly parts: readonly string[];
}

/** Also checks every build for unique ids and character-exact provenance. */
export function build(
  files: Readonly<Record<string, string>> = {},
  settings: Settings = {},
  facts: Partial<Facts> = {},
): CatalogBuild {
  const built = assembleWorkspace(partCatalog, files, settings, { ...testFacts, ...facts });
  assertDocument(built.document, built.sourceTexts);
  const [system] = built.document.messages;
  const children: readonly PromptNode[] = system?.children ?? [];
  return {
    ...built,
    system: system === undefined ? '' : nodeText(system),
    parts: children.flatMap((node) => (node.type === 'section' ? [node.id.replace(/^system\//, '')] : [])),
  };
}

export function node(built: Built, id: string): SectionNode | OmittedNode {
  let found: SectionNode | OmittedNode | undefined;
  visit(built.document, (each) => {
    if (each.id === id && (each.type === 'section' || each.type === 'omitted')) found = each;
  });
  if (found === undefined) throw new Error(`no node ${id}`);
  return found;
}

export function textOf(built: Built, id: string): string {
  return nodeText(node(built, id));
}

export function omissionOf(built: Built, id: string): OmittedNode['omission'] {
  const found = node(built, id);
  if (found.type !== 'omitted') throw new Error(`${id} is not omitted`);
  return found.omission;
}

export function part(built: Built, id: string) {
  const found = built.panels?.catalog?.parts.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no part ${id}`);
  return found;
}

/** Format: `severity rule file:line:column message`. */
export function findingsOf(built: Built, rule?: string): readonly string[] {
  return built.findings
    .filter(({ ruleId }) => rule === undefined || ruleId === rule)
    .map(({ severity, ruleId, place, message }) => {
      const text = place === undefined ? undefined : built.sourceTexts.get(place.source);
      const at = place === undefined || text === undefined ? undefined : lineColumn(text, place.span.start);
      return `${severity} ${ruleId} ${at === undefined ? '-' : `${place?.source}:${at.line}:${at.column}`} ${message}`;
    });
}
