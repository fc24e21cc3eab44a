import { frame } from '../../../document/builders';
import type { PromptNode } from '../../../document/types';
import { counted, grouped } from '../../../basics/grouped';
import { byCodePoint } from '../../../basics/code-point-order';
import { nodeText } from '../../../document/walk';
import { configAt } from '../../../sources/config/config-node';
import { parseYaml } from '../../../sources/config/yaml';
import { folderOf, joinPath } from '../../../sources/paths';
import { changedRope, ropeText, sliceRope, type Rope } from '../../../sources/text/rope';
import { finding, type Finding } from '../../../sources/findings';
import type { Facts, SourceFile, SourceRequest, Sources } from '../../../sources/types';
import { askGlob, downTo } from '../common/files';
import { fileSection, leftOut } from '../common/sections';
import { oneLine, readSkill, type Skill } from '../common/skills/skill-file';
import { isHiddenBelow, stepsBelow, walked } from '../common/skills/skill-files';
import type { Load } from '../load';
import { codexHome, rootOf, type CodexConfig } from './config';
import { fitSkills, lineCost, skillsBudget, tableCost, windowOf } from './skills-budget';

/** Lines are sorted by scope first. */
type Scope = 'system' | 'repo' | 'user';
const scopes: readonly Scope[] = ['system', 'repo', 'user'];

interface Root {
  readonly folder: string;
  readonly scope: Scope;
}

const longest = 1024;
const mostDepth = 6;

function rootsOf(facts: Facts, sources: Sources, config: CodexConfig): readonly Root[] {
  const folders = downTo(rootOf(facts, sources, config.markers) ?? facts.workspace, facts.workspace);
  const home = codexHome(facts);
  const roots: readonly Root[] = [
    ...folders.toReversed().map((folder): Root => ({ folder: joinPath(folder, '.codex/skills'), scope: 'repo' })),
    { folder: joinPath(home, 'skills'), scope: 'user' },
    { folder: joinPath(facts.home, '.agents/skills'), scope: 'user' },
    { folder: joinPath(home, 'skills/.system'), scope: 'system' },
    ...folders.map((folder): Root => ({ folder: joinPath(folder, '.agents/skills'), scope: 'repo' })),
  ];
  return roots.filter(({ folder }, index) => roots.findIndex((each) => each.folder === folder) === index);
}

export function skillRequests(facts: Facts, sources: Sources, config: CodexConfig): readonly SourceRequest[] {
  return rootsOf(facts, sources, config).flatMap(({ folder }) => [
    askGlob(`skills ${folder}`, folder, '**/SKILL.md'),
    askGlob(`policies ${folder}`, folder, '**/agents/openai.yaml'),
  ]);
}

/** A policy beside a skill may keep the model from choosing it. */
function isKeptBack(sources: Sources, root: string, file: SourceFile): boolean {
  const path = joinPath(folderOf(file.path), 'agents/openai.yaml');
  const policy = sources.files.find((each) => each.as === `policies ${root}` && each.path === path);
  if (policy === undefined) return false;
  const node = configAt(parseYaml(policy).root, ['policy', 'allow_implicit_invocation']);
  return node?.kind === 'scalar' && node.value === false;
}

interface Listed {
  readonly root: Root;
  readonly skill: Skill;
}

interface CodexSkills {
  readonly nodes: readonly PromptNode[];
  readonly loads: readonly Load[];
  readonly findings: readonly Finding[];
}

function budgetFindings(lines: readonly Fitted[], window: number): readonly Finding[] {
  const shortened = lines.filter(({ skill, kept }) => kept !== undefined && kept < ropeText(skill.description).length);
  const dropped = lines.filter(({ kept }) => kept === undefined);
  if (shortened.length + dropped.length === 0) return [];
  const message =
    `The list of skills is longer than two per cent of the model’s window (${grouped(window)} tokens): ` +
    `Codex shortens ${counted(shortened.length, 'description')} and leaves ${counted(dropped.length, 'skill')} out`;
  return [finding('warning', 'skills-shortened', message)];
}

export function codexSkills(facts: Facts, sources: Sources, config: CodexConfig): CodexSkills {
  const found = rootsOf(facts, sources, config).flatMap((root) =>
    walked(sources, `skills ${root.folder}`)
      .filter(({ path }) => !isHiddenBelow(root.folder, path) && stepsBelow(root.folder, path).length <= mostDepth)
      .map((file) => ({ root, file, skill: flat(readSkill(file)), isKept: isKeptBack(sources, root.folder, file) })),
  );
  const listed = found.flatMap(({ root, skill, isKept }): readonly Listed[] =>
    skill === undefined || isKept ? [] : [{ root, skill }],
  );
  const loads = found.map(({ file, skill, isKept }): Load => loadOf(file, skill !== undefined, isKept, config));
  if (!config.listsSkills || listed.length === 0) return { nodes: [], loads, findings: [] };
  const roots = rootsOf(facts, sources, config).filter((root) =>
    listed.some((each) => each.root.folder === root.folder),
  );
  const lines = listed.toSorted(
    (a, b) =>
      scopes.indexOf(a.root.scope) - scopes.indexOf(b.root.scope) ||
      byCodePoint(ropeText(a.skill.name), ropeText(b.skill.name)) ||
      byCodePoint(a.skill.file.path, b.skill.file.path),
  );
  const window = windowOf(config.model, config.window);
  const { table, lines: fitted } = listOf(lines, roots, skillsBudget(window));
  const nodes = [
    ...(table === '' ? [] : [frame(`### Skill roots\n${table}`)]),
    frame('### Available skills\n'),
    ...fitted.map(line),
  ];
  const refused = fitted.flatMap(({ skill, kept }): readonly Load[] =>
    kept === undefined ? [{ path: skill.file.id, status: 'refused', rule: budgetRule }] : [],
  );
  return {
    nodes,
    loads: [...refused, ...loads.filter(({ path }) => !refused.some((each) => each.path === path))],
    findings: budgetFindings(fitted, window),
  };
}

