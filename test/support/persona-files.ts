import { expect } from 'vitest';
import { personaFiles } from '../../shared/assemblers/persona-files';
import type { Settings } from '../../shared/assemblers/types';
import { checkDocument } from '../../shared/document/check';
import type { OmittedNode, PromptNode, SectionNode } from '../../shared/document/types';
import { visit } from '../../shared/document/walk';
import type { Facts } from '../../shared/sources/types';
import { assembleWorkspace, type Built } from './assemble';
import { testFacts } from './memory';

export type Files = Readonly<Record<string, string>>;

export function build(files: Files, settings: Settings = {}, facts: Facts = testFacts): Built {
  const built = assembleWorkspace(personaFiles, files, settings, facts);
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  return built;
}

export function node(built: Built, id: string): SectionNode | OmittedNode {
  const found: PromptNode[] = [];
  visit(built.document, (each) => {
    if (each.id === id && (each.type === 'section' || each.type === 'omitted')) found.push(each);
  });
  const [first] = found;
  if (first?.type !== 'section' && first?.type !== 'omitted') throw new Error(`no node ${id}`);
  return first;
}

export function omission(built: Built, id: string): OmittedNode['omission'] {
  const found = node(built, id);
  if (found.type !== 'omitted') throw new Error(`${id} is not omitted`);
  return found.omission;
}
