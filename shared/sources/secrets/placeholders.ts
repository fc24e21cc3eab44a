import { alternatives } from '../text/alternatives';

/** Tells a real value from a placeholder: `your-api-key`, `xxxx`, `${TOKEN}`, `AKIA…EXAMPLE`. */

/** What nobody writes into a real value. */
const standIns = /your|example|placeholder|dummy|redacted|change[-_]?me|replace|xxxx|yyyy|zzzz|\.\.\.|…|\*\*\*|•/i;

/**
 * Words of four letters and more hardly ever stand in a random key by chance. In a password that somebody made up they
 * do: there they are taken away like any other word.
 */
const fillers = /sample|insert|fake|todo|12345|abcde|qwerty|deadbeef|s3cr3t/i;

/** The published example of jwt.io: `{"sub":"1234567890"…`. */
const exampleTokens = /eyJzdWIiOiIxMjM0NTY3ODkw/;

/** For keys with a fixed shape: only obvious placeholders count. */
export function isPlaceholderKey(key: string): boolean {
  const start = key.slice(0, 400);
  return standIns.test(start) || fillers.test(start) || exampleTokens.test(key) || varietyOf(key) < 8;
}

/** Number of different characters at the end of the key. A random key of at least 16 characters has at least eight. */
function varietyOf(key: string): number {
  return new Set(key.slice(-120)).size;
}

/** Names, words and rows of keys that are written where a password will be. */
const words = alternatives(
  [
    /passphrase|p[a4]ssw[o0]rd|pass|s[e3]cr[e3]t|token|key|admin|user|root|test|demo|guest|login|local/,
    /default|value|string|name|null|none|true|false|undefined|postgres|mysql|mongo|redis|rabbit/,
    /here|some|any|this|that|the|my|foo|bar|baz|hello|world|welcome|letmein|super|strong|plain|text/,
    /env|config|param|arg|var|data|http|www|sample|insert|fake|todo|deadbeef|qwerty/,
    /abc(?:d(?:ef?)?)?|123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?/,
  ],
  'gi',
);
const variable =
  /^[$%@<{[(]|[<>{}()[\]$`|]|^&[a-z]|\$\{|\{\{|process\.|os\.environ|getenv|^\.\.?\/|^\/|^~|^--|^\\[a-z]?$/i;

/** For a value after a name such as `password`. It is a placeholder if it is mostly words, or code. */
export function isPlaceholderValue(value: string): boolean {
  if (standIns.test(value) || variable.test(value)) return true;
  const rest = value.replaceAll(words, '').toLowerCase();
  // Small and capital letters with digits are chosen to be hard to guess: less has to be left of them.
  const isChosen = /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
  return isChosen
    ? different(rest, /[^a-z]/g) < 3 && different(rest, /[^a-z0-9]/g) < 5
    : different(rest, /[^a-z0-9]/g) < 5;
}

function different(text: string, without: RegExp): number {
  return new Set(text.replaceAll(without, '')).size;
}
