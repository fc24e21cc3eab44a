/**
 * Project context (persona-files, rules 5 and 6): files of the folder and its parents, then the project's own rules.
 */
import { memoByIdentity } from '../../basics/memo';
import { byCodePoint } from '../../basics/code-point-order';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { fileAs, filesAs, missingAs } from '../../sources/lookup';
import { baseName, expandPath, folderOf, isWithin, joinPath } from '../../sources/paths';
import { fileRope, isBlank } from '../../sources/text/rope';
import type { Facts, SourceFile, SourceRequest, Sources, NamedBy } from '../../sources/types';
import { textSetting } from '../settings';
import type { Settings } from '../types';
import { missingOmission } from './absence';
import { codePoints } from '../../sources/text/code-points';
import type { ContextFile, Project, Read } from './model';
import { grouped } from '../../basics/grouped';

/** Looked for in each folder, in this order. */
const walkedNames = ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md'] as const;

/** Later versions of the design cut the whole component at this many characters. */
const laterLimit = 8000;

let expanded:
  { readonly given: string; readonly workspace: string; readonly home: string; readonly folder: string } | undefined;

export function projectFolder(settings: Settings, { workspace, home }: Facts): string | undefined {
  const path = textSetting(settings, 'project');
  if (path === undefined) return undefined;
  if (expanded?.given !== path || expanded.workspace !== workspace || expanded.home !== home) {
    expanded = { given: path, workspace, home, folder: expandPath(path.replaceAll('\\', '/'), workspace, home) };
  }
  return expanded.folder;
}

const noRequests: readonly SourceRequest[] = [];

/** The last requests, so that repeated calls return the same list. */
let asked:
  | {
      readonly folder: string;
      readonly workspace: string;
      readonly rulesAreFile: boolean;
      readonly requests: readonly SourceRequest[];
    }
  | undefined;

export function projectRequests(
  folder: string | undefined,
  workspace: string,
  sources: Sources,
): readonly SourceRequest[] {
  if (folder === undefined) return noRequests;
  const rulesAreFile = sources.missing.some(({ as, why }) => as === 'rulesFolder' && why === 'not-a-file');
  if (asked?.folder !== folder || asked.workspace !== workspace || asked.rulesAreFile !== rulesAreFile) {
    // The design itself reads parent folders of the workspace. For a project elsewhere, the `project` setting is the
    // reason.
    const namedBy: NamedBy = isWithin(workspace, folder)
      ? { of: 'design' }
      : { of: 'setting', name: 'project', folder };
    asked = { folder, workspace, rulesAreFile, requests: requestsIn(folder, rulesAreFile, namedBy) };
  }
  return asked.requests;
}

/** `.claude/rules` is requested as a file only if it turns out to be one, so that its finding has a position. */
function requestsIn(folder: string, rulesAreFile: boolean, namedBy: NamedBy): readonly SourceRequest[] {
  const rules = joinPath(folder, '.claude/rules');
  return [
    { kind: 'folder', as: 'projectFolder', root: 'absolute', path: folder, namedBy },
    { kind: 'ancestors', as: 'walk', from: folder, names: walkedNames, namedBy },
    { kind: 'folder', as: 'rulesFolder', root: 'absolute', path: rules, namedBy },
    { kind: 'glob', as: 'rules', root: 'absolute', pattern: `${escapeGlob(rules)}/*.md`, namedBy },
    ...(rulesAreFile
      ? [{ kind: 'file' as const, as: 'rulesFile', root: 'absolute' as const, path: rules, namedBy }]
      : []),
  ];
}

function escapeGlob(path: string): string {
  return path.replaceAll(/[()[\]{}!*?|+@]/g, '\\$&');
}

