import { frame } from '../../../../document/builders';
import type { PromptNode, TextNode } from '../../../../document/types';
import { changedRope, type Rope } from '../../../../sources/text/rope';
import { fileSection } from '../sections';
import type { Skill } from './skill-file';

/** `<available_skills>` with name, description and location of each skill, as several agents write it. */
export function xmlSkills(skills: readonly Skill[], escape: boolean): readonly PromptNode[] {
  if (skills.length === 0) return [];
  return [
    frame('<available_skills>\n'),
    ...skills.map((skill) => xmlSkill(skill, escape)),
    frame('</available_skills>'),
  ];
}

/** One entry of such a list. */
export function xmlSkill({ file, name, description }: Skill, escape: boolean): PromptNode {
  const written = (rope: Rope): Rope => (escape ? rope.flatMap(escaped) : rope);
  return fileSection('skills', file.id, [
    frame('  <skill>\n    <name>'),
    ...written(name),
    frame('</name>\n    <description>'),
    ...written(description),
    frame(`</description>\n    <location>${escape ? escapeXml(file.path) : file.path}</location>\n  </skill>\n`),
  ]);
}

function escaped(leaf: TextNode): Rope {
  const value = escapeXml(leaf.value);
  if (value === leaf.value || leaf.origin.kind !== 'file') return value === leaf.value ? [leaf] : [{ ...leaf, value }];
  const { source, span } = leaf.origin;
  return changedRope(source, span.start, span.end, value, 'escaped');
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
