/** Parts that many areas use: tables, lists of choices, marks and notes. */

export const markedNoteWords = {
  characters: (text: string) => `${text} characters`,
  selectedTokens: (characters: string) => `selected · ${characters}`,
  selected: (characters: string) => `${characters} selected`,
  tooManyToCount: (characters: string) => `${characters} selected: too many to count on their own`,
  vocabularyUnpublished: '; the model’s own vocabulary is not published',
  boundariesHint: (vocabulary: string, more: string) => `Draw the token boundaries of ${vocabulary}${more}`,
  boundaries: 'Boundaries',
};

export const olderMarkWords = {
  hint: 'The build on screen is newer. Ask again to update this.',
  ofRevision: (each: number) => ` · of revision ${each}`,
};

export const selectBoxWords = {
  nothingFound: 'Nothing by that name.',
  searchIn: (label: string) => `Search ${label}`,
  search: 'Search',
};

export const textShareWords = {
  hint:
    'Yours: from your files, settings and machine. Template: words, tags and headings of the design, which ' +
    'Strata supplies. Agent’s own: its prompt and tools, learned from a capture on this machine.',
  yours: 'yours',
  template: 'template',
  agentsOwn: 'agent’s own',
  framing: 'framing',
};

export const toastsWords = {
  dismiss: 'Dismiss',
};

export const dataTableWords = {
  open: 'Open',
  copyRow: 'Copy row',
  theRow: 'the row',
  copyTable: 'Copy table',
  rowsShown: (shown: string) => (shown === '1' ? '1 row' : `${shown} rows`),
  filterRows: (label: string) => `Filter ${label}`,
  filter: 'Filter',
  ofRows: (shown: string, rows: string) => `${shown} of ${rows} ${rows === '1' ? 'row' : 'rows'}`,
  rows: (rows: string) => (rows === '1' ? '1 row' : `${rows} rows`),
  copyTableHint: 'Copy the rows shown, as tab-separated text for a spreadsheet',
  noRowHas: (filter: string) => `No row has “${filter}”.`,
  row: 'Row',
};
