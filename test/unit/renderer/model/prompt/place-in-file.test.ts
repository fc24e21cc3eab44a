import { expect, it } from 'vitest';
import { placeInFile } from '../../../../../renderer/model/prompt/place-in-file';

const text = '# Storefront\n\nHello.\n\n## Tests\n\n```sh\n# not a heading\n```\nRun them.\n\n## Style\nShort.\n';

it('names keys of structured files as they are', () => {
  expect(placeInFile(['tools', 2, 'name'], '', 0, false)).toEqual(['tools', '2', 'name']);
});

it('names the headings a place of Markdown is under, without those of code', () => {
  expect(placeInFile(undefined, text, text.indexOf('Hello'), true)).toEqual(['Storefront']);
  expect(placeInFile(undefined, text, text.indexOf('Run'), true)).toEqual(['Storefront', 'Tests']);
  expect(placeInFile(undefined, text, text.indexOf('## Style') + 1, true)).toEqual(['Storefront', 'Style']);
});

it('names nothing in other files', () => {
  expect(placeInFile(undefined, text, 5, false)).toEqual([]);
});
