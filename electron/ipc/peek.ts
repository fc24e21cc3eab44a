import type { Args } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { pageInspection } from '../../shared/ipc/inspection/page-inspection';
import type { Settings } from '../../shared/assemblers/types';
import { createSession, type SessionOptions } from '../host/session';

/** Builds once with other choices, without the window's unsaved edits. */
export async function peek(
  shown: Inspection,
  chosen: Settings,
  { trust, frames }: Pick<SessionOptions, 'trust' | 'frames'>,
  choice: Args<'inspection:peek'>[0],
): Promise<Inspection> {
  const session = createSession({
    watch: false,
    ...(trust === undefined ? {} : { trust }),
    ...(frames === undefined ? {} : { frames }),
  });
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
