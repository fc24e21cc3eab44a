import { memoByIdentity } from '../../shared/basics/memo';
import { noModelRule } from '../../shared/ipc/inspection/assumed-model';
import { assumedModelId, defaultModelId, fileModelId } from '../../shared/analysis/models';
import { specsOf } from '../../shared/assemblers/settings';
import type { PromptDocument } from '../../shared/document/types';
import { leaves } from '../../shared/document/walk';
import type { BuildCause } from '../../shared/ipc/inspection/build-cause';
import type { Inspection, SourceInfo } from '../../shared/ipc/inspection/inspection';
import { finding, type Finding } from '../../shared/sources/findings';
import type { Sources } from '../../shared/sources/types';
import { hasBrokenManifest, isBroken, keepsGood, type Built } from './build';
import type { Input } from './read/collect';
import type { HostError } from './errors';
import { locateAsks, locateFindings } from './read/locate';
import type { WatcherState } from './watch/watcher';

/** Facts about a build beyond its result. */
export interface BuildInfo {
  readonly workspace: string;
  readonly revision: number;
  readonly cause: BuildCause;
  readonly builtIn: number;
  readonly sources: readonly SourceInfo[];
  readonly watcher: WatcherState;
  /** True if the user chose it, in the window or on the command line. */
  readonly architectureChosen: boolean;
  /** What the folder may read outside itself. */
  readonly trusted: readonly string[];
}

/** `good` is the last valid build; it stays on screen while the newest is invalid. */
export function inspectionOf(next: Built, good: Built | undefined, about: BuildInfo): Inspection {
  const { input, assembled } = next;
  const stale = good !== undefined && keepsGood(good, next);
  const shown = stale ? good : next;
  /** The choices of the newest build, unless its manifest is unreadable. */
  const chosen = stale && hasBrokenManifest(next) ? good : next;
  const { modelId } = chosen;
  const findings = [
    ...input.findings,
    ...assembled.findings,
    ...chosen.countFindings,
    ...watcherFindings(about.watcher),
    ...(stale ? [] : next.linted.findings),
  ];
  return {
    revision: about.revision,
    workspace: about.workspace,
    architecture: chosen.input.architecture.id,
    architectures: input.architectures,
    architectureNamed:
      about.architectureChosen || chosen.input.assembly.manifest.architecture === chosen.input.architecture.id,
    specs: specsOf(chosen.input.architecture, chosen.input.assembly.manifest),
    settings: chosen.input.assembly.settings,
    controls: chosen.assembled.controls,
    modelId,
    document: shown.assembled.document,
    analysis: shown.analysis,
    breakpointUse: shown.linted.breakpointUse,
    findings: locateFindings(findings, filesOf(input)),
    asks: locateAsks(input.asks, filesOf(input)),
    trusted: about.trusted,
    sources: about.sources,
    stale,
    usable: assembled.usable,
    panels: shown.assembled.panels ?? {},
    builtIn: about.builtIn,
    watching: about.watcher.watching,
    cause: about.cause,
  };
}

/** The folder is gone or no longer recognised: keeps what was shown, marked stale, with the reason first. */
export function failedInspection(shown: Inspection, error: HostError, about: BuildInfo): Inspection {
  const { revision, cause, builtIn, sources, watcher } = about;
  const findings = [finding('error', 'workspace', error.message)];
  return {
    ...shown,
    revision,
    cause,
    builtIn,
    sources,
    watching: watcher.watching,
    findings,
    stale: true,
    usable: false,
  };
}

export const filesOf = memoByIdentity(({ manifestFile, ruleFiles, assembly }: Input): Sources['files'] => [
  ...(manifestFile === undefined ? [] : [manifestFile]),
  ...ruleFiles,
  ...assembly.sources.files,
]);

interface ChosenModel {
  readonly id: string;
  readonly findings: readonly Finding[];
}

/** A request went to some model. If nobody says to which, the figures rest on an assumption, and that is said. */
export function modelOf(chosen: string | undefined, { architecture, assembly, tokenizer }: Input): ChosenModel {
  const named = architecture.modelOf?.(assembly);
  const id =
    chosen ??
    (architecture.hasOwnModel === true ? named : undefined) ??
    assembly.manifest.model ??
    named ??
    (tokenizer === undefined ? undefined : fileModelId);
  if (id !== undefined) return { id, findings: [] };
  if (architecture.id !== 'request') return { id: defaultModelId, findings: [] };
  const assumed = assumedModelId(architecture.formOf?.(assembly));
  const message = `The request names no model: it is counted and judged as if it went to ${assumed}`;
  const note = 'Choose the model it went to.';
  return { id: assumed, findings: [finding('info', noModelRule, message, undefined, { note })] };
}

export function showsClock(document: PromptDocument): boolean {
  return document.messages.some((message) =>
    leaves(message).some(({ origin }) => origin.kind === 'environment' && origin.key === 'now'),
  );
}

/**
 * True if a file that had text is empty or gone: probably a save in progress. Most editors write again within
 * milliseconds.
 */
export function looksEmptied(shown: Input, next: Input): boolean {
  const before = filesOf(shown);
  const after = filesOf(next);
  if (before.length === after.length && before.every((file, index) => file.path === after[index]?.path)) {
    return before.some((file, index) => file.text !== '' && after[index]?.text === '');
  }
  const filled = new Set(after.filter((file) => file.text !== '').map((file) => file.path));
  return before.some((file) => file.text !== '' && !filled.has(file.path));
}

/** Same check after a build: a valid file is now broken. */
export function looksHalfWritten(shown: Built, next: Built): boolean {
  return isUnsound(next) && !isUnsound(shown);
}

function isUnsound({ input, assembled }: Built): boolean {
  return !assembled.usable || isBroken([...input.findings, ...assembled.findings]);
}

/** The files whose text differs between two builds. */
export function changedFiles(before: Input, after: Input): readonly string[] {
  const old = new Map(filesOf(before).map((file) => [file.id, file]));
  const now = new Map(filesOf(after).map((file) => [file.id, file]));
  return [...new Set([...now.keys(), ...old.keys()])].filter(
    (id) => old.get(id) !== now.get(id) && old.get(id)?.text !== now.get(id)?.text,
  );
}

function watcherFindings({ overLimit }: WatcherState): readonly Finding[] {
  if (overLimit === 0) return [];
  const message =
    `The system allows no more file watches; ${overLimit} ` +
    `${overLimit === 1 ? 'folder is' : 'folders are'} looked at every second instead`;
  return [
    finding('warning', 'watch-limit', message, undefined, {
      note: 'On Linux raise fs.inotify.max_user_watches or max_user_instances.',
    }),
  ];
}
