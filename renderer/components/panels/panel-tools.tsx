import { useApp, useShown, useView } from '../../context';
import { panelCommandLine } from '../../model/command-line';
import type { PanelName } from '../../stores/view';
import { useCache } from '../cache/use-cache';
import { panelToolsWords as words } from '../../words/panels';

/** At the end of the tabs: the same on the command line, and more room. */
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
        aria-label={isMaximised ? words.restoreThePanel : words.maximiseThePanel}
        title={isMaximised ? words.restoreThePanelEscape : words.maximiseThePanelCtrlJ}
        onClick={() => view.maximise(!isMaximised)}
      >
        <span aria-hidden="true">{isMaximised ? '▾' : '▴'}</span>
      </button>
    </div>
  );
}
