/** What a log may contain: where and how something failed, never the content of files. No Electron here. */
import { visible } from '../../shared/basics/invisible';
import { maskSecrets } from '../../shared/sources/secrets/secrets';

/** A quote of more than 40 characters is probably file text: parsers quote what they cannot read. */
const longQuotes = /(["'`])((?:(?!\1)[\s\S]){41,})\1/g;
const longestMessage = 400;
const mostFrames = 20;

/** One line of text per argument of a log call; `home` becomes `~`. */
export function logText(value: unknown, home: string): string {
  if (value instanceof Error) return errorText(value, home);
  if (typeof value === 'string') return shortened(value, home);
  if (typeof value === 'number' || typeof value === 'boolean' || value == null) return String(value);
  return `[${Array.isArray(value) ? 'list' : typeof value}]`;
}

function errorText(error: Error, home: string): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  // A syntax error's message quotes the text.
  const message = error instanceof SyntaxError ? '' : `: ${shortened(error.message, home)}`;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error ? [`  because of ${errorText(error.cause, home)}`] : [];
  return [
    `${error.name}${code}${message}`,
    ...frames.slice(0, mostFrames).map((line) => withoutHome(line.trimEnd(), home)),
    ...cause,
  ].join('\n');
}

function shortened(text: string, home: string): string {
  const quoted = text.replaceAll(
    longQuotes,
    (_, quote: string, inside: string) => `${quote}… ${inside.length} characters …${quote}`,
  );
  const line = visible(withoutHome(maskSecrets(quoted).text, home));
  return line.length > longestMessage
    ? `${line.slice(0, longestMessage)}… ${line.length - longestMessage} more characters`
    : line;
}

function withoutHome(text: string, home: string): string {
  return home.length > 1 ? text.replaceAll(home, '~') : text;
}
