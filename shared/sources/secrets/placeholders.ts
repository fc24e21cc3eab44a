import { alternatives } from '../text/alternatives';

/** Tells a value that somebody uses from one that stands for it: `your-api-key`, `xxxx`, `${TOKEN}`, `AKIA…EXAMPLE`. */

/** Words of four letters and more hardly ever stand in a random key by chance. */
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

/** A key with a shape of its own: only what is written to be no key is none. */
export function isPlaceholderKey(key: string): boolean {
  return standIns.test(key.slice(0, 400)) || exampleTokens.test(key) || varietyOf(key) < 8;
}

/** How many different characters the last part has: a key of 16 random characters and more has at least eight. */
function varietyOf(key: string): number {
  return new Set(key.slice(-120)).size;
}

/** Names, and words that are written where a password will be. */
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

/** A value behind a name such as `password`: it counts when too little of it is words, and it is no piece of code. */
export function isPlaceholderValue(value: string): boolean {
  if (standIns.test(value) || variable.test(value)) return true;
  const rest = value.replaceAll(words, '');
  return new Set(rest.toLowerCase().replaceAll(/[^a-z0-9]/g, '')).size < 5;
}
