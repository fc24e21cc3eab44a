import { useEffect, useState } from 'react';
import { visible } from '../../../shared/basics/invisible';
import type { Bridge, InspectorError, Results } from '../../../shared/ipc/contract';
import { call } from '../../bridge';
import { useApp } from '../../context';
import { SessionsPanel } from '../captures/sessions-panel';
import { OpenRequestButtons } from '../requests/open-request';
import { ExampleCard } from './example-card';
import { RecentSessions } from './recent-sessions';
import { UnknownFolder } from './unknown-folder';
import { welcomeWords as words } from '../../words/window/start';
import { CoreIcon } from '../basics/core-icon';

interface Props {
  readonly bridge: Bridge;
  readonly failure: InspectorError | null;
}

/** Shown without a workspace: what Strata does, in a sentence, and every way in. */
export function Welcome({ bridge, failure }: Props) {
  const { actions, view } = useApp();
  const [isCapturing, setCapturing] = useState(false);
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
      <header className="welcome-head">
        <CoreIcon />
        <div>
          <h1>{words.strata}</h1>
          <p className="lead">{words.lead}</p>
        </div>
      </header>
      {failure === null ? null : failure.folder !== undefined ? (
        <UnknownFolder failure={{ ...failure, folder: failure.folder }} />
      ) : (
        <p className="note note-error" role="alert">
          {failure.message}
        </p>
      )}
      {left === null ? null : <LeftOpen {...left} />}
      {isCapturing ? (
        <section className="welcome-capture" aria-label={words.capture}>
          <SessionsPanel />
        </section>
      ) : null}
      <div className="welcome-columns">
        <div className="welcome-own">
          <h2>{words.start}</h2>
          <div className="start-choices">
            <button type="button" className="primary" onClick={() => void actions.chooseFolder()}>
              {words.openFolder}
            </button>
            <OpenRequestButtons />
            <button
              type="button"
              className="quiet outlined"
              onClick={() => {
                view.showPanel('sessions');
                setCapturing(!isCapturing);
              }}
              aria-expanded={isCapturing}
            >
              {words.captureAnAgent}
            </button>
          </div>
          <p className="help">{words.orDrop}</p>
          <RecentFolders folders={recent} />
          <RecentSessions onMore={() => setCapturing(true)} />
        </div>
        <section className="welcome-examples">
          <h2>{words.examples}</h2>
          {examples.map((example) => (
            <ExampleCard key={example.path} example={example} />
          ))}
        </section>
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
          {folders.length === 1 ? words.openAgain : words.openFolderAgain(visible(folder))}
        </button>
      ))}
    </div>
  );
}

function RecentFolders({ folders }: { readonly folders: readonly string[] }) {
  const { actions } = useApp();
  if (folders.length === 0) return null;
  return (
    <section>
      <h2>{words.recent}</h2>
      <ul className="start-list">
        {folders.map((folder) => (
          <li key={folder}>
            <button type="button" title={visible(folder)} onClick={() => void actions.openFolder(folder)}>
              <span className="start-name">
                {visible(folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder)}
              </span>
              <span className="start-note">{visible(folder)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
