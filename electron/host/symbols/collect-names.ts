import type { FileFacts } from './facts';
import type { LanguageId } from './languages';
import { keywords, nameStyles } from './name-styles';
import type { Collected, Draft } from './outline';
import { scanNames } from './scan-names';

/** A function that calls more than this is a list of everything. */
const maxCalls = 40;

/** Names in the order of their first mention, each with its place in that order. */
class Names {
  readonly #places = new Map<string, number>();
  readonly starts: number[] = [];

  place(name: string): number | undefined {
    return this.#places.get(name);
  }

  add(name: string, start: number): number {
    const place = this.starts.push(start) - 1;
    this.#places.set(name, place);
    return place;
  }

  all(): readonly string[] {
    return [...this.#places.keys()];
  }
}

/** The names that a text mentions. What each draft's body calls is added to it. */
export function collectNames(all: Collected, language: LanguageId): Pick<FileFacts, 'names' | 'nameLines'> {
  const { text } = all;
  const style = nameStyles[language];
  const isScript = style.backtick === 'template';
  const bare = new Names();
  const members = new Names();
  const silent = all.silent.toSorted((left, right) => left.start - right.start);
  const bodies = all.bodies.toSorted((left, right) => (left.body?.start ?? 0) - (right.body?.start ?? 0));
  let nextBody = 0;
  let current: Draft | undefined;
  scanNames(text, style, silent, {
    name(start, end, member, called) {
      const word = text.slice(start, end);
      const names = member ? members : bare;
      let place = names.place(word);
      if (place === undefined) {
        if (isNoName(word, member, language)) {
          if (isScript && called && (word === 'require' || word === 'import')) importCalled(all, end);
          return;
        }
        place = names.add(word, start);
      }
      if (!called) return;
      for (let next = bodies[nextBody]; next !== undefined && (next.body?.start ?? 0) <= start; next = bodies[nextBody]) {
        current = next;
        nextBody += 1;
      }
      // Members stand behind all bare names, and those are not all known yet.
      if (current !== undefined && (current.body?.end ?? 0) > start) call(current, member ? ~place : place);
    },
  });
  const { length } = bare.starts;
  for (const { calls } of bodies) if (calls !== undefined) toPlaces(calls, length);
  const names = [...bare.all(), ...members.all().map((name) => `.${name}`)].join(' ');
  return { names, nameLines: [...linesOf(text, bare.starts), ...linesOf(text, members.starts)] };
}

function toPlaces(calls: number[], bareNames: number): void {
  for (const [index, place] of calls.entries()) if (place < 0) calls[index] = bareNames + ~place;
}

function isNoName(word: string, member: boolean, language: LanguageId): boolean {
  return (!member && (keywords.has(word) || word === 'require')) || (language === 'php' && word.startsWith('$'));
}

function call(draft: Draft, place: number): void {
  draft.calls ??= [];
  if (draft.calls.length < maxCalls && !draft.calls.includes(place)) draft.calls.push(place);
}

/** `require('…')` and `import('…')`. */
function importCalled(all: Collected, at: number): void {
  const spec = quotedArgument(all.text, at);
  if (spec !== undefined) all.imports.push({ spec, all: 'names' });
}

/** The string in `('…')` at `at`, if that is all that stands there. */
function quotedArgument(text: string, at: number): string | undefined {
  return /^\s*\(\s*(['"`])([^'"`$\n]+)\1\s*[),]/.exec(text.slice(at, at + 300))?.[2];
}

/** @param offsets ascending */
function linesOf(text: string, offsets: readonly number[]): readonly number[] {
  let line = 1;
  let next = text.indexOf('\n');
  return offsets.map((offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  });
}
