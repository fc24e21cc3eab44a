/** Find everywhere. */

export const findPaneWords = {
  sections: 'Sections',
  prompt: 'Prompt',
  sources: 'Sources',
  findEverywhere: 'Find everywhere',
  find: 'Find',
  findHint: 'Find in prompt, sources and sections',
  promptSourcesSections: 'Prompt, sources, sections',
  matchCase: 'Match case',
  aa: 'Aa',
  wholeWord: 'Whole word',
  closeFind: 'Close find',
  closeEscape: 'Close (Escape)',
  whereToFind: 'Where to find',
  all: 'All',
  found: 'Found',
  foundCount: (total: string) => `${total} found`,
  notFound: (words: string) => `Not found: “${words}”`,
  searching: 'Searching…',
  keysHint: 'Arrow keys choose, Enter goes there, Escape leaves.',
  notSearched: (files: string) => (files === '1' ? ' · 1 file not searched' : ` · ${files} files not searched`),
};

export const foundRowWords = {
  more: (count: string) => `${count} more here: type on to narrow the list.`,
  leftOut: 'left out',
};
