import { grouped } from '../../../basics/grouped';
import { frame, sourceId } from '../../../document/builders';
import type { Omission, OmittedNode, PromptNode, SectionNode } from '../../../document/types';
import { utf8Length } from '../../../document/utf8-length';
import { joinPath } from '../../../sources/paths';
import { isBlank, ropeText, trimRope } from '../../../sources/text/rope';
import type { Facts, SourceFile, Sources } from '../../../sources/types';
import { cutAtByte } from '../common/text/cut';
import { bytesAt, downTo, fileAt, sizeOf, whyNot } from '../common/files';
import { firstOf } from '../common/first-of';
import { fileSection, hiddenLoad, isHidden, leftOut, unreadable } from '../common/sections';
import { wholeRope } from '../common/text/file-rope';
import type { Load } from '../load';
import { codexHome, rootOf, type CodexConfig } from './config';

const place = 'first user message, AGENTS.md instructions';

export const globalNames = ['AGENTS.override.md', 'AGENTS.md'];

export function namesOf({ fallbacks }: CodexConfig): readonly string[] {
  return [...new Set([...globalNames, ...fallbacks.filter((name) => name !== '' && !name.includes('\0'))])];
}

export function foldersOf(facts: Facts, sources: Sources, { markers }: CodexConfig): readonly string[] {
  return downTo(rootOf(facts, sources, markers) ?? facts.workspace, facts.workspace);
}

interface Instructions {
  readonly parts: readonly PromptNode[];
  readonly loads: readonly Load[];
}

/** Takes the place of Codex's own prompt, trimmed. */
export function readModelFile(sources: Sources, { modelFile }: CodexConfig): Instructions {
  const file = modelFile === undefined ? undefined : fileAt(sources, modelFile.path);
  if (modelFile === undefined) return { parts: [], loads: [] };
  if (file === undefined) {
    const parts: PromptNode[] = [];
    const loads: Load[] = [];
    pushHidden('base', modelFile.path, sources, parts, loads);
    return { parts, loads };
  }
  const body = trimRope(wholeRope(file));
  const load: Load = {
    path: file.id,
    status: 'loaded',
    role: 'developer',
    place: 'first developer message, in place of Codex’s own prompt',
    bytes: sizeOf(sources, file),
    sentBytes: utf8Length(ropeText(body)),
    rule: 'Named by model_instructions_file of config.toml; trimmed.',
  };
  return { parts: [fileSection('base', file.id, body)], loads: [load] };
}

/** A blank override does not hide the global AGENTS.md. The text is trimmed. */
export function readGlobal(facts: Facts, sources: Sources): Instructions {
  const parts: PromptNode[] = [];
  const loads: Load[] = [];
  let chosen: SourceFile | undefined;
  for (const name of globalNames) {
    const path = joinPath(codexHome(facts), name);
    const file = fileAt(sources, path);
    if (file === undefined) {
      pushHidden('instructions', path, sources, parts, loads);
      continue;
    }
    const body = trimRope(wholeRope(file));
    const bytes = sizeOf(sources, file);
    if (chosen !== undefined) {
      parts.push(leftOut('instructions', file.id, { reason: 'overridden', by: chosen.id }));
      loads.push({
        path: file.id,
        status: 'shadowed',
        by: chosen.id,
        bytes,
        rule: 'The global override is read instead.',
      });
    } else if (body.length === 0) {
      parts.push(leftOut('instructions', file.id, { reason: 'source-empty', source: file.id }));
      loads.push({ path: file.id, status: 'empty', bytes, rule: 'A blank global file counts as missing.' });
    } else {
      chosen = file;
      parts.push(fileSection('instructions', file.id, body));
      loads.push({
        path: file.id,
        status: 'loaded',
        role: 'user',
        place,
        bytes,
        sentBytes: utf8Length(ropeText(body)),
        rule: 'The global file comes first, trimmed, and does not count against the limit.',
      });
    }
  }
  return { parts, loads };
}

export function readProject(facts: Facts, sources: Sources, config: CodexConfig): Instructions {
  const parts: PromptNode[] = [];
  const loads: Load[] = [];
  let left = config.maxBytes;
  for (const folder of foldersOf(facts, sources, config)) {
    const paths = namesOf(config).map((name) => joinPath(folder, name));
    const { chosen, ...others } = firstOf('instructions', paths, sources, {
      rule: `Of ${namesOf(config).join(', ')} only the first in a folder is read, even if it is blank.`,
    });
    if (chosen !== undefined) {
      const { node, load } = readOne(chosen, sources, config, left);
      const isSent = node.type === 'section';
      const isFirst = !parts.some(({ type }) => type === 'section');
      parts.push(...(isSent && !isFirst ? [frame('\n\n')] : []), node);
      loads.push(load);
      if (isSent) left -= Math.min(sizeOf(sources, chosen), left);
    }
    parts.push(...others.nodes);
    loads.push(...others.loads);
  }
  return { parts, loads };
}

/** One project file, of which at most `left` bytes are sent. */
function readOne(
  file: SourceFile,
  sources: Sources,
  config: CodexConfig,
  left: number,
): { readonly node: SectionNode | OmittedNode; readonly load: Load } {
  const bytes = sizeOf(sources, file);
  const without = (omission: Omission, status: Load['status'], rule: string) => ({
    node: leftOut('instructions', file.id, omission),
    load: { path: file.id, status, bytes, rule },
  });
  if (config.trust === 'untrusted')
    return without(
      { reason: 'not-injected', purpose: 'config.toml marks the project untrusted' },
      'refused',
      'The project is marked untrusted in config.toml.',
    );
  if (left === 0)
    return without(
      { reason: 'over-budget', limit: config.maxBytes, actual: config.maxBytes + bytes },
      'refused',
      limitRule(config, 'They were used up before it.'),
    );
  const isCut = bytes > left;
  const body = isCut ? cutAtByte(file, bytesAt(sources, file.as), left) : wholeRope(file);
  if (isBlank(body)) return without({ reason: 'source-empty', source: file.id }, 'empty', 'A blank file is dropped.');
  return {
    node: fileSection('instructions', file.id, body, isCut ? `cut at byte ${grouped(left)}` : undefined),
    load: {
      path: file.id,
      status: isCut ? 'cut' : 'loaded',
      role: 'user',
      place,
      bytes,
      sentBytes: isCut ? left : utf8Length(ropeText(body)),
      rule: isCut
        ? limitRule(config, `It is cut at byte ${grouped(left)}, without a mark.`)
        : 'One file a folder, from the project root down to the working folder, untrimmed.',
    },
  };
}

function limitRule({ maxBytes }: CodexConfig, what: string): string {
  return `Project files get ${grouped(maxBytes)} bytes in all (project_doc_max_bytes). ${what}`;
}

function pushHidden(stretch: string, path: string, sources: Sources, parts: PromptNode[], loads: Load[]): void {
  const why = whyNot(sources, path);
  if (!isHidden(why)) return;
  parts.push(leftOut(stretch, path, unreadable(path, why)));
  loads.push(hiddenLoad(sourceId(path), why));
}
