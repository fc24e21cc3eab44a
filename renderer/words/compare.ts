/** Side by side, and the matrix of variants. */

export const compareViewWords = {
  compareWith: 'Compare with',
  anotherWorkspace: 'another workspace…',
  close: 'Close',
  tokensShared: (tokens: string, mark: string) => `${tokens} ${mark} tokens shared`,
  sDiffer: 's differ',
  differs: ' differs',
  fromTheStartOfThis: (
    percentOf: string,
    endsIn: string,
    changesCount: number,
    part: string,
    change: string,
    mark: string,
  ) =>
    `from the start (${percentOf} of this side), up to ${endsIn}. ` +
    `${changesCount} part${part}: ${change} ${mark} tokens.`,
  theSameToolsAndText: 'The same tools and text',
  tokens: (tokens: string, mark: string) => `, ${tokens} ${mark} tokens.`,
  tokensChange: (before: string, after: string) => `${before} → ${after} tokens`,
  andMore: (count: string) => `and ${count} more`,
  onScreenTokens: (tokens: string, mark: string) => `on screen · ${tokens} ${mark}`,
  onScreen: 'On screen',
  buildingTheOtherSide: 'Building the other side…',
  nothingToCompareWithYet: 'Nothing to compare with yet: change a file or a setting, or choose something else above.',
  sharedFromTheStart: (percentOf: string) => `${percentOf} shared from the start`,
};

export const matrixAxesWords = {
  vary: 'Vary',
  andMore: (count: number) => ` and ${count} more`,
  buildingVariants: 'Building variants',
  of: (done: string, total: string) => `${done} of ${total}`,
  stop: 'Stop',
  buildVariant: (count: string, plural: string) => `Build ${count} variant${plural}`,
};

export const matrixPanelWords = {
  ofRevisionSomethingChangedSince: (revision: number) =>
    `Built at revision ${revision}. Something changed since: build again to update the rows.`,
  chooseWhatToVaryThen:
    'Choose what to vary, then build: one row for each combination, with its tokens, its findings and what ' +
    'it shares with the others.',
};

export const matrixTableWords = {
  variants: 'Variants',
  openVariant: (variantLabel: string) => `Open ${variantLabel}`,
  theBuildOnScreenIs: 'The build on screen is newer. Build again to add it.',
  tickASecondVariantTo: 'Tick a second variant to compare the two.',
  copyAsCommandLine: 'Copy as command line',
  theCommandLine: 'the command line',
  compare: 'Compare',
  compareVariant: (variantLabel: string) => `Compare ${variantLabel}`,
  onScreenTitle: 'On screen',
  onScreen: 'on screen',
  tokens: 'Tokens',
  findings: 'Findings',
  errorsWarningsAndNotesAs: 'Errors, warnings and notes, as the Findings panel would list them',
  sharedStart: 'Shared start',
  charactersItSharesFromThe: 'Characters at the start that it shares with the most similar variant',
  hash: 'Hash',
  equalForRequestsThatAre: 'Equal for requests that are equal',
  anotherVariantMakesTheVery: 'Another variant makes the very same request',
  repeated: 'repeated',
  noPrompt: 'no prompt',
};
