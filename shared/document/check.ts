import type { NodeId, PromptDocument, SourceId, TextNode } from './types';
import { allTools } from './tool-text';
import { leaves, visit } from './walk';

/**
 * Checks the invariants of a document, and its provenance if `sources` are given. Returns a sentence for each
 * violation; an empty list means that the document is valid.
 */
export function checkDocument(document: PromptDocument, sources?: ReadonlyMap<SourceId, string>): readonly string[] {
  const problems: string[] = [];
  const ids = new Set<NodeId>();
  const claim = (id: NodeId): void => {
    if (ids.has(id)) problems.push(`id ${id} is used twice`);
    ids.add(id);
  };
  visit(document, (node) => {
    claim(node.id);
    if (node.type === 'section' && node.children.length === 0 && node.block === undefined)
      problems.push(`section ${node.id} is empty`);
  });
  for (const each of allTools(document.tools)) claim(each.id);
  for (const each of document.aside) claim(each.id);
  for (const each of document.breakpoints) {
    claim(each.id);
    if (!ids.has(each.after)) problems.push(`breakpoint ${each.id} stands after ${each.after}, which is not there`);
  }
  for (const message of document.messages) problems.push(...leafProblems(message.id, leaves(message), sources));
  for (const { id, description, definition = [] } of allTools(document.tools))
    problems.push(...leafProblems(id, [...description, ...definition], sources));
  return problems;
}

function leafProblems(
  owner: NodeId,
  all: Iterable<TextNode>,
  sources: ReadonlyMap<SourceId, string> | undefined,
): readonly string[] {
  const problems: string[] = [];
  for (const { value, origin } of all) {
    if (value === '') problems.push(`empty leaf in ${owner}`);
    if (origin.kind !== 'file' || origin.change !== undefined || sources === undefined) continue;
    const source = sources.get(origin.source);
    if (source === undefined) problems.push(`leaf of ${owner} names ${origin.source}, which was not loaded`);
    else if (source.slice(origin.span.start, origin.span.end) !== value)
      problems.push(`leaf ${JSON.stringify(value.slice(0, 40))} differs from ${origin.source}:${origin.span.start}`);
  }
  return problems;
}

export function assertDocument(document: PromptDocument, sources?: ReadonlyMap<SourceId, string>): void {
  const problems = checkDocument(document, sources);
  if (problems.length > 0) throw new Error(`broken document:\n${problems.join('\n')}`);
}
