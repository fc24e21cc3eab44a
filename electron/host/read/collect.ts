import { gather } from '../../../shared/assemblers/gather';
import { manifestName, readManifest, settingSpan } from '../../../shared/assemblers/manifest';
import type { Architecture, AssembleInput, Settings } from '../../../shared/assemblers/types';
import type { ArchitectureInfo } from '../../../shared/ipc/inspection/inspection';
import { finding, type Finding } from '../../../shared/sources/findings';
import { configChild, type ConfigNode } from '../../../shared/sources/config/config-node';
import { fileAs, headsAs } from '../../../shared/sources/lookup';
import type { Ask } from '../../../shared/sources/trust';
import type { Facts, Place, SourceFile, SourceRequest, Sources } from '../../../shared/sources/types';
import { effectiveSettings } from '../choices';
import { detectArchitecture, lookedFor, type ReadManifest } from './detect';
import { HostError, UnknownFolder } from '../errors';
import { collectFacts } from './facts';
import type { CheckedPath } from '../disk/access/allowed-path';
import type { Interests } from '../watch/interests';
import type { Reader } from './reader';
import { findTokenizer, type TokenizerFile } from '../count/tokenizer-file';
import { leftOut, userChoices } from '../disk/access/trust';

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
  /** It asks for the files of the repository or their symbols, which are known later than the rest. */
  readonly asksRepository: boolean;
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
  const absent = noFolder(workspace, pass.checked(workspace));
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
      const { pattern, holds: wanted } = detect.content;
      const asked = [
        { kind: 'glob', as: 'candidates', root: 'workspace', pattern, redact: true, heads: true },
      ] as const;
      return headsAs(pass.answer(asked, workspace), 'candidates').some(({ holds }) => wanted.includes(holds));
    }) ??
    wanted.before;
  if (architecture === undefined) {
    const error = new UnknownFolder(
      workspace,
      `No known agent design found in ${workspace}. ${lookedFor(wanted.architectures)}`,
      detection.architectures.flatMap(({ id, title, detected }) => (detected ? [{ id, title }] : [])),
    );
    return { ok: false, error, interests: pass.finish().interests };
  }
  const chosen = wanted.settings.get(architecture.id) ?? {};
  const users = userChoices(
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
  const {
    sources,
    settled,
    requests: asked,
  } = gather(architecture, input, (requests) =>
    rewritten(pass.answer(placedBy(manifest, requests), facts.home, users), wanted.rewrite),
  );
  const ruleFiles = pass.answer(rulesRequest, workspace).files;
  const tokenizer = findTokenizer(workspace, read.value.tokenizer, pass.checked);
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
      asksRepository: asked.some(({ kind }) => kind === 'repository' || kind === 'symbols'),
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
  'Too many levels of files that name other files: the last ones may be left out',
);

function placeIn({ source }: ReadManifest, node: Pick<ConfigNode, 'span'> | undefined): Place | undefined {
  return source === undefined || node === undefined ? undefined : { source: source.id, span: node.span };
}

/** Gives requests that come from the manifest's settings their place in the manifest. */
function placedBy(manifest: ReadManifest, requests: readonly SourceRequest[]): readonly SourceRequest[] {
  if (!requests.some((request) => 'namedBy' in request && request.namedBy?.of === 'setting')) return requests;
  return requests.map((request) => {
    if (!('namedBy' in request) || request.namedBy?.of !== 'setting') return request;
    const span = settingSpan(manifest.root, request.namedBy.name);
    const by = placeIn(manifest, span === undefined ? undefined : { span });
    return by === undefined ? request : { ...request, by };
  });
}

function rewritten(sources: Sources, rewrite: Wanted['rewrite']): Sources {
  return rewrite === undefined ? sources : { ...sources, files: sources.files.map(rewrite) };
}

function noFolder(path: string, checked: CheckedPath): HostError | undefined {
  if (!checked.ok) return new HostError('io', `${path} cannot be opened: ${checked.problem}`);
  if (checked.stat === undefined) return new HostError('not-found', `There is no folder ${path}`);
  return checked.stat.kind === 'folder' ? undefined : new HostError('not-found', `${path} is not a folder`);
}
