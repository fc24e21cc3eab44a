/** The notes about an agent’s own prompt. */

export const builtSentNoteWords = {
  hash: (hash: string) => `sha256 ${hash}`,
  sectionsSame: (count: number, rowsCount: number) => `Sections that are the same: ${count} of ${rowsCount}.`,
  builtAndSent: 'Built and sent',
  equal: (request: number, session: string) => `Built = sent: request ${request} of session ${session} is equal.`,
  differs: (request: number, session: string) => `Built ≠ sent: request ${request} of session ${session} differs.`,
  close: 'Close the comparison',
  otherFields: (fields: string) => `Other fields that differ: ${fields}`,
  notCompared: (volatile: string) => `Not compared, as it varies by run: ${volatile}`,
};

export const frameNoteWords = {
  ownPromptUnknown: (title: string, howTo = 'Totals are without it') =>
    `${title}’s own prompt is not known here. ${howTo}.`,
  hash: (hash: string) => `Without what varies by run: sha256 ${hash}`,
  unknownVersion: '(unknown version)',
  inFolder: (folder: string) => `, in ${folder}`,
  learnedFrom: (session: string, at: string, more: string) =>
    `: its own prompt was learned from session ${session}, ${at}${more}.`,
  builtSentHint: 'Compares what is built now with what the agent sent then',
  builtSent: 'Built = sent?',
  compareHint: 'What the upgrade changes: sections and tokens, in Changes',
  differsFrom: 'It differs from',
  oneBefore: 'the one before',
  compare: ': compare',
};
