import type { Args } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection';
import { createSession } from '../host/session';

/** Builds once with other choices; what is typed and not saved belongs to the window and is not seen. */
export async function peek(shown: Inspection, choice: Args<'inspection:peek'>[0]): Promise<Inspection> {
  const session = createSession({ watch: false });
  try {
    const elsewhere = choice.folder !== undefined && choice.folder !== shown.workspace;
    const settings = elsewhere ? (choice.settings ?? {}) : { ...shown.settings, ...choice.settings };
    return await session.open(choice.folder ?? shown.workspace, {
      ...(elsewhere ? { architecture: choice.architecture } : { architecture: choice.architecture ?? shown.architecture }),
      settings,
      model: shown.modelId,
    });
  } finally {
    await session.close();
  }
}
