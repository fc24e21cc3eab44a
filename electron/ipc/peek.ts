import type { Args } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection';
import { pageInspection } from '../../shared/ipc/page-inspection';
import type { Settings } from '../../shared/assemblers/types';
import { createSession } from '../host/session';
import type { TrustStore } from '../host/disk/trust';

/** Builds once with other choices, without the window's unsaved edits. */
export async function peek(
  shown: Inspection,
  chosen: Settings,
  trust: TrustStore,
  choice: Args<'inspection:peek'>[0],
): Promise<Inspection> {
  const session = createSession({ watch: false, trust });
  try {
    const elsewhere = choice.folder !== undefined && choice.folder !== shown.workspace;
    const settings = elsewhere ? (choice.settings ?? {}) : { ...chosen, ...choice.settings };
    const inspection = await session.open(choice.folder ?? shown.workspace, {
      ...(elsewhere
        ? { architecture: choice.architecture }
        : { architecture: choice.architecture ?? shown.architecture }),
      settings,
      model: shown.modelId,
    });
    return pageInspection(inspection);
  } finally {
    await session.close();
  }
}
