import { gather } from '../../shared/assemblers/gather';
import { manifestName, readManifest } from '../../shared/assemblers/manifest';
import type { Architecture, Assembled, Settings } from '../../shared/assemblers/types';
import { sourceId } from '../../shared/document/builders';
import type { SourceId } from '../../shared/document/types';
import { nodeText } from '../../shared/document/walk';
import type { KnownFrames, LearnedFrame } from '../../shared/sources/learned-frame';
import type { Facts, Sources, SymbolTable } from '../../shared/sources/types';
import { answerFrom, testFacts, workspaceOf, type MemoryFiles } from './memory';

export interface Built extends Assembled {
  readonly text: string;
  readonly sources: Sources;
  readonly sourceTexts: ReadonlyMap<SourceId, string>;
}

/** Files → requests → assemble, in memory: one whole build without I/O. */
export function assembleFiles(
  architecture: Architecture,
  files: MemoryFiles,
  settings: Settings = {},
  facts: Facts = testFacts,
  symbols?: SymbolTable,
  frames?: KnownFrames,
): Built {
  const stored = files.get(`${facts.workspace}/${manifestName}`);
  const manifest = readManifest(
    stored === undefined
      ? undefined
      : {
          id: sourceId(manifestName),
          path: `${facts.workspace}/${manifestName}`,
          as: 'manifest',
          text: String(stored),
        },
  );
  const input = { settings: { ...manifest.value.settings, ...settings }, manifest: manifest.value, facts };
  const answer = answerFrom(files, facts, symbols);
  const { sources } = gather(architecture, input, (requests) => ({
    ...answer(requests),
    ...(frames === undefined ? {} : { frames }),
  }));
  const assembled = architecture.assemble({ ...input, sources });
  return {
    ...assembled,
    sources,
    text: assembled.document.messages.map(nodeText).join('\n\n'),
    sourceTexts: new Map(sources.files.map((file) => [file.id, file.text])),
  };
}

/** For unit tests: the files are given by workspace-relative path. */
export function assembleWorkspace(
  architecture: Architecture,
  files: Readonly<Record<string, string>>,
  settings: Settings = {},
  facts: Facts = testFacts,
): Built {
  return assembleFiles(architecture, workspaceOf(files, facts), settings, facts);
}

/** The same for an agent of which captures taught something. */
export function assembleFramed(
  architecture: Architecture,
  files: Readonly<Record<string, string>>,
  frames: readonly LearnedFrame[],
  settings: Settings = {},
  facts: Facts = testFacts,
): Built {
  const known = { agent: architecture.id, frames, problems: [] };
  return assembleFiles(architecture, workspaceOf(files, facts), settings, facts, undefined, known);
}
