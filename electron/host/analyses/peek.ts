import { specsOf } from '../../../shared/assemblers/settings';
import type { Settings, SettingSpec } from '../../../shared/assemblers/types';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { checkSettings } from '../choices';
import { HostError } from '../errors';
import { inspectionOf } from '../inspect';
import type { Session } from '../session';
import { Linter } from './lint';

export interface Peek {
  readonly architecture?: string | undefined;
  /** Over the user's choices. Null resets a setting. */
  readonly settings?: Settings | undefined;
}

/**
 * The open folder with other choices. Unsaved edits, clock, model and corrections are those of the prompt on screen, so
 * that the two differ by the choices alone.
 */
export async function peekAt(session: Session, { architecture, settings = {} }: Peek): Promise<Inspection> {
  const shown = session.inspection;
  if (shown === null) throw new HostError('no-workspace', 'No folder is open');
  if (shown.stale)
    throw new HostError(
      'conflict',
      'The prompt on screen is older than its files, which cannot be built now: nothing can be compared with it',
    );
  const id = architecture ?? shown.architecture;
  const specs = id === shown.architecture ? shown.specs : await specsAs(session, id);
  const { input, assembled } = await session.variant({
    architecture: id,
    settings: checkSettings(id, specs, settings),
  });
  const { modelId } = shown;
  const built = {
    input,
    assembled,
    analysis: await session.analyze(assembled.document),
    countFindings: [],
    modelId,
  };
  return inspectionOf({ ...built, linted: new Linter().lint(built) }, undefined, {
    workspace: shown.workspace,
    revision: shown.revision,
    cause: shown.cause,
    builtIn: shown.builtIn,
    sources: shown.sources,
    watcher: { watching: shown.watching, overLimit: 0 },
    architectureChosen: shown.architectureNamed,
    trusted: shown.trusted,
  });
}

async function specsAs(session: Session, architecture: string): Promise<readonly SettingSpec[]> {
  const { input } = await session.variant({ architecture });
  return specsOf(input.architecture, input.assembly.manifest);
}
