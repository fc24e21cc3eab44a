import type { Predicted, SequenceStep } from '../../../shared/cache/script/sequence';
import { correctionOf } from '../../../shared/ipc/report';
import { sequenceOfSession } from '../../host/analyses/sequence';
import { findingLine } from '../findings';
import { withFolder, type BuildOptions } from '../inspect-folder';
import { tokenCell } from './inspect';
import { jsonText, table, visible, type Output } from '../output';

/** `strata sequence`: lists the requests of one file in order, with what changed and what the cache does. */
export async function runSequence(
  file: string,
  options: BuildOptions & { readonly json: boolean },
  output: Output,
): Promise<number> {
  return withFolder(file, options, async (inspection, session) => {
    const { modelId, steps, findings } = await sequenceOfSession(session, inspection);
    for (const finding of findings) output.err(findingLine(finding));
    if (options.json)
      await output.out(jsonText({ version: 1, model: modelId, ...correctionOf(inspection.analysis), steps, findings }));
    else if (steps.length > 0) await output.out(sequenceTable(steps));
    return steps.length === 0 ? 1 : 0;
  });
}

const number = new Intl.NumberFormat('en-US');

function range({ low, high }: Predicted['read']): string {
  return low === high ? number.format(low) : `${number.format(low)}–${number.format(high)}`;
}

function sequenceTable(steps: readonly SequenceStep[]): string {
  const rows = steps.map(({ label, total, changes, first, predicted, reported }, index) => {
    const parts =
      changes === null
        ? []
        : (['changed', 'added', 'removed'] as const).flatMap((kind) =>
            changes.counts[kind] === 0 ? [] : [`${changes.counts[kind]} ${kind}`],
          );
    const read = reported?.read ?? null;
    return [
      String(index + 1),
      visible(label),
      tokenCell(total),
      changes === null ? '' : parts.join(', ') || 'same',
      first === null ? '' : visible(first.node),
      predicted === null ? 'unknown' : range(predicted.read),
      read === null ? '' : number.format(read),
      predicted === null ? '' : visible(predicted.why[0] ?? ''),
    ];
  });
  return table(
    [['#', 'request', 'tokens', 'against the one before', 'parts at', 'read', 'reported', 'why'], ...rows],
    [0, 2, 5, 6],
  );
}
