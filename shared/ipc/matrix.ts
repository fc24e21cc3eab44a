/** Every combination of chosen settings, and what their prompts share. */
import type { Settings, SettingValue } from '../assemblers/types';
import { wholeToolText } from '../document/tool-text';
import type { PromptDocument } from '../document/types';
import { nodeText } from '../document/walk';
import { sharedTextStart } from '../basics/shared-ends';
import type { TokenCount } from '../analysis/types';

export interface Axis {
  readonly name: string;
  readonly values: readonly SettingValue[];
}

export interface MatrixRow {
  /** The values of the axes. */
  readonly settings: Settings;
  readonly usable: boolean;
  readonly tokens: TokenCount;
  readonly findings: { readonly error: number; readonly warning: number; readonly info: number };
  /** Length of the longest common start with another request, in characters. */
  readonly shared: number;
  /** Equal requests have equal hashes. */
  readonly hash: string;
  /** True for the build that was on screen, or that the options of the command give. */
  readonly isShown: boolean;
}

export interface Matrix {
  readonly axes: readonly Axis[];
  readonly rows: readonly MatrixRow[];
  /** Number of possible combinations; more than `rows` if there were too many or it was stopped. */
  readonly combinations: number;
  /** Length of the start that all of them share, in characters. */
  readonly sharedByAll: number;
  readonly stopped: boolean;
}

export function countCombinations(axes: readonly Axis[]): number {
  return axes.reduce((product, { values }) => product * values.length, 1);
}

/** The last axis varies fastest; at most `limit`. */
export function combinations(axes: readonly Axis[], limit: number): readonly Settings[] {
  const count = Math.min(countCombinations(axes), limit);
  return Array.from({ length: count }, (_, index) => {
    let rest = index;
    const chosen = axes.toReversed().map(({ name, values }): readonly [string, SettingValue] => {
      const value = values[rest % values.length] ?? null;
      rest = Math.floor(rest / values.length);
      return [name, value];
    });
    return Object.fromEntries(chosen.toReversed());
  });
}

/** Around the role of a message, where no text has them. */
const [beforeRole, afterRole] = ['\u0001', '\u0002'];
const rolePattern = new RegExp(`${beforeRole}[a-z]*${afterRole}?`, 'g');

/** Everything a provider reads, in order: the tools, then the messages with their roles. */
export function requestText(document: PromptDocument): string {
  const tools = document.tools.map(wholeToolText);
  const messages = document.messages.map((message) => `${beforeRole}${message.role}${afterRole}${nodeText(message)}`);
  return [...tools, ...messages].join('');
}

/** Characters of the prompt in the first `length` of such a text: the roles between the messages are none. */
export function promptLength(text: string, length: number): number {
  let marks = 0;
  for (const { index, 0: mark } of text.slice(0, length).matchAll(rolePattern))
    marks += Math.min(index + mark.length, length) - index;
  return length - marks;
}

/** For each text, the longest start it shares with another. After sorting, the closest texts are neighbours. */
export function sharedPrefixes(texts: readonly string[]): readonly number[] {
  const order = texts
    .map((text, index) => ({ text, index }))
    .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const shared = texts.map(() => 0);
  for (const [place, { text, index }] of order.entries()) {
    const next = order[place + 1];
    if (next === undefined) break;
    const common = sharedTextStart(text, next.text);
    shared[index] = Math.max(shared[index] ?? 0, common);
    shared[next.index] = common;
  }
  return shared;
}

export function sharedByAll(texts: readonly string[]): number {
  const [first = '', ...rest] = texts;
  return rest.reduce((length, text) => Math.min(length, sharedTextStart(first, text)), first.length);
}
