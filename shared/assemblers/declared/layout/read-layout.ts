/**
 * Checks strata.json and turns it into a layout. Each declaration is checked by itself, so a mistake affects only that
 * one.
 */
import type { z } from 'zod';
import type { JsonPath } from '../../../document/types';
import { configChild, configValue, nearestSpan, type ConfigNode } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import type { SourceFile } from '../../../sources/types';
import type { MessageDeclaration, SectionDeclaration, SettingDeclaration, Source } from './layout';
import { messageSchema, sectionSchema, settingSchema, sourceSchema } from './schema';

/** A declaration and its position in the file. */
export interface Located<T> {
  readonly spec: T;
  readonly node: ConfigNode;
}

export interface LayoutSection extends Located<SectionDeclaration> {
  /** Undefined if the section has no `sections`; that is not the same as an empty list. */
  readonly sections: readonly AnySection[] | undefined;
}

export type AnySection = LayoutSection | BrokenSection;

/** A section that cannot be read. It keeps its position and says why it is empty. */
export interface BrokenSection {
  readonly id: string;
  readonly name: string;
  readonly problem: string;
}

export interface LayoutMessage extends Located<MessageDeclaration> {
  readonly id: string;
  readonly sections: readonly AnySection[];
}

export interface Layout {
  readonly file: SourceFile;
  readonly settings: readonly Located<SettingDeclaration>[];
  readonly sources: ReadonlyMap<string, Located<Source>>;
  readonly messages: readonly LayoutMessage[];
  readonly variant: string | undefined;
}

const rule = 'layout';
const knownKeys = new Set(['title', 'variant', 'settings', 'sources', 'messages']);
const reservedNames: readonly string[] = ['item', 'setting', 'fact', 'manifest'];

export function readLayout(
  file: SourceFile,
  declared: ConfigNode,
): { readonly layout: Layout; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const complain = (node: ConfigNode, message: string, note?: string): void => {
    findings.push(
      finding('error', rule, message, { source: file.id, span: node.span }, note === undefined ? {} : { note }),
    );
  };
  const check = <T>(schema: z.ZodType<T>, node: ConfigNode): readonly Located<T>[] => {
    const result = schema.safeParse(configValue(node));
    if (result.success) return [{ spec: result.data, node }];
    for (const problem of furthestIssues(result.error.issues, []))
      findings.push(
        finding('error', rule, sentence(problem), { source: file.id, span: nearestSpan(node, problem.path) }),
      );
    return [];
  };
  const items = (node: ConfigNode | undefined, what: string): readonly ConfigNode[] => {
    if (node === undefined) return [];
    if (node.kind === 'array') return node.items;
    complain(node, `${what} should be a list`);
    return [];
  };
  const sections = (node: ConfigNode | undefined): readonly AnySection[] => {
    const found = items(node, 'sections').map((at, index) => ({
      at,
      section: check(sectionSchema, at)[0]?.spec ?? brokenSection(at, index),
    }));
    const ids = uniqueIds(found.map(({ section }) => section.id));
    return found.map(({ at, section }, index): AnySection => {
      const id = ids[index] ?? section.id;
      if ('problem' in section) return { ...section, id };
      if (id !== section.id) complain(at, `Two sections here have the id "${section.id}"`);
      const below = configChild(at, 'sections');
      const contents = [section.source, section.template, below].filter((each) => each !== undefined).length;
      if (contents > 1 || (contents === 0 && section.each === undefined))
        complain(at, `"${section.id}" should have one of source, template, each and sections`);
      return { spec: { ...section, id }, node: at, sections: below === undefined ? undefined : sections(below) };
    });
  };
  if (declared.kind !== 'object') complain(declared, '"declared" should be an object');
  for (const entry of declared.kind === 'object' ? declared.entries : []) {
    if (!knownKeys.has(entry.key))
      findings.push(finding('warning', rule, `Unknown key "${entry.key}"`, { source: file.id, span: entry.keySpan }));
  }
  const messageNodes = configChild(declared, 'messages');
  if (messageNodes === undefined)
    complain(declared, 'The layout has no "messages"', 'Add messages: a list of {role, sections}.');
  const messages = items(messageNodes, 'messages').flatMap((node) =>
    check(messageSchema, node).map((message) => ({ ...message, sections: sections(configChild(node, 'sections')) })),
  );
  const ids = uniqueIds(
    messages.map(({ spec }, index) => spec.id ?? (spec.role === 'system' ? 'system' : `message-${index + 1}`)),
  );
  const variant = configChild(declared, 'variant');
  return {
    layout: {
      file,
      settings: items(configChild(declared, 'settings'), 'settings').flatMap((node) => check(settingSchema, node)),
      sources: readSources(configChild(declared, 'sources'), check, complain),
      messages: messages.map((message, index) => ({ ...message, id: ids[index] ?? `message-${index + 1}` })),
      variant: variant?.kind === 'string' ? variant.value : undefined,
    },
    findings,
  };
}

type Check = <T>(schema: z.ZodType<T>, node: ConfigNode) => readonly Located<T>[];

function readSources(
  node: ConfigNode | undefined,
  check: Check,
  complain: (node: ConfigNode, message: string) => void,
): ReadonlyMap<string, Located<Source>> {
  if (node !== undefined && node.kind !== 'object') complain(node, 'sources should be an object of names');
  const sources = new Map<string, Located<Source>>();
  for (const { key, value } of node?.kind === 'object' ? node.entries : []) {
    if (!/^[A-Za-z_][\w-]*$/.test(key) || reservedNames.includes(key))
      complain(value, `"${key}" cannot be the name of a source`);
    else for (const source of check(sourceSchema, value)) sources.set(key, source);
  }
  return sources;
}

function uniqueIds(ids: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return ids.map((id) => {
    let name = id;
    for (let count = 2; used.has(name); count += 1) name = `${id}~${count}`;
    used.add(name);
    return name;
  });
}

interface Problem {
  readonly path: JsonPath;
  readonly message: string;
}

function sentence({ path, message }: Problem): string {
  return `${path.length === 0 ? '' : `${path.join('.')}: `}${message}`;
}

function brokenSection(node: ConfigNode, index: number): BrokenSection {
  const result = sectionSchema.safeParse(configValue(node));
  const [problem] = furthestIssues(result.error?.issues ?? [], []);
  const words = ['name', 'id']
    .map((key) => configChild(node, key))
    .flatMap((each) => (each?.kind === 'string' && each.value !== '' ? [each.value] : []));
  return {
    id: `section-${index + 1}`,
    name: words[0] ?? `Section ${index + 1}`,
    problem: problem === undefined ? 'it cannot be read' : sentence(problem),
  };
}

/** If no branch of a union matches, reports the issues of the branch that matched furthest. */
function furthestIssues(issues: readonly z.core.$ZodIssue[], base: JsonPath): readonly Problem[] {
  return issues.flatMap((issue): readonly Problem[] => {
    const path = [...base, ...issue.path.filter((key): key is string | number => typeof key !== 'symbol')];
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path, message: issue.message }];
    const branches = issue.errors.map((errors) => furthestIssues(errors, path));
    const depth = (problems: readonly Problem[]): number => Math.max(...problems.map((each) => each.path.length));
    const best = branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? [];
    return depth(best) > path.length
      ? best
      : [{ path, message: best.length === 1 && best[0] !== undefined ? best[0].message : issue.message }];
  });
}
