import { useEffect, useState } from 'react';
import type { Bridge, InspectorError, Results } from '../../../shared/ipc/contract';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { LayoutOffer } from './layout-offer';
import { RequestWays } from '../requests/open-request';

interface Props {
  readonly bridge: Bridge;
  readonly failure: InspectorError | null;
}

/** Shown without a workspace: says in a sentence what Strata does, and how to start. */
export function Welcome({ bridge, failure }: Props) {
  const { actions } = useApp();
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [left, setLeft] = useState<Results['workspace:left']>(null);
  const [examples, setExamples] = useState<Results['workspace:examples']>([]);
  useEffect(() => {
    call(bridge, 'workspace:left').then(setLeft).catch(actions.report);
    call(bridge, 'workspace:recent').then(setRecent).catch(actions.report);
    call(bridge, 'workspace:examples').then(setExamples).catch(actions.report);
  }, [bridge, actions]);
  return (
    <main className="welcome">
      <div className="welcome-core" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div>
        <h1>Strata</h1>
        <p className="lead">
          See the prompt your agent really sends: every section, where it comes from, what it weighs.
        </p>
        {failure === null ? null : (
          <p className="note note-error" role="alert">
            {failure.message}
          </p>
        )}
        {left === null ? null : <LeftOpen {...left} />}
        <LayoutOffer failure={failure} />
        <button type="button" className="primary" onClick={() => void actions.chooseFolder()}>
          Open folder…
        </button>
        <RequestWays />
        <p className="help">or drop a folder or a request onto this window</p>
        <FolderList title="Recent" folders={recent.map((path) => ({ path, title: path }))} />
        <FolderList title="Examples" folders={examples} />
      </div>
    </main>
  );
}

/** If the app crashed with a folder open, the folder is offered and not opened. */
function LeftOpen({ text, folders }: NonNullable<Results['workspace:left']>) {
  const { actions } = useApp();
  return (
    <div className="note" role="alert">
      <p>{text}</p>
      {folders.map((folder) => (
        <button key={folder} type="button" className="link" onClick={() => void actions.openFolder(folder)}>
          {folders.length === 1 ? 'Open again' : `Open ${folder} again`}
        </button>
      ))}
    </div>
  );
}

function FolderList({ title, folders }: { readonly title: string; readonly folders: Results['workspace:examples'] }) {
  const { actions } = useApp();
  if (folders.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="folders">
        {folders.map((folder) => (
          <li key={folder.path}>
            <button type="button" className="link" onClick={() => void actions.openFolder(folder.path)}>
              {folder.title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
