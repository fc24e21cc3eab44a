/** Side by side, and the matrix of variants. */

export const compareViewWords = {
  compareWith: 'Compare with',
  anotherWorkspace: 'another folder…',
  close: 'Close',
  tokensShared: (tokens: string, mark: string) => `${tokens} ${mark} tokens shared`,
  oneDiffers: '1 section differs',
  manyDiffer: (count: number) => `${count} sections differ`,
  fromStart: (percentOf: string, endsIn: string, differing: string, change: string, mark: string) =>
    `from the start (${percentOf} of this side), up to ${endsIn}. ${differing}: ${change} ${mark} tokens.`,
  same: 'The same tools and text',
  tokens: (tokens: string, mark: string) => `, ${tokens} ${mark} tokens.`,
  tokensChange: (before: string, after: string) => `${before} → ${after} tokens`,
  changed: 'changed',
  onlyIn: (side: string) => `only in ${side}:`,
  onlyOnScreen: 'only on screen:',
  andMore: (count: string) => `and ${count} more`,
  onScreenTokens: (tokens: string, mark: string) => `on screen · ${tokens} ${mark}`,
  onScreen: 'On screen',
  building: 'Building the other side…',
  nothingToCompare: 'Nothing to compare with yet: change a file or a setting, or choose something else above.',
  sharedShare: (percentOf: string) => `${percentOf} shared from the start`,
};

export const matrixAxesWords = {
  vary: 'Vary',
  andMore: (count: number) => ` and ${count} more`,
  buildingVariants: 'Building variants',
  of: (done: string, total: string) => `${done} of ${total}`,
  stop: 'Stop',
  buildVariants: (count: string) => (count === '1' ? 'Build 1 variant' : `Build ${count} variants`),
};

export const matrixPanelWords = {
  older: (revision: number) =>
    `Built at revision ${revision}. Something changed since: build again to update the rows.`,
  howTo:
    'Choose what to vary, then build: one row for each combination, with its tokens, its findings and what ' +
    'it shares with the others.',
};

export const matrixTableWords = {
  variants: 'Variants',
  openVariant: (variantLabel: string) => `Open ${variantLabel}`,
  onScreenIsNewer: 'The build on screen is newer. Build again to add it.',
  tickSecond: 'Tick a second variant to compare the two.',
  copyAsCommandLine: 'Copy as command line',
  theCommandLine: 'the command line',
  compare: 'Compare',
  compareVariant: (variantLabel: string) => `Compare ${variantLabel}`,
  onScreenTitle: 'On screen',
  onScreen: 'on screen',
  tokens: 'Tokens',
  findings: 'Findings',
  findingsHint: 'Errors, warnings and notes, as the Findings panel would list them',
  sharedStart: 'Shared characters',
  sharedStartHint: 'Characters at the start that it shares with the most similar variant',
  hash: 'Hash',
  hashHint: 'Equal for requests that are equal',
  repeatedHint: 'Another variant makes the very same request',
  repeated: 'repeated',
  noPrompt: 'no prompt',
  errors: (count: number) => (count === 1 ? '1 error' : `${count} errors`),
  warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
  notes: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
};
