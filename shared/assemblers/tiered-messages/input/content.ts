import { counted } from '../../../basics/grouped';
import { memoByIdentity, memoLast } from '../../../basics/memo';
import { sourceId } from '../../../document/builders';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import type { MissingSource, RepositoryFile, SourceFile, SourceRequest, SymbolTable } from '../../../sources/types';
import { isAbsolute } from '../../../sources/paths';
import type { AssembleInput } from '../../types';
import { cacheTarget } from '../tracker/cache-target';
import type { CountTokens } from '../count';
import { readFields, workspacePath, type Fields, type PathField } from './fields';
import { readHistory, type History } from './history';
import { measureSymbols, type MeasuredSymbols } from '../measured-symbols';
import { readState, type ReadState } from './state-file';
import { byText, readKey, type TrackerState } from '../tracker/types';

/** All inputs of the prompt, read but not yet placed in tiers. */
export interface Content {
  readonly fields: Fields;
  readonly files: readonly SourceFile[];
  readonly sources: ReadonlyMap<string, SourceFile>;
  readonly missing: ReadonlyMap<string, MissingSource>;
  readonly history: History;
  readonly symbols: MeasuredSymbols;
  /** Sorted paths; undefined until the host has listed them. */
  readonly repository: readonly string[] | undefined;
  readonly unreadable: ReadonlyMap<string, NonNullable<RepositoryFile['excluded']>>;
  readonly state: TrackerState;
  /** True if there was no earlier state. */
  readonly started: boolean;
  readonly target: number;
  readonly findings: readonly Finding[];
}

export const fileName = (path: string): string => `file/${path}`;
export const imageName = (path: string): string => `image/${path}`;
export const otherName = (name: string): string => `other/${name}`;

/** The files that the state tracks in full, in any tier. */
function trackedFiles(state: TrackerState | undefined, workspace: string): readonly string[] {
  return Object.keys(state?.items ?? {}).flatMap((key) => {
    const item = readKey(key);
    const path = item?.kind === 'file' ? workspacePath(item.name, workspace) : undefined;
    return path === undefined || path !== item?.name ? [] : [path];
  });
}

/** Returns the same objects for the same requests. */
const lastRequests = memoLast<Fields, readonly SourceRequest[]>();

export function requestsOf(input: AssembleInput): readonly SourceRequest[] {
  const fields = readFields(input);
  const state = input.sources.files.find(({ as }) => as === 'state');
  return lastRequests(fields, [state], () => requestsFor(fields, state, input));
}

function requestsFor(
  fields: Fields,
  stateFile: SourceFile | undefined,
  input: AssembleInput,
): readonly SourceRequest[] {
  const placeOfPath = new Map(allFields(fields).map(({ path, place }) => [path, place]));
  /** A path outside the workspace carries the place that names it. */
  const asked = (path: string): Pick<Extract<SourceRequest, { kind: 'file' }>, 'root' | 'path' | 'by'> => {
    const by = placeOfPath.get(path);
    return isAbsolute(path)
      ? { root: 'absolute', path, ...(by === undefined ? {} : { by }) }
      : { root: 'workspace', path };
  };
  const file = (as: string, path: string | undefined): readonly SourceRequest[] =>
    path === undefined ? [] : [{ kind: 'file', as, ...asked(path) }];
  const state = readState(stateFile);
  const paths = new Set([
    ...fields.files.flatMap(({ path }) => path ?? []),
    ...trackedFiles(state.state, input.facts.workspace),
  ]);
  return [
    ...file('manifest', 'strata.json'),
    ...file('system', fields.system.path),
    ...file('systemExtra', fields.systemExtra.path),
    ...file('history', fields.history.path),
    ...file('urls', fields.urls.path),
    ...file('state', fields.state.path),
    { kind: 'repository', as: 'repository' },
    { kind: 'symbols', as: 'symbols' },
    ...[...paths].toSorted(byText).flatMap((path) => file(fileName(path), path)),
    ...fields.images.flatMap(({ path }): readonly SourceRequest[] =>
      path === undefined ? [] : [{ kind: 'blob', as: imageName(path), ...asked(path) }],
    ),
    ...fields.otherPrompts.flatMap(({ name, path }) => file(otherName(name), path)),
  ];
}

export function readContent(input: AssembleInput, count: CountTokens): Content {
  const fields = readFields(input);
  const sources = new Map(input.sources.files.map((file) => [file.as, file]));
  const missing = new Map(input.sources.missing.map((each) => [each.as, each]));
  const history = readHistory(sources.get('history'));
  const table = input.sources.symbols ?? noSymbols;
  const repository = input.sources.repository === undefined ? notListed : listed(input.sources.repository);
  const selected = fields.files.flatMap(({ path }) =>
    path !== undefined && sources.has(fileName(path)) && !repository.unreadable.has(path) ? [path] : [],
  );
  const symbols = measureSymbols(table, count, [...new Set(selected)].toSorted(byText));
  const read = readState(sources.get('state'));
  const target = cacheTarget(input.model ?? input.manifest.model);
  const findings: Finding[] = [...fields.findings, ...history.findings, ...read.findings];
  if (!table.complete)
    findings.push(
      finding(
        'info',
        'symbols-incomplete',
        'The symbol map is still being built; the prompt will change when it is done',
      ),
    );
  findings.push(...failedParses(table.files), ...tooLarge(repository));
  for (const [part, field] of namedFiles(fields)) findings.push(...absence(part, field, missing.get(part)));
  return {
    fields,
    files: input.sources.files,
    sources,
    missing,
    history,
    symbols,
    ...repository,
    state: read.state ?? symbols.start(target),
    started: read.state === undefined,
    target,
    findings: [...findings, ...gone(read.placeOf, read.state, sources, missing, history)],
  };
}

