import { frame, sourceId } from '../../../document/builders';
import type { Origin, PromptNode, Role } from '../../../document/types';
import { utf8Length } from '../../../document/utf8-length';
import type { Finding } from '../../../sources/findings';
import { folderOf } from '../../../sources/paths';
import { ropeText } from '../../../sources/text/rope';
import type { Facts, SourceFile, Sources } from '../../../sources/types';
import { fileAt, sizeOf, whyNot } from '../common/files';
import { fileSection, hiddenLoad, isHidden, leftOut, unreadable } from '../common/sections';
import { trimLikeScript } from '../common/text/file-rope';
import type { Load } from '../load';
import { geminiHome, rootOf, type GeminiConfig } from './config';
import { expandImports } from './imports';

/** Where a file lands, and the rule that says so. */
export interface PlaceOf {
  readonly role: Role;
  readonly place: string;
  readonly rule: string;
}

export function expanded(
  file: SourceFile,
  facts: Facts,
  sources: Sources,
  config: GeminiConfig,
): ReturnType<typeof expandImports> {
  const root = rootOf(folderOf(file.path), sources, config);
  return expandImports(file, sources, {
    root,
    home: geminiHome(facts),
    workspace: facts.workspace,
    isFlat: config.isFlat,
  });
}

/** What it imports counts for the imported file. */
function isFrom(origin: Origin, { id }: SourceFile): boolean {
  return origin.kind === 'file' && origin.source === id;
}

/** Turns files into blocks, each file once even if links lead to it twice. */
export class MemoryReader {
  readonly loads: Load[] = [];
  readonly findings: Finding[] = [];
  readonly #seen = new Map<string, string>();
  readonly #facts: Facts;
  readonly #sources: Sources;
  readonly #config: GeminiConfig;

  constructor(facts: Facts, sources: Sources, config: GeminiConfig) {
    this.#facts = facts;
    this.#sources = sources;
    this.#config = config;
  }

  /** Of the paths that are one file by links only the first. */
  distinct(paths: readonly string[]): readonly string[] {
    const met = new Map<string, string>();
    return paths.filter((path) => {
      const file = fileAt(this.#sources, path);
      if (file === undefined) return true;
      const real = file.real ?? file.path;
      const before = met.get(real);
      if (before !== undefined) this.#pushSame(file, before);
      else met.set(real, file.id);
      return before === undefined;
    });
  }

  blocks(stretch: string, paths: readonly string[], where: PlaceOf): readonly PromptNode[] {
    const nodes: PromptNode[] = [];
    for (const path of paths) {
      const file = fileAt(this.#sources, path);
      if (file === undefined) {
        const why = whyNot(this.#sources, path);
        if (!isHidden(why)) continue;
        nodes.push(leftOut(stretch, path, unreadable(path, why)));
        this.loads.push(hiddenLoad(sourceId(path), why));
        continue;
      }
      const before = this.#seen.get(file.real ?? file.path);
      if (before === undefined) this.#push(stretch, file, where, nodes);
      else this.#pushSame(file, before);
    }
    return nodes;
  }

  #pushSame(file: SourceFile, before: string): void {
    const rule = 'Links lead to the same file, which is sent once.';
    this.loads.push({ path: file.id, status: 'shadowed', by: before, bytes: sizeOf(this.#sources, file), rule });
  }

  #push(stretch: string, file: SourceFile, { role, place, rule }: PlaceOf, nodes: PromptNode[]): void {
    this.#seen.set(file.real ?? file.path, file.id);
    const { rope, loads, findings } = expanded(file, this.#facts, this.#sources, this.#config);
    const body = trimLikeScript(rope);
    const bytes = sizeOf(this.#sources, file);
    if (body.length === 0) {
      nodes.push(leftOut(stretch, file.id, { reason: 'source-empty', source: file.id }));
      this.loads.push({ path: file.id, status: 'empty', bytes, rule: 'A blank file is dropped.' });
      return;
    }
    const isFirst = !nodes.some(({ type }) => type === 'section');
    nodes.push(
      ...(isFirst ? [] : [frame('\n\n')]),
      fileSection(stretch, file.id, [
        frame(`--- Context from: ${file.path} ---\n`),
        ...body,
        frame(`\n--- End of Context from: ${file.path} ---`),
      ]),
    );
    this.loads.push({
      path: file.id,
      status: 'loaded',
      role,
      place,
      bytes,
      sentBytes: utf8Length(ropeText(body.filter(({ origin }) => isFrom(origin, file)))),
      rule,
    });
    this.loads.push(...loads.map((load) => (load.status === 'loaded' ? { ...load, role } : load)));
    this.findings.push(...findings);
  }
}
