/** Breakpoints as a patch of strata.json, for a user who wants to keep them. */
import { breakpointPatch } from '../../../../shared/assemblers/declared/layout/breakpoint-patch';
import { manifestName } from '../../../../shared/assemblers/manifest';
import { triedIn } from '../../../../shared/ipc/cache/tried-breakpoints';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import type { TakenPatch } from '../../../../shared/ipc/results';
import type { Session } from '../../session';

export async function takenPatch(
  session: Pick<Session, 'variant'>,
  { document, architecture }: Inspection,
  placement: Parameters<typeof triedIn>[0],
): Promise<TakenPatch> {
  const file = (await session.variant({})).files.find(({ id }) => id === manifestName);
  const patch =
    file === undefined || architecture !== 'declared' ? undefined : breakpointPatch(file, triedIn(placement, document));
  if (patch === undefined)
    return {
      problem:
        `${manifestName} has a place for breakpoints only in a declared layout. The design "${architecture}" ` +
        'places them in its code: take them as breakpoints or as a request instead',
    };
  const { operations, unplaced } = patch;
  if (unplaced.length > 0)
    return {
      problem:
        `${manifestName} has no place for a breakpoint after ${unplaced.join(', ')}: ` +
        'the layout does not declare it',
    };
  return { patch: `${JSON.stringify(operations, null, 2)}\n`, operations: operations.length };
}
