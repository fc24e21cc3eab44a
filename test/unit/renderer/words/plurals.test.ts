import { expect, it } from 'vitest';
import { matrixAxesWords, matrixTableWords } from '../../../../renderer/words/panels/compare';
import { findPaneWords } from '../../../../renderer/words/panes/find';
import { statusBarWords } from '../../../../renderer/words/window/bars';
import { countDialogWords, exportDialogWords } from '../../../../renderer/words/window/dialogs';

it.each([
  [matrixTableWords.errors, '1 error', '2 errors'],
  [matrixTableWords.warnings, '1 warning', '2 warnings'],
  [matrixTableWords.notes, '1 note', '2 notes'],
  [exportDialogWords.maskSecrets, 'Mask 1 text that looks like a secret', 'Mask 2 texts that look like a secret'],
] as const)('counts one and several: %s', (words, one, two) => {
  expect([words(1), words(2)]).toEqual([one, two]);
});

it.each([
  [matrixAxesWords.buildVariants, 'Build 1 variant', 'Build 2 variants'],
  [findPaneWords.notSearched, ' · 1 file not searched', ' · 2 files not searched'],
  [statusBarWords.files, '1 file', '2 files'],
  [statusBarWords.folders, '1 folder', '2 folders'],
  [countDialogWords.messages, '1 message', '2 messages'],
  [countDialogWords.tools, '1 tool', '2 tools'],
] as const)('counts one and several, written as people do: %s', (words, one, two) => {
  expect([words('1'), words('2')]).toEqual([one, two]);
});
