import { alternatives } from '../text/alternatives';

/** Tells a real value from a placeholder: `your-api-key`, `xxxx`, `${TOKEN}`, `AKIA…EXAMPLE`. */

/** Words of at least four letters, which rarely occur in a random key. */
const standIns = alternatives(
  [
    /your|example|sample|placeholder|dummy|redacted|change[-_]?me|replace|insert|fake|todo/,
    /xxxx|yyyy|zzzz|12345|abcde|qwerty|deadbeef|s3cr3t/,
    /\.\.\.|…|\*\*\*|•/,
  ],
  'i',
);

/** The published example of jwt.io: `{"sub":"1234567890"…`. */
const exampleTokens = /eyJzdWIiOiIxMjM0NTY3ODkw/;

/** For keys with a fixed shape: only obvious placeholders count. */
export function isPlaceholderKey(key: string): boolean {
  return standIns.test(key.slice(0, 400)) || exampleTokens.test(key) || varietyOf(key) < 8;
}

/** Number of different characters at the end of the key. A random key of at least 16 characters has at least eight. */
function varietyOf(key: string): number {
  return new Set(key.slice(-120)).size;
}

/** Names, and words that people write in place of a password. */
const words = alternatives(
  [
    /passphrase|passw[o0]rd|pass|secret|token|key|admin|user|root|test|demo|guest|login|local/,
    /default|value|string|name|null|none|true|false|undefined|postgres|mysql|mongo|redis|rabbit/,
    /here|some|any|this|that|the|my|foo|bar|baz|hello|world|welcome|letmein|super|strong|plain|text/,
    /env|config|param|arg|var|data|http|www/,
  ],
  'gi',
);
const variable =
  /^[$%@<{[(]|[<>{}()[\]$`|]|^&[a-z]|\$\{|\{\{|process\.|os\.environ|getenv|^\.\.?\/|^\/|^~|^--|^\\[a-z]?$/i;

/** For a value after a name such as `password`. It is a placeholder if it is mostly words, or code. */
export function isPlaceholderValue(value: string): boolean {
  if (standIns.test(value) || variable.test(value)) return true;
  const rest = value.replaceAll(words, '');
  return new Set(rest.toLowerCase().replaceAll(/[^a-z0-9]/g, '')).size < 5;
}
