import type { Cause } from '../../../../shared/cache/script/volatility';
import type { VolatilityView } from '../../../../shared/ipc/cache/cache-view';
import { correctionOf } from '../../../../shared/ipc/written/report';
import { sequenceOfSession } from '../../../host/analyses/sequence';
import { findVolatility } from '../../../host/analyses/cache/volatility';
import { differedReport, differedText } from '../../bill/differed';
import { findingLine, printFindings } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { jsonText, range, table, visible, type Output } from '../../print/output';

/** `strata volatile`: reports what changes the prompt without an edit; of a log, what differed between its requests. */
export async function runVolatile(
  folder: string,
  options: BuildOptions & { readonly json: boolean },
  output: Output,
): Promise<number> {
  return withFolder(folder, options, async (inspection, session) => {
    printFindings(inspection, output);
    if (!inspection.usable) return 1;
    if (inspection.architecture === 'request') {
      const { steps } = await sequenceOfSession(session, inspection);
      await output.out(options.json ? jsonText(differedReport(steps)) : differedText(steps));
      return 0;
    }
    const view = await findVolatility(session);
    await output.out(
      options.json ? jsonText({ version: 1, ...correctionOf(inspection.analysis), ...view }) : volatilityText(view),
    );
    return 0;
  });
}

/** As the window names them. */
const causeNames = {
  clock: 'clock',
  environment: 'machine',
  'key-order': 'key order',
  setting: 'setting',
} as const satisfies Record<Cause['kind'], string>;

const named = 4;

function volatilityText({ tried, skipped, untried, movers, findings }: VolatilityView): string {
  const hasMoved = (cause: Cause): boolean =>
    movers.some((mover) => mover.cause === cause || (cause.kind === 'clock' && mover.cause.kind === 'clock'));
  const still = tried.filter((cause) => !skipped.includes(cause) && !hasMoved(cause)).map(({ name }) => name);
  const rows = movers.map(({ cause, sections, ranges, behind, stableBehind }) => {
    const more = sections.length > named ? ` and ${sections.length - named} more` : '';
    const characters = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    return [
      causeNames[cause.kind],
      visible(cause.name),
      visible(sections.slice(0, named).join(', ') + more),
      // Text that is only added changes no existing character.
      characters === 0 ? 'some added' : range(characters, characters),
      range(behind, behind),
      range(stableBehind, stableBehind),
    ];
  });
  const moved =
    rows.length === 0
      ? 'Nothing changes this prompt by itself.\n'
      : table([['cause', 'what', 'changes', 'characters', 'tokens after it', 'of them stable'], ...rows], [3, 4, 5]);
  const notes = [
    ...(still.length === 0 ? [] : [`changes nothing: ${visible(still.join('; '))}\n`]),
    ...(skipped.length === 0 ? [] : [`no prompt to compare: ${visible(skipped.map(({ name }) => name).join('; '))}\n`]),
    ...(untried.length === 0 ? [] : [`not tried, there are too many settings: ${visible(untried.join(', '))}\n`]),
  ];
  const lines = findings.map(
    (finding) => `${findingLine(finding)}\n${finding.note === undefined ? '' : `  ${visible(finding.note)}\n`}`,
  );
  return [moved, ...(notes.length === 0 ? [] : ['\n', ...notes]), ...(lines.length === 0 ? [] : ['\n', ...lines])].join(
    '',
  );
}
