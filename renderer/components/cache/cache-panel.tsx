import { useApp } from '../../context';
import { pinBuild } from '../../pin';
import { cacheViews, type CacheView } from '../../stores/cache';
import type { Shown } from '../../stores/inspection';
import { CacheAssumption } from './cache-assumption';
import { CacheCost } from './cache-cost';
import { CacheMoves } from './volatility';
import { CacheRequest } from './cache-request';
import { CacheTurns } from './cache-turns';
import { useCache } from './use-cache';

const titles: Readonly<Record<CacheView, string>> = { request: 'This request', turns: 'Turns', moves: 'What moves' };

/**
 * What the next request would read, write and pay; a simulated session; and what changes the prompt without an edit.
 */
export function CachePanel({ shown }: { readonly shown: Shown }) {
  const app = useApp();
  const { cache, actions } = app;
  const view = useCache((state) => state.view);
  const isWarm = useCache((state) => state.against !== 'nothing');
  const isRecording = useCache((state) => state.recording !== null);
  const run = (work: Promise<void>): void => {
    work.catch(actions.report);
  };
  return (
    <div className="cache">
      <header className="cache-head">
        <div className="segments" role="group" aria-label="View of the cache">
          {cacheViews.map((name) => (
            <button
              key={name}
              type="button"
              className="segment"
              aria-pressed={name === view}
              onClick={() => cache.show(name)}
            >
              {titles[name]}
            </button>
          ))}
        </div>
        <CacheAssumption />
        <CacheCost shown={shown} />
        <div className="cache-actions">
          <button
            type="button"
            className="quiet"
            title="This build was sent: from now on an edit is priced against it"
            onClick={() => run(cache.mark('sent'))}
          >
            Mark as sent
          </button>
          <button
            type="button"
            className="quiet"
            title="Keep this build to compare with, here and in Changes, whatever is sent later"
            onClick={() => run(pinBuild(app).then(() => (isWarm ? cache.assume('pinned') : undefined)))}
          >
            Pin
          </button>
          <button
            type="button"
            className={`quiet record${isRecording ? ' is-recording' : ''}`}
            aria-pressed={isRecording}
            title={
              'Write a turn script from what you do: ' +
              'edits, settings, pauses, and each time you mark a build as sent'
            }
            onClick={() => cache.record()}
          >
            <span aria-hidden="true">●</span> {isRecording ? 'Stop recording' : 'Record'}
          </button>
        </div>
      </header>
      <div className="cache-body">
        {view === 'request' ? (
          <CacheRequest shown={shown} />
        ) : view === 'turns' ? (
          <CacheTurns shown={shown} />
        ) : (
          <CacheMoves shown={shown} />
        )}
      </div>
    </div>
  );
}
