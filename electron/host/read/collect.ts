import { gather } from '../../../shared/assemblers/gather';
import { manifestName, readManifest, settingSpan } from '../../../shared/assemblers/manifest';
import type { Architecture, AssembleInput, Settings } from '../../../shared/assemblers/types';
import type { ArchitectureInfo } from '../../../shared/ipc/inspection';
import { finding, type Finding } from '../../../shared/sources/findings';
import { configChild, type ConfigNode } from '../../../shared/sources/config/config-node';
import { fileAs, filesAs } from '../../../shared/sources/lookup';
import type { Ask } from '../../../shared/sources/trust';
import type { Facts, Place, SourceFile, SourceRequest, Sources } from '../../../shared/sources/types';
import { effectiveSettings } from '../choices';
import { detectArchitecture, lookedFor, type ReadManifest } from './detect';
import { HostError, UnknownFolder } from '../errors';
import { collectFacts } from './facts';
import type { Passage } from '../disk/allowed-path';
import type { Interests } from '../watch/interests';
import type { Reader } from './reader';
import { findTokenizer, type TokenizerFile } from '../count/tokenizer-file';
import { leftOut, usersWord } from '../disk/trust';

export interface Wanted {
  readonly architectures: readonly Architecture[];
  readonly facts: Partial<Facts>;
  readonly architecture: string | undefined;
  readonly model?: string | undefined;
  /** The current design; it stays when its last file is deleted. */
  readonly before: Architecture | undefined;
  /** By architecture, so that choices return when the user switches back. */
  readonly settings: ReadonlyMap<string, Settings>;
  /** The settings that a file in the folder named, not the user. */
  readonly notUsers?: ReadonlySet<string>;
  /** Replaces the text of a file for the design. */
  readonly rewrite?: (file: SourceFile) => SourceFile;
}

/** Everything a build is made of, read at one moment. */
export interface Input {
  readonly architecture: Architecture;
  readonly architectures: readonly ArchitectureInfo[];
  readonly assembly: AssembleInput;
  readonly clockPinned: boolean;
  readonly manifestFile: SourceFile | undefined;
  readonly manifestRoot: ConfigNode | undefined;
  /** The workspace's own caching rules. */
  readonly ruleFiles: readonly SourceFile[];
  /** The workspace's own tokenizer. */
  readonly tokenizer?: TokenizerFile | undefined;
  readonly findings: readonly Finding[];
  /** What the folder asks for but may not read. */
  readonly asks: readonly Ask[];
}

export type Collected = { readonly interests: Interests } & (
  { readonly ok: true; readonly value: Input } | { readonly ok: false; readonly error: HostError }
);

/** Constant objects, so that equal requests are recognised by identity. */
const manifestRequest: readonly SourceRequest[] = [
  { kind: 'file', as: 'manifest', root: 'workspace', path: manifestName },
];
const rulesRequest: readonly SourceRequest[] = [
  { kind: 'glob', as: 'rules', root: 'workspace', pattern: '.strata/rules/*.json' },
];

