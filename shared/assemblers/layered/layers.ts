/** Layers whose text is one file: identity, soul and tools. */
import { sourceId } from '../../document/builders';
import type { Omission, SourceId } from '../../document/types';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { fileAs, missingAs } from '../../sources/lookup';
import { fileRope, ropeText, sliceRope, trimRope, type Rope } from '../../sources/text/rope';
import type { MissingSource, SourceFile, Sources } from '../../sources/types';
import { contentStart } from '../../sources/text/white-space';
import type { AgentFile } from './agent-file';
import type { Layer, LayerName, PromptModel } from './model';
import { cutAtLimit, layerLimit } from './truncate';
import { grouped } from '../../basics/grouped';

export interface TextLayer extends Layer {
  readonly name: LayerName;
  /** The file that the text comes from or would come from. */
  readonly source: SourceId;
}

export function identityLayer(agent: AgentFile): TextLayer {
  return limited('Identity', agent.source.id, agent.identity, agent.identity);
}

export function toolsLayer(sources: Sources): TextLayer {
  const file = fileAs(sources, 'tools');
  const source = sourceId('TOOLS.md');
  return file === undefined
    ? { name: 'Tools', source, rope: [], absent: missing(sources, ['tools'], ['TOOLS.md']) }
    : fileLayer('Tools', file);
}

/** layered, rule 4: the agent's own SOUL.md wins, even when empty; the workspace's is then shown as overridden. */
export function soulLayer(
  sources: Sources,
  soulPath: string,
): {
  readonly layer: TextLayer;
  readonly overridden: PromptModel['overriddenSoul'];
  readonly findings: readonly Finding[];
} {
  const [own, shared] = [fileAs(sources, 'agent-soul'), fileAs(sources, 'soul')];
  const winner = own ?? shared;
  if (winner === undefined) {
    const absent = missing(sources, ['agent-soul', 'soul'], [soulPath, 'SOUL.md']);
    return { layer: { name: 'Soul', source: sourceId('SOUL.md'), rope: [], absent }, overridden: [], findings: [] };
  }
  const layer = fileLayer('Soul', winner);
  const overridden =
    own === undefined || shared === undefined
      ? []
      : [{ source: shared.id, rope: trimRope(fileRope(shared)), by: own.id }];
  const silenced = overridden.length > 0 && layer.absent !== undefined;
  const note = 'Remove the empty file to send SOUL.md, or leave it to send no personality.';
  return {
    layer,
    overridden,
    findings: silenced
      ? [
          finding('info', 'soul-empty', `${winner.id} is empty and still wins over SOUL.md`, placeOf(winner.id), {
            note,
          }),
        ]
      : [],
  };
}

function fileLayer(name: LayerName, file: SourceFile): TextLayer {
  const asRead = fileRope(file);
  return limited(name, file.id, asRead, trimRope(asRead));
}

/** The limit applies to the text as read; the sent text is trimmed. */
function limited(name: LayerName, source: SourceId, asRead: Rope, rope: Rope): TextLayer {
  const cut = cutAtLimit(asRead);
  if (cut !== undefined)
    return { name, source, rope, cut: { ...cut, kept: sliceRope(cut.kept, contentStart(ropeText(cut.kept))) } };
  return rope.length === 0
    ? { name, source, rope, absent: { reason: 'source-empty', source } }
    : { name, source, rope };
}

const refusals: Readonly<Record<Exclude<MissingSource['why'], 'missing' | 'untrusted'>, string>> = {
  refused: 'it was refused',
  'too-large': 'it is too large',
  unreadable: 'it cannot be read',
  'not-a-file': 'it is not a file',
};

/** Distinguishes a file that exists but was not read; the host's finding has the details. */
function missing(sources: Sources, as: readonly string[], looked: readonly string[]): Omission {
  for (const [index, each] of as.entries()) {
    const { why = 'missing', path = '' } = missingAs(sources, each)[0] ?? {};
    if (why === 'untrusted') return { reason: 'untrusted', paths: [path] };
    if (why !== 'missing')
      return { reason: 'source-broken', source: sourceId(looked[index] ?? ''), problem: refusals[why] };
  }
  return { reason: 'source-missing', looked };
}

/** layered, rule 10: a cut is a warning with both sizes. */
export function cutFindings(layers: readonly TextLayer[]): readonly Finding[] {
  return layers.flatMap(({ name, source, cut }) => {
    if (cut === undefined) return [];
    const at = cut.rest[0]?.origin;
    const place = at?.kind === 'file' ? placeOf(source, at.span.start) : placeOf(source);
    const message = `${name} has ${grouped(cut.total)} characters; only the first ${grouped(cut.shown)} are sent`;
    return [
      finding('warning', 'truncated', message, place, { note: `A layer may have ${grouped(layerLimit)} characters.` }),
    ];
  });
}
