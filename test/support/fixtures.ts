import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { findArchitecture } from '../../shared/assemblers/registry';
import type { Architecture, Settings } from '../../shared/assemblers/types';
import type { PromptDocument, PromptNode } from '../../shared/document/types';
import { lineColumn, type Finding } from '../../shared/sources/findings';
import type { Facts, SymbolTable } from '../../shared/sources/types';
import { testFacts, type MemoryFiles } from './memory';
import type { Built } from './assemble';

/**
 * `test/fixtures/<architecture>/<case>/`: `case.json`, `workspace/**`, `outside/**` (mounted at `/`), `symbols.json`,
 * goldens.
 */
export interface Fixture {
  readonly name: string;
  readonly folder: string;
  readonly architecture: Architecture;
  readonly settings: Settings;
  readonly facts: Facts;
  readonly files: MemoryFiles;
  readonly symbols: SymbolTable | undefined;
}

const caseFile = z.object({
  settings: z.record(z.string(), z.json()).default({}),
  facts: z.record(z.string(), z.string()).default({}),
  model: z.string().optional(),
  about: z.string().optional(),
});

const root = join(import.meta.dirname, '../fixtures');

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}

function folders(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .toSorted();
}

const binary = /\.(?:png|jpe?g|gif|webp|bin)$/;

function load(folder: string, mount: string, into: Map<string, string | Uint8Array>): void {
  for (const path of filesBelow(folder)) {
    const bytes = readFileSync(join(folder, path));
    into.set(`${mount}/${path}`, binary.test(path) ? bytes : bytes.toString('utf8'));
  }
}

function readFixture(architecture: Architecture, name: string): Fixture {
  const folder = join(root, architecture.id, name);
  const given = caseFile.parse(JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')));
  const facts: Facts = { ...testFacts, ...given.facts };
  const files = new Map<string, string | Uint8Array>();
  load(join(folder, 'outside'), '', files);
  load(join(folder, 'workspace'), facts.workspace, files);
  const symbolsPath = join(folder, 'symbols.json');
  const symbols: SymbolTable | undefined = existsSync(symbolsPath)
    ? JSON.parse(readFileSync(symbolsPath, 'utf8'))
    : undefined;
  return { name: `${architecture.id}/${name}`, folder, architecture, settings: given.settings, facts, files, symbols };
}

/** Every fixture; a folder no registered architecture claims is an error, so that none is skipped in silence. */
export function fixtures(): readonly Fixture[] {
  return folders(root).flatMap((id) => {
    const architecture = findArchitecture(id);
    if (architecture === undefined) throw new Error(`test/fixtures/${id} belongs to no registered architecture`);
    return folders(join(root, id)).map((name) => readFixture(architecture, name));
  });
}

/** The golden as stored, or undefined; with `UPDATE=1` it is rewritten (read the difference before you commit it). */
export function golden(fixture: Fixture, file: string, actual: string): string | undefined {
  const path = join(fixture.folder, file);
  if (process.env['UPDATE'] === '1') writeFileSync(path, actual);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

export function outline(document: PromptDocument): string {
  const lines: string[] = [];
  const go = (node: PromptNode, depth: number): void => {
    const indent = '  '.repeat(depth);
    if (node.type === 'text') return;
    if (node.type === 'image') lines.push(`${indent}${node.id} image ${node.mediaType}`);
    else if (node.type === 'omitted')
      lines.push(`${indent}${node.id} ${node.tier} omitted: ${JSON.stringify(node.omission)}`);
    else {
      lines.push(`${indent}${node.id} ${node.tier}${node.note === undefined ? '' : ` (${node.note})`}`);
      for (const child of node.children) go(child, depth + 1);
    }
  };
  for (const tool of document.tools) lines.push(`tool ${tool.id} ${tool.tier}`);
  for (const message of document.messages) {
    lines.push(`${message.id} ${message.role} ${message.tier} ${message.purpose}`);
    for (const child of message.children) go(child, 1);
    for (const mark of document.breakpoints.filter((each) => each.after === message.id))
      lines.push(`-- breakpoint ${mark.tier} ${mark.ttl}`);
  }
  for (const each of document.aside) go(each, 0);
  return `${lines.join('\n')}\n`;
}

export function findingLines(findings: readonly Finding[], built: Built): string {
  return findings
    .map((each) => {
      const text = each.place === undefined ? undefined : built.sourceTexts.get(each.place.source);
      const at = each.place === undefined || text === undefined ? undefined : lineColumn(text, each.place.span.start);
      const where =
        each.place === undefined
          ? '-'
          : at === undefined
            ? each.place.source
            : `${each.place.source}:${at.line}:${at.column}`;
      return `${each.severity} ${each.ruleId} ${where} ${each.message}\n`;
    })
    .join('');
}
