import { useStore } from 'zustand';
import { useApp } from '../../context';
import { causeText } from '../../model/cause-text';
import { formatChange, formatNumber, marks } from '../../model/counts';
import { isPinned, pinBuild } from '../../pin';
import { VirtualList } from '../basics/virtual-list';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** What was built, when and why. Any build can be compared with the current one, or pinned. */
export function HistoryPanel() {
  const app = useApp();
  const { history, view, actions } = app;
  const { builds, dropped, baseline } = useStore(history.store);
  const rows = builds
    .map((build, index) => ({ build, change: build.tokens - (builds[index - 1]?.tokens ?? build.tokens) }))
    .toReversed();
  return (
    <>
      {dropped === 0 ? null : (
        <p className="panel-lead">
          {formatNumber(dropped)} older build{dropped === 1 ? ' is' : 's are'} no longer kept.
        </p>
      )}
      <VirtualList
        items={rows}
        rowHeight={28}
        keyOf={({ build }) => String(build.revision)}
        role="list"
        aria-label="Builds"
      >
        {({ build, change }, index) => (
          <div role="listitem" className="grid-row history-row">
            <span className="number">{build.revision}</span>
            <time>{clock.format(build.at)}</time>
            <span className="preview">{causeText(build.cause)}</span>
            <span className="tokens">
              {formatNumber(build.tokens)} {marks[build.method]}
            </span>
            <span className="tokens">{formatChange(change)}</span>
            <button
              type="button"
              className="quiet"
              disabled={index === 0}
              onClick={() => {
                view.compareWith(`build:${build.revision}`);
                view.showPanel('changes');
              }}
            >
              Compare
            </button>
            <button
              type="button"
              className="quiet"
              title="Keep this build to compare with in Changes and Cache"
              onClick={() => void pinBuild(app, build).catch(actions.report)}
            >
              {isPinned(build, baseline) ? 'Pinned' : 'Pin'}
            </button>
          </div>
        )}
      </VirtualList>
    </>
  );
}
