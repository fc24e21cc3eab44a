/** The request on screen, laid over a folder. */
import { tracedArchitecture, tracedId } from '../../../shared/assemblers/agents/traced';
import type { RequestToTrace } from '../../../shared/assemblers/agents/traced/trace';
import type { HandlersOf } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { requestShown, traceIn } from '../../host/analyses/sessions/trace-session';
import { readSessionFile } from '../../host/capture/store';
import { nameOf, parentOf } from '../../host/disk/paths';
import { HostError } from '../../host/errors';
import type { Session } from '../../host/session';
import { grants } from '../../window/grants';

interface Dependencies {
  readonly session: Session;
  /** The folder that holds one folder per captured session. */
  readonly captures: string;
  readonly opened: (folder: string) => void;
}

export function createTraceHandlers({ session, captures, opened }: Dependencies): HandlersOf<'trace'> {
  /** What is traced now, to be traced again. */
  let traced: { readonly request: RequestToTrace; readonly folder: string } | undefined;
  const shown = (): { readonly request: RequestToTrace; readonly own: string | null } => {
    const { inspection } = session;
    if (inspection?.architecture === tracedId && traced?.folder === inspection.workspace)
      return { request: traced.request, own: traced.folder };
    const about = inspection === null ? undefined : aboutShown(inspection, captures);
    const request = inspection === null || about === undefined ? undefined : requestShown(inspection.document, about);
    if (request === undefined) throw new HostError('bad-arguments', 'No request that was sent is on screen');
    return { request, own: request.folder };
  };
  return {
    'trace:open': async (path) => {
      const { request, own } = shown();
      const folder = path === null ? own : grants.check(path);
      if (folder === null) throw new HostError('bad-arguments', 'The folder in which the agent worked is not known');
      const made = await traceIn(folder, request);
      const inspection = await session.open(folder, { architecture: tracedId }, [tracedArchitecture(made)]);
      traced = { request, folder };
      grants.allow(folder);
      opened(folder);
      return inspection.revision;
    },
  };
}

function aboutShown(
  { workspace, architecture, controls }: Inspection,
  captures: string,
): Pick<RequestToTrace, 'name' | 'agent' | 'version' | 'session' | 'folder'> | undefined {
  if (architecture !== 'request') return undefined;
  const [file, index] = ['file', 'index'].map((each) => controls.find(({ name }) => name === each));
  const chosen = typeof index?.value === 'number' ? index.value : 1;
  const label = index?.choices?.[chosen - 1]?.label;
  const fileName = typeof file?.value === 'string' ? file.value : '';
  const kept = parentOf(workspace) === captures ? readSessionFile(workspace) : undefined;
  if (kept === undefined) {
    const name = fileName === '' ? (label ?? nameOf(workspace)) : fileName;
    return { name, agent: 'agent', version: null, session: name, folder: null };
  }
  // The label ends with the name of the exchange's files, which is its number.
  const number = Number(/(\d+)\D*$/.exec(label ?? fileName)?.[1] ?? 1);
  return {
    name: `Request ${number} of session ${kept.id}`,
    agent: kept.agent ?? 'agent',
    version: kept.agentVersion,
    session: kept.id,
    folder: kept.folder,
  };
}
