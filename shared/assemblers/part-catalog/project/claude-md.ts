import { frame, nodeId, omitted, section, sourceId } from '../../../document/builders';
import type { Omission, PromptNode } from '../../../document/types';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import { filesAs, missingAs } from '../../../sources/lookup';
import { folderOf, isWithin, joinPath } from '../../../sources/paths';
import { fileRope } from '../../../sources/text/rope';
import type { MissingSource, SourceFile, SourceRequest, Sources, NamedBy } from '../../../sources/types';
import { isBlankText } from '../../../sources/text/white-space';

/** The three files of the working folder, in published order (part-catalog, rule 6). */
const ownNames = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'] as const;

/** In parent folders only `CLAUDE.md` is read, nearest first, up to the root. */
export function claudeMdRequests(cwd: string, workspace: string): readonly SourceRequest[] {
  // The design itself reads parent folders of the workspace. For a folder elsewhere, the `cwd` setting is the reason.
  const namedBy: NamedBy = isWithin(workspace, cwd) ? { of: 'design' } : { of: 'setting', name: 'cwd', folder: cwd };
  const own = ownNames.map((name): SourceRequest =>
    fileRequest(`claude-md:${name}`, joinPath(cwd, name), workspace, namedBy),
  );
  const parent = folderOf(cwd);
  if (parent === cwd || /^[A-Za-z]:\/?$/.test(cwd)) return own;
  return [...own, { kind: 'ancestors', as: 'claude-md:parents', from: parent, names: ['CLAUDE.md'], namedBy }];
}

function fileRequest(as: string, path: string, workspace: string, namedBy: NamedBy): SourceRequest {
  const inside = path.startsWith(`${workspace}/`);
  return {
    kind: 'file',
    as,
    root: inside ? 'workspace' : 'absolute',
    path: inside ? path.slice(workspace.length + 1) : path,
    namedBy,
  };
}

export interface ClaudeMd {
  /** Files and omitted nodes of missing files, in order, without separators. */
  readonly nodes: readonly PromptNode[];
  readonly files: readonly SourceFile[];
  readonly hasContent: boolean;
  readonly looked: readonly string[];
  /** Why the first existing file could not be read. */
  readonly unread: Omission | undefined;
  /** Findings about the files' text, relevant only if the text is sent. */
  readonly findings: readonly Finding[];
}

/**
 * Files are not trimmed, and a blank file keeps its separators. The part is omitted only if there is no text at all.
 */
export function readClaudeMd(sources: Sources, cwd: string, workspace: string): ClaudeMd {
  const own = ownNames.map((name) => {
    const as = `claude-md:${name}`;
    const [file] = filesAs(sources, as);
    return file === undefined
      ? missingNode(missingAs(sources, as)[0] ?? { as, path: joinPath(cwd, name), why: 'missing' }, workspace)
      : fileNode(file);
  });
  const parents = filesAs(sources, 'claude-md:parents');
  const above = missingAs(sources, 'claude-md:parents');
  const files = [...ownNames.flatMap((name) => filesAs(sources, `claude-md:${name}`)), ...parents];
  const walked = nearestFirst([...parents, ...above.filter(({ why }) => why !== 'missing')]);
  const nodes = [...own, ...walked.map((each) => ('why' in each ? missingNode(each, workspace) : fileNode(each)))];
  return {
    nodes,
    unread: nodes.flatMap((node) =>
      node.type === 'omitted' && (node.omission.reason === 'source-broken' || node.omission.reason === 'untrusted')
        ? [node.omission]
        : [],
    )[0],
    files,
    hasContent: files.length > 1 || files.some((file) => file.text !== ''),
    looked: [...ownNames.map((name) => joinPath(cwd, name)), ...above.map(({ path }) => path)],
    findings: files.flatMap((file) => [...blankFindings(file), ...importFindings(file)]),
  };
}

/** All files are on one path to the root, so a longer folder name is nearer. */
function nearestFirst<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  return files.toSorted((a, b) => folderOf(b.path).length - folderOf(a.path).length);
}

const problems: Readonly<Record<Exclude<MissingSource['why'], 'missing' | 'untrusted'>, string>> = {
  refused: 'it was refused',
  'too-large': 'it is too large',
  unreadable: 'it cannot be read',
  'not-a-file': 'it is not a file',
};

/**
 * Uses the id that the file would have. Distinguishes a file that exists but was not read; the host's finding has the
 * details.
 */
function missingNode({ path, why }: MissingSource, workspace: string): PromptNode {
  const name = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
  const omission: Omission =
    why === 'missing'
      ? { reason: 'source-missing', looked: [path] }
      : why === 'untrusted'
        ? { reason: 'untrusted', paths: [path] }
        : { reason: 'source-broken', source: sourceId(name), problem: problems[why] };
  return omitted(nodeId('system', 'claude-md', name), name, 'L2', omission);
}

function fileNode(file: SourceFile): PromptNode {
  const id = nodeId('system', 'claude-md', file.id);
  if (file.text === '') return omitted(id, file.id, 'L2', { reason: 'source-empty', source: file.id });
  return section(id, file.id, 'L2', fileRope(file), { note: isBlankText(file.text) ? 'blank' : undefined });
}

function blankFindings(file: SourceFile): readonly Finding[] {
  if (!isBlankText(file.text)) return [];
  const note = 'Remove the file, or write something into it.';
  return [
    finding('info', 'claude-md-blank', `${file.id} is blank and still takes its place`, placeOf(file.id), { note }),
  ];
}

export const claudeMdSeparator = '\n\n---\n\n';

/** The value of `CLAUDE_MD`. An empty file adds only its separators. */
export function claudeMdNodes({ nodes }: ClaudeMd): readonly PromptNode[] {
  const isThere = (node: PromptNode): boolean =>
    node.type === 'section' || (node.type === 'omitted' && node.omission.reason === 'source-empty');
  const first = nodes.findIndex(isThere);
  return nodes.flatMap((node, index) => (index > first && isThere(node) ? [frame(claudeMdSeparator), node] : [node]));
}

const fence = /^[ \t]*(`{3,}|~{3,})/;
const importPattern = /(?<=^|\s)@((?:~\/|\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)*)/g;

/** Finds `@path` outside fences and inline code. It needs a slash or a file extension, so that `@name` is ignored. */
function importFindings(file: SourceFile): readonly Finding[] {
  const findings: Finding[] = [];
  let fenced: string | undefined;
  let at = 0;
  for (const line of file.text.split('\n')) {
    const mark = fence.exec(line)?.[1];
    if (fenced !== undefined) {
      if (mark?.startsWith(fenced) === true) fenced = undefined;
    } else if (mark !== undefined) fenced = mark;
    else {
      const prose = line.replaceAll(/`[^`]*`/g, (code) => ' '.repeat(code.length));
      for (const match of prose.matchAll(importPattern)) {
        const path = match[1]?.replace(/\.{1,20}$/, '') ?? '';
        if (!/\/|\.\w+$/.test(path)) continue;
        const start = at + match.index;
        findings.push(
          finding('info', 'import-not-followed', `@${path} is sent as written: imports are not followed`, {
            source: file.id,
            span: { start, end: start + 1 + path.length },
          }),
        );
      }
    }
    at += line.length + 1;
  }
  return findings;
}
