import { append } from '../../sources/text/append';
import { finding, type Finding } from '../../sources/findings';
import { joinPath } from '../../sources/paths';
import { changedRope, ropePlace, ropeText, sliceRope, type Rope } from '../../sources/text/rope';
import type { Facts } from '../../sources/types';

/** layered, rule 11: each an absolute path below the workspace. */
const folders = {
  workspace: '',
  agents_path: 'agents',
  skills_path: 'skills',
  crons_path: 'crons',
  memories_path: 'memories',
  history_path: '.history',
} as const satisfies Record<string, string>;

export type Variables = ReadonlyMap<string, string>;

export function variablesOf(facts: Facts): Variables {
  return new Map(Object.entries(folders).map(([name, folder]) => [name, joinPath(facts.workspace, folder)]));
}

/** `{{name}}`. White space inside is not in the grammar, but was most likely meant as a variable. */
const variable = /\{\{(\s*[A-Za-z_][\w.-]{0,60}\s*)\}\}/g;

/**
 * Replaces known variables; unknown ones stay. Each value is its own leaf, with the span of the variable it replaces.
 */
export function substitute(
  rope: Rope,
  variables: Variables,
): { readonly rope: Rope; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const parts: Rope[number][] = [];
  let at = 0;
  for (const match of ropeText(rope).matchAll(variable)) {
    const [whole, name = ''] = match;
    const value = variables.get(name);
    const place = ropePlace(rope, match.index, whole.length);
    if (value === undefined) {
      const names = `Known variables: ${[...variables.keys()].map((key) => `{{${key}}}`).join(', ')}`;
      const note = variables.has(name.trim()) ? `Write {{${name.trim()}}} without spaces.` : `${names}.`;
      findings.push(
        finding('warning', 'unresolved-variable', `Nothing replaces ${whole}: it is sent as it is`, place, {
          note,
        }),
      );
    } else if (place !== undefined) {
      append(
        parts,
        sliceRope(rope, at, match.index),
        changedRope(place.source, place.span.start, place.span.end, value, 'interpolated'),
      );
      at = match.index + whole.length;
    }
  }
  return { rope: [...parts, ...sliceRope(rope, at)], findings };
}

/** Variables are replaced only in AGENT.md. Reports known variables in other layers, which are most likely mistakes. */
export function unreplaced(rope: Rope, variables: Variables): readonly Finding[] {
  return [...ropeText(rope).matchAll(variable)].flatMap((match) => {
    const [whole, name = ''] = match;
    if (!variables.has(name.trim())) return [];
    const note = 'Variables are replaced in AGENT.md only.';
    return [
      finding(
        'warning',
        'unresolved-variable',
        `Nothing replaces ${whole} here: it is sent as it is`,
        ropePlace(rope, match.index, whole.length),
        { note },
      ),
    ];
  });
}
