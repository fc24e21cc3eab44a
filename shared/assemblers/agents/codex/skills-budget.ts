/**
 * Codex gives its list of skills two per cent of the model's window, in tokens of four bytes. A longer list is
 * shortened: every line keeps its name and path, and the room that is left goes to the descriptions, a character for
 * each in turn. If not even names and paths fit, lines that do not fit are left out.
 */
import { utf8Length } from '../../../document/utf8-length';

export interface SkillLine {
  /** The line without its description, with the newline. */
  readonly bare: string;
  readonly description: string;
}

const percent = 2;
const bytesPerToken = 4;

/** Tokens that the list may have. */
export function skillsBudget(window: number): number {
  return Math.max(1, Math.floor((window * percent) / 100));
}

/** The texts around a list with short names are this much shorter than those around whole paths. */
const savedBytes = 142;

/** Tokens that a table of short names takes from the list. */
export function tableCost(table: string): number {
  return Math.max(0, cost(utf8Length(table) - savedBytes));
}

/** Of a line with its newline. */
export function lineCost(line: string): number {
  return cost(utf8Length(line));
}

function cost(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/** For each line the length of its description that is sent, in UTF-16 code units; undefined: the line is left out. */
export function fitSkills(lines: readonly SkillLine[], budget: number): readonly (number | undefined)[] {
  const bare = lines.map((line) => utf8Length(line.bare));
  // A space stands behind a description.
  const full = lines.map(({ description }, index) => (bare[index] ?? 0) + described(utf8Length(description)));
  if (sum(full.map(cost)) <= budget) return lines.map(({ description }) => description.length);
  const least = sum(bare.map(cost));
  if (least > budget) return greedy(bare.map(cost), budget);
  return inTurn(
    lines.map(({ description }) => [...description]),
    bare,
    budget - least,
  );
}

function described(bytes: number): number {
  return bytes === 0 ? 0 : bytes + 1;
}

function greedy(costs: readonly number[], budget: number): readonly (number | undefined)[] {
  let used = 0;
  return costs.map((each) => {
    if (used + each > budget) return undefined;
    used += each;
    return 0;
  });
}

interface Growing {
  readonly characters: readonly string[];
  readonly bare: number;
  taken: number;
  bytes: number;
  length: number;
}

function inTurn(all: readonly (readonly string[])[], bare: readonly number[], room: number): readonly number[] {
  const lines = all.map((characters, index): Growing => ({
    characters,
    bare: bare[index] ?? 0,
    taken: 0,
    bytes: 0,
    length: 0,
  }));
  let left = room;
  for (let grew = true; grew;) {
    grew = false;
    for (const line of lines) {
      const next = line.characters[line.taken];
      if (next === undefined) continue;
      const bytes = line.bytes + utf8Length(next);
      const price = cost(line.bare + described(bytes)) - cost(line.bare + described(line.bytes));
      if (price > left) continue;
      left -= price;
      line.taken += 1;
      line.bytes = bytes;
      line.length += next.length;
      grew = true;
    }
  }
  return lines.map(({ length }) => length);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/** Tokens of the context window, by the catalogue of Codex 0.169.0: that of most models, unknown ones included. */
const usualWindow = 272_000;
const otherWindows: Readonly<Record<string, number>> = { 'gpt-6.1-terra': 500_000, 'gpt-daybreak-red-latest': 372_000 };
/** To which the configuration may raise it. */
const largestWindow = 872_000;

export function windowOf(model: string | undefined, configured: number | undefined): number {
  const usual = otherWindows[model ?? ''] ?? usualWindow;
  const largest = /^gpt-(?:5\.6|6)/.test(model ?? '') ? largestWindow : usual;
  return configured === undefined ? usual : Math.min(configured, largest);
}
