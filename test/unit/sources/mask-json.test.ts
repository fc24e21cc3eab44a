import { expect, it } from 'vitest';
import { maskJson } from '../../../shared/sources/secrets/mask-json';
import { numbers, secretSamples } from '../../support/secret-samples';

const unicode = (text: string): string =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const inJson = (text: string): string => JSON.stringify({ a: text });

/** The ways in which a text can stand in a captured body. */
const forms: Readonly<Record<string, (secret: string) => string>> = {
  'a JSON text': (secret) => inJson(`x ${secret} y`),
  'the start of a line': (secret) => inJson(`x:\n${secret}\ny`),
  'behind a tab': (secret) => inJson(`x:\t${secret}\ty`),
  'JSON in JSON': (secret) => inJson(inJson(`x\n${secret}\ny`)),
  'JSON in JSON in JSON': (secret) => inJson(inJson(inJson(`x\n${secret}\ny`))),
  'a JSON text with escaped slashes': (secret) => inJson(`x ${secret} y`).replaceAll('/', '\\/'),
  'a JSON text of nothing but escapes': (secret) => `{"a":"${unicode(`x ${secret}`)}"}`,
  'events of a stream': (secret) => `event: a\ndata: ${inJson(`x\n${secret}\ny`)}\n\n`,
};

it.each(Object.entries(forms))('every kind of secret is masked in %s', (_, form) => {
  const missed = Object.entries(secretSamples).filter(([, make]) => {
    const random = numbers(7);
    const samples = Array.from({ length: 8 }, () => form(make(random)));
    // The detector finds 99 of 100 samples in plain text.
    return samples.filter((text) => maskJson(text).masked === 0).length > 1;
  });
  expect(missed.map(([rule]) => rule)).toEqual([]);
});

it('leaves text without secrets as it is, character by character', () => {
  for (const text of [
    '{"a":"\\u00e9\\/ \\"quoted\\" \\\\n","b":[1e3, 1.0]}',
    'data: {"text":"one"}\n\ndata: {"text":"two"}\n',
    '"open\n"\\',
    '',
  ])
    expect(maskJson(text)).toEqual({ text, masked: 0 });
});

it('takes time in proportion to the text, also for text made to be slow', () => {
  const inside = (levels: number): string => (levels === 0 ? 'x' : JSON.stringify(inside(levels - 1)));
  const started = performance.now();
  for (const text of [
    '\\"'.repeat(1_000_000),
    '"\\'.repeat(1_000_000),
    '"\\u0041"'.repeat(200_000),
    `data: ${'{"text":"a"}'.repeat(200_000)}`,
    inside(18),
  ])
    maskJson(text);
  expect(performance.now() - started).toBeLessThan(60_000);
});