const noSymbols: SymbolTable = { files: [], complete: true };

type Listed = Pick<Content, 'repository' | 'unreadable'>;

const notListed: Listed = { repository: undefined, unreadable: new Map() };

const listed = memoByIdentity((files: readonly RepositoryFile[]): Listed => ({
  repository: files.map(({ path }) => path).toSorted(byText),
  unreadable: new Map(
    files.flatMap(({ path, excluded }) => (excluded === undefined ? [] : [[path, excluded] as const])),
  ),
}));

function allFields(fields: Fields): readonly PathField[] {
  return [
    fields.system,
    fields.systemExtra,
    fields.history,
    fields.urls,
    fields.state,
    ...fields.files,
    ...fields.images,
    ...fields.otherPrompts,
  ];
}

function namedFiles(fields: Fields): readonly (readonly [string, PathField])[] {
  return [
    ['system', fields.system],
    ['systemExtra', fields.systemExtra],
    ['history', fields.history],
    ['urls', fields.urls],
    ...fields.otherPrompts.map((each) => [otherName(each.name), each] as const),
  ];
}

/** A missing default file is normal, except for the main prompt. A missing file that the user named is not. */
function absence(
  part: string,
  { path, written, named, place }: PathField,
  missing: MissingSource | undefined,
): readonly Finding[] {
  if (path === undefined)
    return written === '' ? [] : [finding('warning', 'part-missing', `${written} is not a file`, place)];
  if (missing === undefined || missing.why === 'untrusted' || (!named && part !== 'system')) return [];
  const severity = named && part === 'system' ? 'error' : 'warning';
  return [
    finding(severity, 'part-missing', `${path} ${missingText(missing)}`, place, {
      note: named ? 'Correct the path, or remove the setting.' : 'The design expects a main prompt in system.md.',
    }),
  ];
}

export function missingText(missing: MissingSource | undefined): string {
  switch (missing?.why) {
    case 'untrusted':
      return 'lies outside the folder and is not allowed';
    case 'refused':
      return 'was refused';
    case 'too-large':
      return 'is too large to be read';
    case 'unreadable':
      return 'cannot be read';
    case 'not-a-file':
      return 'is not a file';
    case 'missing':
    case undefined:
      return 'is not there';
  }
}

/** Items of the state whose file or message no longer exists. */
function gone(
  placeOf: ReadState['placeOf'],
  state: TrackerState | undefined,
  sources: ReadonlyMap<string, SourceFile>,
  missing: ReadonlyMap<string, MissingSource>,
  history: History,
): readonly Finding[] {
  const file = sources.get('state');
  if (file === undefined) return [];
  const lines = new Set(history.entries.map(({ index }) => String(index)));
  return Object.keys(state?.items ?? {}).flatMap((key) => {
    const item = readKey(key);
    const lost =
      item?.kind === 'history' ? !lines.has(item.name) : item?.kind === 'file' && missing.has(fileName(item.name));
    const span = lost === true ? placeOf(key) : undefined;
    return span === undefined
      ? []
      : [
          finding('info', 'tier-item-gone', `${key} is no longer there and adds nothing to the prompt`, {
            source: file.id,
            span,
          }),
        ];
  });
}

/** Above this number, broken files share one finding. */
const maxFailed = 20;

/** Reports files left out for their size. Binary files are not reported: they have no text. */
function tooLarge({ unreadable }: Listed): readonly Finding[] {
  const paths = [...unreadable].flatMap(([path, why]) => (why === 'too-large' ? [path] : []));
  if (paths.length === 0) return [];
  const rest = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  return [
    finding(
      'info',
      'repository-too-large',
      `Not in the symbol map, because too large to be read: ${paths.slice(0, 3).join(', ')}${rest}`,
    ),
  ];
}

/** Reports files that do not parse. They keep their header and the symbols that could be read. */
function failedParses(files: SymbolTable['files']): readonly Finding[] {
  const failed = files.filter((file) => file.failed !== undefined);
  const reported = failed
    .slice(0, maxFailed)
    .map(({ path, failed: why }) =>
      finding('info', 'symbols-failed', `${path}: ${why}; its symbols may be incomplete`, placeOf(sourceId(path))),
    );
  const rest = failed.length - reported.length;
  return rest === 0
    ? reported
    : [...reported, finding('info', 'symbols-failed', `${counted(rest, 'more file does', 'more files do')} not parse`)];
}
