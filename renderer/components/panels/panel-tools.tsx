import { keysOf } from '../../commands/commands';
import { useApp, useShown, useView } from '../../context';
import { panelCommandLine } from '../../model/command-line';
import type { PanelName } from '../../stores/view';
import { useCache } from '../cache/use-cache';
import { panelToolsWords as words } from '../../words/panels/build';

/** Buttons behind the tabs: copy the command that prints the same, and enlarge the panel. */
export function PanelTools({ panel }: { readonly panel: PanelName }) {
  const { view, actions } = useApp();
  const shown = useShown();
  const isMaximised = useView((state) => state.isMaximised);
  const cacheView = useCache((state) => state.view);
  const isWarm = useCache((state) => state.against !== 'nothing');
  const command = shown === null ? null : panelCommandLine(panel, shown.inspection, { cacheView, isWarm });
  return (
    <div className="panel-tools">
      {command === null ? null : (
        <button
          type="button"
          className="quiet"
          title={words.copyAsCommandLineHint(command)}
          aria-label={words.copyAsCommandLine}
          onClick={() => void actions.copyText(command, words.theCommandLine)}
        >
          <code aria-hidden="true">$_</code>
        </button>
      )}
      <button
        type="button"
        className="quiet"
        aria-pressed={isMaximised}
        aria-label={isMaximised ? words.restore : words.maximise}
        title={isMaximised ? words.restoreHint : words.maximiseHint(keysOf('maximise-panel'))}
        onClick={() => view.maximise(!isMaximised)}
      >
        <span aria-hidden="true">{isMaximised ? '▾' : '▴'}</span>
      </button>
    </div>
  );
}
