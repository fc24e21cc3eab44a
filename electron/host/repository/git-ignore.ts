/**
 * The rules of one ignore file, with git's semantics. Paths are byte strings (`latin1`), relative to the rules' folder.
 */
import { compileGlob, type Work } from './git-pattern';

export interface IgnoreRules {
  /** Undefined when no rule matches the path. */
  decide(path: string, isFolder: boolean): 'ignored' | 'kept' | undefined;
}

interface Rule {
  readonly kept: boolean;
  readonly onlyFolders: boolean;
  /** A pattern without a slash matches names, any other matches paths from the rules' folder. */
  readonly aboutNames: boolean;
  readonly matches: (text: string) => boolean;
}

/** Longer than any path, so no real pattern has this length. */
const longestPattern = 4096;
export const mostRules = 10_000;

/** `bytes` is the file's content. `cut`: there are more rules than the limit. */
export function parseIgnoreRules(
  bytes: Buffer,
  ignoreCase: boolean,
  work: Work,
): { readonly rules: IgnoreRules; readonly cut: boolean } {
  const text = bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.toString('latin1', 3) : bytes.toString('latin1');
  const lines = text.split('\n');
  const named = new Map<string, number[]>();
  const others: number[] = [];
  const rules: Rule[] = [];
  for (const line of lines.slice(0, mostRules)) {
    const pattern = patternOf(line);
    const rule = pattern === '' ? undefined : parseRule(pattern, ignoreCase, work);
    if (rule === undefined) continue;
    const at = rules.push(rule.rule) - 1;
    if (rule.name === undefined) others.push(at);
    else (named.get(rule.name) ?? named.set(rule.name, []).get(rule.name))?.push(at);
  }
  const decide = (path: string, isFolder: boolean): ReturnType<IgnoreRules['decide']> => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const exact =
      named.get(lower(name, ignoreCase))?.findLast((index) => isFolder || rules[index]?.onlyFolders === false) ?? -1;
    for (let at = others.length - 1; at >= 0; at -= 1) {
      const index = others[at] ?? -1;
      const rule = rules[index];
      if (index < exact) break;
      if (rule !== undefined && (isFolder || !rule.onlyFolders) && rule.matches(rule.aboutNames ? name : path))
        return rule.kept ? 'kept' : 'ignored';
    }
    const last = rules[exact];
    return last === undefined ? undefined : last.kept ? 'kept' : 'ignored';
  };
  return { rules: { decide }, cut: lines.length > mostRules };
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * A comment gives an empty pattern. Trailing blanks count only after a backslash; a carriage return belongs to the line
 * end.
 */
function patternOf(line: string): string {
  if (line.startsWith('#')) return '';
  const [pattern = ''] = (line.endsWith('\r') ? line.slice(0, -1) : line).split('\0');
  let end = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === ' ') continue;
    end = at + 1;
  }
  return pattern.slice(0, end);
}

/** `name`: the single name the rule matches, if it has no wildcard. */
function parseRule(
  line: string,
  ignoreCase: boolean,
  work: Work,
): { readonly rule: Rule; readonly name?: string } | undefined {
  const kept = line.startsWith('!');
  const written = kept ? line.slice(1) : line;
  const onlyFolders = written.endsWith('/');
  const pattern = onlyFolders ? written.slice(0, -1) : written;
  if (pattern.length > longestPattern) return undefined;
  const aboutNames = !pattern.includes('/');
  const plain = /^[^*?[\\]*/.exec(pattern)?.[0] ?? '';
  const rule = (matches: (text: string) => boolean): Rule => ({ kept, onlyFolders, aboutNames, matches });
  if (aboutNames) {
    if (plain.length === pattern.length)
      return pattern === '' ? undefined : { rule: rule(() => true), name: lower(pattern, ignoreCase) };
    if (/^\*[^*?[\\]*$/.test(pattern)) {
      const end = lower(pattern.slice(1), ignoreCase);
      return { rule: rule((name) => lower(name, ignoreCase).endsWith(end)) };
    }
    const glob = compileGlob(pattern, false, ignoreCase, work);
    return glob === undefined ? undefined : { rule: rule(glob) };
  }
  // As in git: the part before the first wildcard is compared literally; only the rest is a glob.
  const prefix = lower(plain.startsWith('/') ? plain.slice(1) : plain, ignoreCase);
  const rest = pattern.slice(plain.length);
  const glob = compileGlob(rest, true, ignoreCase, work);
  if (glob === undefined) return undefined;
  return {
    rule: rule((path) => lower(path.slice(0, prefix.length), ignoreCase) === prefix && glob(path.slice(prefix.length))),
  };
}

function lower(text: string, ignoreCase: boolean): string {
  return ignoreCase ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
}
