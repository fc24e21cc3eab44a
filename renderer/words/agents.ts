/** The notes about an agent’s own prompt. */

export const builtSentNoteWords = {
  ofSectionsAreTheSame: (count: number, rowsCount: number) => `${count} of ${rowsCount} sections are the same.`,
  builtAndSent: 'Built and sent',
  builtSentRequestOfSession: (request: number, session: string) =>
    `Built = sent: request ${request} of session ${session} is equal.`,
  notWhatRequestOfSession: (request: number, session: string) =>
    `Built ≠ sent: request ${request} of session ${session} differs.`,
  closeTheComparison: 'Close the comparison',
  otherFieldsThatDiffer: (fields: string) => `Other fields that differ: ${fields}`,
  notComparedAsItVaries: (volatile: string) => `Not compared, as it varies by run: ${volatile}`,
};

export const frameNoteWords = {
  ownPromptUnknown: (title: string, howTo = 'Totals are without it') =>
    `${title}’s own prompt is not known here. ${howTo}.`,
  withoutWhatVariesByRun: (hash: string) => `Without what varies by run: sha256 ${hash}`,
  unknownVersion: '(unknown version)',
  inFolder: (folder: string) => `, in ${folder}`,
  itsOwnPromptWasLearned: (session: string, at: string, more: string) =>
    `: its own prompt was learned from session ${session}, ${at}${more}.`,
  comparesWhatIsBuiltNow: 'Compares what is built now with what the agent sent then',
  builtSent: 'Built = sent?',
  sectionsTokensAndCacheCost: 'What the upgrade changes: sections and tokens, in Changes',
  itDiffersFrom: 'It differs from',
  theOneBefore: 'the one before',
  compare: ': compare',
};
