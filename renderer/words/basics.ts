/** Parts that many areas use: tables, lists of choices, marks and notes. */

export const markedNoteWords = {
  characters: (text: string) => `${text} characters`,
  selectedTokens: (characters: string) => `selected · ${characters}`,
  selected: (characters: string) => `${characters} selected`,
  selectedTooManyToCount: (characters: string) => `${characters} selected: too many to count on their own`,
  theModelsOwnVocabularyIs: '; the model’s own vocabulary is not published',
  drawTheTokenBoundariesOf: (vocabulary: string, more: string) => `Draw the token boundaries of ${vocabulary}${more}`,
  boundaries: 'Boundaries',
};

export const olderMarkWords = {
  theBuildOnScreenIs: 'The build on screen is newer. Ask again to update this.',
  ofRevision: (each: number) => ` · of revision ${each}`,
};

export const selectBoxWords = {
  nothingByThatName: 'Nothing by that name.',
  searchIn: (label: string) => `Search ${label}`,
  search: 'Search',
};

export const textShareWords = {
  yoursFromYourFilesSettings:
    'Yours: from your files, settings and machine. Template: words, tags and headings of the design, which ' +
    'Strata supplies. Agent’s own: its prompt and tools, learned from a capture on this machine.',
  yours: 'yours',
  template: 'template',
  agentsOwn: 'agent’s own',
};

export const toastsWords = {
  dismiss: 'Dismiss',
};

export const dataTableWords = {
  open: 'Open',
  copyRow: 'Copy row',
  theRow: 'the row',
  copyTable: 'Copy table',
  rowsShown: (shown: string) => `${shown} rows`,
  filterRows: (label: string) => `Filter ${label}`,
  filter: 'Filter',
  ofRows: (shown: string, rows: string) => `${shown} of ${rows} rows`,
  rows: (rows: string) => `${rows} rows`,
  copyTheRowsShownAs: 'Copy the rows shown, as tab-separated text for a spreadsheet',
  noRowHas: (filter: string) => `No row has “${filter}”.`,
  row: 'Row',
};
