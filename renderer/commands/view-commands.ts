import type { App } from '../context';
import type { Command } from './commands';

/** What the main view can show besides the list and the prompt. */
export function viewCommands({ view, cache, actions }: App): readonly Command[] {
  return [
    {
      id: 'compare',
      group: 'View',
      title: 'Compare side by side: another agent, setting, request or build',
      run: () => view.compareInView(true),
    },
    {
      id: 'sections-map',
      group: 'View',
      title: 'Show the sections as a map, or as a list',
      run: () => view.showSections(view.store.getState().sectionsAs === 'map' ? 'list' : 'map'),
    },
    {
      id: 'sort-sections',
      group: 'View',
      title: 'Sort the sections by tokens, or in the order of sending',
      run: () => view.sortSections(view.store.getState().order === 'tokens' ? 'order' : 'tokens'),
    },
    {
      id: 'copy-ruler',
      group: 'Copy',
      title: 'Copy a picture of the ruler',
      run: () => void actions.copyPicture('[data-tour="ruler"]', 'a picture of the ruler'),
    },
    {
      id: 'volatility-layer',
      group: 'Cache',
      title: 'Show volatility on the ruler',
      run: () => void cache.findMovers().catch(actions.report),
    },
  ];
}