export function collect(reader: Reader, workspace: string, wanted: Wanted): Collected {
  const pass = reader.begin();
  const absent = noFolder(workspace, pass.passage(workspace));
  if (absent !== undefined) return { ok: false, error: absent, interests: pass.finish().interests };
  const manifestFile = fileAs(pass.answer(manifestRequest, workspace), 'manifest');
  const read = readManifest(manifestFile);
  const manifest = { source: manifestFile, value: read.value, root: read.root };
  const { facts, pinned, problems } = collectFacts(workspace, read.value, wanted.facts);
  const detection = detectArchitecture(wanted.architectures, manifest, pass.matches, wanted.architecture);
  const architecture =
    detection.architecture ??
    wanted.architectures.find(({ detect }) => {
      if (detect.content === undefined) return false;
      const { pattern, holds } = detect.content;
      const asked = [{ kind: 'glob', as: 'candidates', root: 'workspace', pattern, redact: true }] as const;
      return filesAs(pass.answer(asked, workspace), 'candidates').some(({ text }) => holds(text));
    }) ??
    wanted.before;
  if (architecture === undefined) {
    const error = new UnknownFolder(
      workspace,
      `${workspace} is none of the designs Strata knows. ${lookedFor(wanted.architectures)}`,
    );
    return { ok: false, error, interests: pass.finish().interests };
  }
  const chosen = wanted.settings.get(architecture.id) ?? {};
  const users = usersWord(
    Object.fromEntries(Object.entries(chosen).filter(([name]) => wanted.notUsers?.has(name) !== true)),
    { workspace, home: facts.home },
  );
  const effective = effectiveSettings(architecture, manifest, chosen);
  const input = {
    settings: effective.settings,
    manifest: read.value,
    facts,
    ...(wanted.model === undefined ? {} : { model: wanted.model }),
  };
  const { sources, settled } = gather(architecture, input, (requests) =>
    rewritten(pass.answer(placedBy(manifest, requests), facts.home, users), wanted.rewrite),
  );
  const ruleFiles = pass.answer(rulesRequest, workspace).files;
  const tokenizer = findTokenizer(workspace, read.value.tokenizer, pass.passage);
  const tokenizerAsk =
    tokenizer?.wants === undefined
      ? undefined
      : leftOut(workspace, tokenizer.wants.refused, tokenizer.wants.path, {
          by: placeIn(manifest, configChild(read.root, 'tokenizer')),
        });
  const end = pass.finish();
  return {
    ok: true,
    interests: end.interests,
    value: {
      architecture,
      architectures: detection.architectures,
      assembly: { ...input, sources },
      clockPinned: pinned,
      manifestFile,
      manifestRoot: read.root,
      ruleFiles,
      tokenizer,
      asks: [...end.asks, ...(tokenizerAsk === undefined ? [] : [tokenizerAsk.ask])],
      findings: [
        ...problems.map((problem) => finding('warning', 'machine', problem)),
        ...end.findings,
        ...(tokenizerAsk === undefined ? [] : [tokenizerAsk.finding]),
        ...read.findings,
        ...detection.findings,
        ...effective.findings,
        ...(settled ? [] : [unsettled]),
      ],
    },
  };
}

const unsettled = finding(
  'warning',
  'sources-unsettled',
  'Files that name files that name files went on for too long; some that were named last may be left out',
);

export function asksRepository({ assembly: { sources } }: Input): boolean {
  return sources.repository !== undefined || sources.symbols !== undefined;
}

function placeIn({ source }: ReadManifest, node: Pick<ConfigNode, 'span'> | undefined): Place | undefined {
  return source === undefined || node === undefined ? undefined : { source: source.id, span: node.span };
}

/** Gives requests that come from the manifest's settings their place in the manifest. */
function placedBy(manifest: ReadManifest, requests: readonly SourceRequest[]): readonly SourceRequest[] {
  if (!requests.some((request) => 'word' in request && request.word?.of === 'setting')) return requests;
  return requests.map((request) => {
    if (!('word' in request) || request.word?.of !== 'setting') return request;
    const span = settingSpan(manifest.root, request.word.name);
    const by = placeIn(manifest, span === undefined ? undefined : { span });
    return by === undefined ? request : { ...request, by };
  });
}

function rewritten(sources: Sources, rewrite: Wanted['rewrite']): Sources {
  return rewrite === undefined ? sources : { ...sources, files: sources.files.map(rewrite) };
}

function noFolder(path: string, passage: Passage): HostError | undefined {
  if (!passage.ok) return new HostError('io', `${path} cannot be opened: ${passage.problem}`);
  if (passage.stat === undefined) return new HostError('not-found', `There is no folder ${path}`);
  return passage.stat.kind === 'folder' ? undefined : new HostError('not-found', `${path} is no folder`);
}