const budgetRule = 'The list of skills is over its budget: not even the name of this one fits.';

interface Fitted extends Listed {
  /** "(file: r0/…)", with the newline. */
  readonly at: string;
  /** How much of the description is sent; undefined: the line is left out. */
  readonly kept: number | undefined;
}

interface SkillList {
  /** Short names for the roots, a line each; empty if the paths are whole. */
  readonly table: string;
  readonly lines: readonly Fitted[];
}

/** With short names for the roots, which cost room of their own, unless whole paths leave more of the list. */
function listOf(lines: readonly Listed[], roots: readonly Root[], budget: number): SkillList {
  const table = roots.map(({ folder }, index) => `- \`r${index}\` = \`${folder}\`\n`).join('');
  const tableTokens = tableCost(table);
  const short = ({ root, skill }: Listed): string =>
    `r${roots.findIndex(({ folder }) => folder === root.folder)}${skill.file.path.slice(root.folder.length)}`;
  const whole = { table: '', lines: fit(lines, ({ skill }) => skill.file.path, budget) };
  if (tableTokens >= budget) return whole;
  const aliased = { table, lines: fit(lines, short, budget - tableTokens) };
  return isBetter(aliased.lines, whole.lines, tableTokens) ? aliased : whole;
}

function characters(text: string): number {
  return [...text].length;
}

function isBetter(a: readonly Fitted[], b: readonly Fitted[], tableTokens: number): boolean {
  const [mine, other] = [a, b].map((lines) => ({
    listed: lines.filter(({ kept }) => kept !== undefined).length,
    cut: lines.reduce((sum, each) => sum + characters(ropeText(each.skill.description).slice(each.kept ?? 0)), 0),
    tokens: lines.reduce((sum, each) => sum + (each.kept === undefined ? 0 : lineCost(nodeText(line(each)))), 0),
  }));
  if (mine === undefined || other === undefined) return false;
  return (mine.listed - other.listed || other.cut - mine.cut || other.tokens - (mine.tokens + tableTokens)) > 0;
}

function fit(lines: readonly Listed[], pathOf: (listed: Listed) => string, budget: number): readonly Fitted[] {
  const described = lines.map((listed) => ({
    root: listed.root,
    skill: { ...listed.skill, description: shortened(listed.skill.description, listed.skill.file) },
    at: `(file: ${pathOf(listed)})\n`,
  }));
  const kept = fitSkills(
    described.map(({ skill, at }) => ({
      bare: `- ${ropeText(skill.name)}: ${at}`,
      description: ropeText(skill.description),
    })),
    budget,
  );
  return described.map((each, index) => ({ ...each, kept: kept[index] }));
}

function line({ skill, at, kept }: Fitted): PromptNode {
  const { file, name, description } = skill;
  if (kept === undefined)
    return leftOut('skills', file.id, { reason: 'not-injected', purpose: 'the list of skills is over its budget' });
  return fileSection('skills', file.id, [
    frame('- '),
    ...name,
    frame(': '),
    ...sliceRope(description, 0, kept),
    frame(`${kept === 0 ? '' : ' '}${at}`),
  ]);
}

function flat(skill: Skill | undefined): Skill | undefined {
  return skill === undefined
    ? undefined
    : { ...skill, name: oneLine(skill.name, skill.file), description: oneLine(skill.description, skill.file) };
}

function shortened(rope: Rope, file: SourceFile): Rope {
  const characters = [...ropeText(rope)];
  if (characters.length <= longest) return rope;
  const spans = rope.flatMap(({ origin }) => (origin.kind === 'file' ? [origin.span] : []));
  const value = `${characters.slice(0, longest - 3).join('')}...`;
  return changedRope(file.id, spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0, value, 'truncated');
}

function loadOf(file: SourceFile, hasText: boolean, isKept: boolean, { listsSkills }: CodexConfig): Load {
  if (isKept)
    return {
      path: file.id,
      status: 'on-demand',
      rule: 'agents/openai.yaml keeps it out of the list; you can name it.',
    };
  if (!hasText) return { path: file.id, status: 'never', rule: 'A skill without a description is skipped.' };
  if (!listsSkills) return { path: file.id, status: 'never', rule: 'config.toml turns the list of skills off.' };
  return {
    path: file.id,
    status: 'on-demand',
    role: 'developer',
    place: 'developer message, list of skills',
    rule: 'Name and description are listed; the file itself is sent when it is named or read.',
  };
}
