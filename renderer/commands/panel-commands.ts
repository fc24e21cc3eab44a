import type { Inspection } from '../../shared/ipc/inspection/inspection';
import type { App } from '../context';
import { axisChoices } from '../model/compare/matrix';
import { showsLoadMap } from '../model/load-map';
import { cacheViewHelp, cacheViewTitles } from '../model/panels/cache-words';
import { panelTitles } from '../model/panels/panel-words';
import { cacheViews } from '../stores/cache';
import { hasSequence } from '../stores/requests';
import { panelNames, type PanelName } from '../stores/view';
import type { Command } from './commands';

/** One command for each panel that the open folder has, and one for each view of the cache. */
export function panelCommands({ inspection, view, cache }: App): readonly Command[] {
  const open = inspection.store.getState().shown?.inspection;
  if (open === undefined) return [];
  return [
    ...panelNames
      .filter((name) => hasPanel(name, open))
      .map((name): Command => ({
        id: `show-${name}`,
        group: 'Panel',
        title: panelTitles[name],
        run: () => view.showPanel(name),
      })),
    ...cacheViews.map((name): Command => ({
      id: `cache-${name}`,
      group: 'Cache',
      title: `${cacheViewTitles[name]}: ${cacheViewHelp[name]}`,
      run: () => {
        cache.show(name);
        view.showPanel('cache');
      },
    })),
  ];
}

function hasPanel(name: PanelName, inspection: Inspection): boolean {
  const { panels, architecture } = inspection;
  switch (name) {
    case 'recall':
    case 'catalog':
    case 'tiers':
    case 'sizes':
      return panels[name] !== undefined;
    case 'agents':
      return showsLoadMap(inspection);
    case 'sequence':
      return hasSequence(inspection);
    case 'sent':
      return architecture !== 'request';
    case 'matrix':
      return architecture !== 'request' && axisChoices(inspection).length > 0;
    default:
      return true;
  }
}
