import type { LanguageId } from './read/languages';
import { keywords, nameStyles } from './read/name-styles';
import type { Collected, Draft } from './read/outline';
import { scanNames } from './read/scan-names';

/** Distinct names in order of first mention. */
export class NameList {
  readonly #places = new Map<string, number>();

  place(name: string): number {
    const cached = this.#places.get(name);
    if (cached !== undefined) return cached;
    this.#places.set(name, this.#places.size);
    return this.#places.size - 1;
  }

  /** One name per line. */
  text(): string {
    return [...this.#places.keys()].join('\n');
  }
}

/** For languages read by their outline: a name before a parenthesis in a symbol's body is a call. */
export function collectCalls(all: Collected, language: LanguageId, names: NameList): void {
  const { text } = all;
  const bodies = all.bodies.toSorted((left, right) => (left.body?.start ?? 0) - (right.body?.start ?? 0));
  let nextBody = 0;
  let current: Draft | undefined;
  let line = 1;
  let newline = text.indexOf('\n');
  scanNames(text, nameStyles[language], (start, end, member, called) => {
    if (!called) return;
    for (let next = bodies[nextBody]; next !== undefined && (next.body?.start ?? 0) <= start; next = bodies[nextBody]) {
      current = next;
      nextBody += 1;
    }
    if (current === undefined || (current.body?.end ?? 0) <= start) return;
    const word = text.slice(start, end);
    if (isNoName(word, member, language)) return;
    for (; newline !== -1 && newline < start; newline = text.indexOf('\n', newline + 1)) line += 1;
    current.calls.push(names.place(word), line);
  });
}

function isNoName(word: string, member: boolean, language: LanguageId): boolean {
  return (!member && keywords.has(word)) || (language === 'php' && word.startsWith('$'));
}
