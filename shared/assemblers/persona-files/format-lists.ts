/**
 * Components that are lists: skills, workspace files, tools. A list without items is omitted, with its items' reasons
 * beside it.
 */
import { frame, nodeId, omitted, section, text, tool as toolNode } from '../../document/builders';
import type { Omission, PromptNode, TextNode, Tier, ToolNode } from '../../document/types';
import { ropeText, sliceRope } from '../../sources/text/rope';
import { offsetOfCodePoint } from '../../sources/text/code-points';
import type { Configuration, Listed, PersonaModel, Skill, Tool, WorkspaceFile } from './model';

interface ListFrame {
  readonly key: string;
  readonly name: string;
  readonly tier: Tier;
  readonly head: string;
  readonly tail: string;
  readonly condition: string;
}

function listed(list: ListFrame, members: readonly PromptNode[], absent: Omission): readonly PromptNode[] {
  const { key, name, tier, head, tail, condition } = list;
  const id = nodeId('system', key);
  if (!members.some((member) => member.type === 'section')) return [omitted(id, name, tier, absent), ...members];
  return [section(id, name, tier, [frame(head), ...members, frame(tail)], { condition })];
}

/** persona-files, rule 8: the published format, not escaped. */
export function skillsBlock({ items, absent }: Listed<Skill>): readonly PromptNode[] {
  const members = items.map((skill) => {
    const id = nodeId('system', 'Skills', skill.id);
    if (skill.absent !== undefined) return omitted(id, skill.id, 'L2', skill.absent);
    const folder = text(skill.id, { kind: 'derived', by: 'folder name', from: [skill.source] });
    const children = [
      frame('<skill name="'),
      ...skill.name,
      frame('" source="skill" path="/skills/'),
      folder,
      frame('">\n'),
      ...skill.description,
      frame('\n</skill>\n'),
    ];
    return section(id, ropeText(skill.name), 'L2', children);
  });
  const shape = {
    key: 'Skills',
    name: 'Skills',
    tier: 'L2',
    head: '## Available Skills\n<available_skills>\n',
    tail: '</available_skills>\n\n',
    condition: 'a skill is registered',
  } as const;
  return listed(shape, members, absent);
}

/** For each workspace file, its path as project context, if it is that too. */
export type Walked = readonly (string | undefined)[];

export function walkedAs(
  { own: { workspaceFiles: files }, project }: PersonaModel,
  configuration: Configuration,
): Walked {
  const walked = configuration.project && project.absent === undefined ? project.files : [];
  return files.map(
    (file) =>
      walked.find((each) => each.source !== undefined && each.source === file.source && each.part.absent === undefined)
        ?.path,
  );
}

export function workspaceFiles(files: readonly WorkspaceFile[], walked: Walked): readonly PromptNode[] {
  const members = files.flatMap((file, index) => workspaceFile(file, walked[index]));
  const shape = {
    key: 'WorkspaceFiles',
    name: 'Workspace files',
    tier: 'L1',
    head: '## Workspace Files\n\n',
    tail: '',
    condition: 'AGENTS.md or TOOLS.md has text',
  } as const;
  return listed(shape, members, { reason: 'condition-false', condition: shape.condition });
}

/** persona-files, rule 6: a file that is also project context is sent only there. */
function workspaceFile({ name, part }: WorkspaceFile, walkedAs: string | undefined): readonly PromptNode[] {
  const id = nodeId('system', 'WorkspaceFiles', name);
  const notes = part.notes === undefined ? [] : [part.notes];
  if (part.absent !== undefined) return [omitted(id, name, 'L1', part.absent), ...notes];
  if (walkedAs !== undefined)
    return [omitted(id, name, 'L1', { reason: 'overridden', by: `project context (${walkedAs})` }, part.rope)];
  return [section(id, name, 'L1', [...notes, frame(`### ${name} (workspace)\n\n`), ...part.rope, frame('\n\n')])];
}

/** persona-files, rule 11: one line per tool if the provider takes schemas itself, else the full JSON. */
export function toolList({ items, absent }: Listed<Tool>, nativeTools: boolean): readonly PromptNode[] {
  const members = items.map((tool) => {
    const id = nodeId('system', 'Tools', String(tool.index));
    if (tool.absent !== undefined)
      return omitted(id, tool.name === '' ? `tool ${tool.index + 1}` : tool.name, 'L1', tool.absent);
    return nativeTools ? nativeTool(tool) : section(id, tool.name, 'L1', schemaOf(tool));
  });
  const shape = {
    key: 'Tools',
    name: 'Tools',
    tier: 'L1',
    head: '## Available Tools\n\n',
    tail: nativeTools ? '\n' : '',
    condition: 'a tool is registered',
  } as const;
  return listed(shape, members, absent);
}

const descriptionLimit = 160;

/** persona-files, rule 11: cut at 160 characters; `...` only if something was cut. */
function nativeTool({ index, name, nameRope, description }: Tool): PromptNode {
  const full = ropeText(description);
  const end = offsetOfCodePoint(full, descriptionLimit);
  const cut = end < full.length;
  const descriptionText =
    full === '' ? [] : [frame(': '), ...sliceRope(description, 0, end), ...(cut ? [frame('...')] : [])];
  return section(
    nodeId('system', 'Tools', String(index)),
    name,
    'L1',
    [frame('- `'), ...nameRope, frame('`'), ...descriptionText, frame('\n')],
    { note: cut ? 'truncated' : undefined },
  );
}

function schemaOf({ nameRope, description, printed, source }: Tool): readonly TextNode[] {
  const schema = text(printed, { kind: 'derived', by: 'pretty-printed JSON', from: [source] });
  return [
    frame('### '),
    ...nameRope,
    frame('\n'),
    ...description,
    frame('\n\nParameters:\n```json\n'),
    schema,
    frame('\n```\n\n'),
  ];
}

/** Tools for the provider's tool-calling interface; none in the fallback. */
export function toolNodes({ items }: Listed<Tool>): readonly ToolNode[] {
  return items.flatMap((tool) => {
    if (tool.absent !== undefined) return [];
    return [
      toolNode(nodeId('tools', String(tool.index)), tool.name, 'L1', tool.description, tool.parameters, tool.source),
    ];
  });
}