export function readProject(settings: Settings, facts: Facts, sources: Sources): Read<Project> {
  const directory = projectFolder(settings, facts);
  if (directory === undefined)
    return { value: { absent: { reason: 'condition-false', condition: 'a project folder is set' } }, findings: [] };
  const walked = walkedFiles(sources);
  const rules = filesAs(sources, 'rules').toSorted((a, b) => byCodePoint(a.path, b.path));
  const untrusted = missingAs(sources, 'projectFolder').filter(({ why }) => why === 'untrusted');
  if (untrusted.length > 0)
    return { value: { absent: { reason: 'untrusted', paths: untrusted.map(({ path }) => path) } }, findings: [] };
  if (missingAs(sources, 'projectFolder').length > 0) {
    const note = { note: 'Set project to an existing folder, relative to this one, absolute or with ~.' };
    return {
      value: { absent: { reason: 'source-missing', looked: [directory] } },
      findings: [finding('error', 'project-missing', `There is no project folder ${directory}`, undefined, note)],
    };
  }
  const findings: Finding[] = [];
  const rulesFile = fileAs(sources, 'rulesFile');
  if (rulesFile !== undefined) {
    const text = '.claude/rules is a file; rules are read from a folder of that name';
    findings.push(
      finding('warning', 'rules-not-folder', text, placeOf(rulesFile.id), {
        note: 'Move it to .claude/rules/<name>.md.',
      }),
    );
  }
  const files = [
    ...keyed(walked),
    ...(rulesFile === undefined ? [] : [rulesPlaceholder(rulesFile)]),
    ...rules.map(contextFile),
  ];
  const length = files.reduce((sum, { characters }) => sum + characters, 0);
  if (length > laterLimit) {
    findings.push(
      finding(
        'info',
        'project-context-long',
        `The project's files have ${grouped(length)} characters; newer versions of this design cut project ` +
          `context at ${grouped(laterLimit)}`,
      ),
    );
  }
  const value = {
    label: baseName(directory) || directory,
    directory,
    worktree: textSetting(settings, 'worktree'),
    prompt: textSetting(settings, 'projectPrompt'),
    files,
  };
  return { value, findings };
}

/**
 * Outermost folder first; inside a folder, in the order of the names. All are on one path to the root, so a shorter
 * folder name is further out.
 */
function walkedFiles(sources: Sources): readonly ContextFile[] {
  const refused = missingAs(sources, 'walk').filter((each) => each.why !== 'missing');
  const found = [
    ...filesAs(sources, 'walk').map(contextFile),
    ...refused.map((each) => ({
      key: each.path,
      path: each.path,
      source: undefined,
      part: { absent: missingOmission(each) },
      characters: 0,
    })),
  ];
  const nameOrder = (path: string): number => walkedNames.findIndex((name) => name === baseName(path));
  return found.toSorted(
    (a, b) => folderOf(a.path).length - folderOf(b.path).length || nameOrder(a.path) - nameOrder(b.path),
  );
}

/** Not trimmed; a file of only white space is skipped. The same file gives the same object. */
const contextFile = memoByIdentity((file: SourceFile): ContextFile => {
  const rope = fileRope(file);
  const own = { key: file.id, path: file.path, source: file.id };
  return isBlank(rope)
    ? { ...own, part: { absent: { reason: 'source-empty', source: file.id } }, characters: 0 }
    : { ...own, part: { rope }, characters: codePoints(file.text) };
});

function rulesPlaceholder(file: SourceFile): ContextFile {
  return {
    key: file.id,
    path: file.path,
    source: file.id,
    part: { absent: { reason: 'source-broken', source: file.id, problem: 'it is a file, a folder was expected' } },
    characters: 0,
  };
}

/**
 * Two walked paths can link to one file. Both are sent, so each needs its own key. Rules follow, each by its own path.
 */
function keyed(files: readonly ContextFile[]): readonly ContextFile[] {
  const seen = new Map<string, number>();
  return files.map((file) => {
    const count = (seen.get(file.key) ?? 0) + 1;
    seen.set(file.key, count);
    return count === 1 ? file : { ...file, key: `${file.key}#${count}` };
  });
}
