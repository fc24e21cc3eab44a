import { shellWords, writtenAt, type ShellWord } from '../secrets/shell-words';
import { headerSecrets, parameterSecrets, urlSecrets, type TextRange } from './names';

/** How to redact the value of an option. */
type Way = 'header' | 'whole' | 'form' | 'body' | 'url';

const longOptions: Readonly<Record<string, Way>> = {
  '--header': 'header',
  '--proxy-header': 'header',
  '--user': 'whole',
  '--proxy-user': 'whole',
  '--cookie': 'whole',
  '--oauth2-bearer': 'whole',
  '--cert': 'whole',
  '--proxy-cert': 'whole',
  '--key': 'whole',
  '--proxy-key': 'whole',
  '--pass': 'whole',
  '--proxy-pass': 'whole',
  '--tlsuser': 'whole',
  '--proxy-tlsuser': 'whole',
  '--tlspassword': 'whole',
  '--proxy-tlspassword': 'whole',
  '--sasl-authzid': 'whole',
  '--variable': 'whole',
  '--url': 'url',
  '--url-query': 'form',
  '--proxy': 'url',
  '--data': 'body',
  '--data-raw': 'body',
  '--data-binary': 'body',
  '--data-ascii': 'body',
  '--data-urlencode': 'body',
  '--json': 'body',
  '--form': 'body',
  '--form-string': 'body',
};
const shortOptions: Readonly<Record<string, Way>> = {
  H: 'header',
  u: 'whole',
  U: 'whole',
  b: 'whole',
  E: 'whole',
  d: 'body',
  F: 'body',
};

const hidingMost = ['whole', 'header', 'form', 'body', 'url'] as const satisfies readonly Way[];

/**
 * curl takes any start of an option's name that no other has. Of the options that begin alike, the one that hides most
 * is taken: a start that curl would refuse hides a value too many.
 */
const byStart = new Map<string, Way>();
for (const way of hidingMost.toReversed())
  for (const [name, each] of Object.entries(longOptions))
    if (each === way) for (let end = 3; end < name.length; end += 1) byStart.set(name.slice(0, end), way);
for (const [name, way] of Object.entries(longOptions)) byStart.set(name, way);

/** `--expand-` may stand before every name. */
function longOption(name: string): Way | undefined {
  return byStart.get(name.startsWith('--expand-') ? `--${name.slice('--expand-'.length)}` : name);
}

/** No shell takes a longer one; what is behind is hidden as a whole. */
const longestCommand = 4 * 1024 * 1024;

/**
 * Finds headers, users, cookies, and keys in URLs and form fields. A JSON body is not redacted: people want to see it.
 */
export function curlSecrets(command: string): readonly TextRange[] {
  const text = command.slice(0, longestCommand);
  const found: TextRange[] = text.length < command.length ? [{ start: text.length, end: command.length }] : [];
  let next: Way | undefined;
  for (const word of shellWords(text)) {
    const way = next;
    next = undefined;
    if (way !== undefined) found.push(...valueSecrets(word, 0, way));
    else if (word.text.startsWith('--')) {
      const equals = word.text.indexOf('=');
      const named = longOption(equals === -1 ? word.text : word.text.slice(0, equals));
      if (equals === -1) next = named;
      else found.push(...valueSecrets(word, equals + 1, named ?? 'url'));
    } else if (/^-[A-Za-z#]/.test(word.text)) {
      // `-sSH value`, `-Hvalue`: the first letter that takes a value is the last option.
      const letters = word.text.slice(1, 20);
      const at = [...letters].findIndex((letter) => shortOptions[letter] !== undefined);
      const named = shortOptions[letters[at] ?? ''];
      if (named === undefined) found.push(...valueSecrets(word, 0, 'url'));
      else if (at + 2 === word.text.length) next = named;
      else found.push(...valueSecrets(word, at + 2, named));
    } else found.push(...valueSecrets(word, 0, 'url'));
  }
  return found;
}

function valueSecrets(word: ShellWord, from: number, way: Way): readonly TextRange[] {
  return secretsIn(word.text.slice(from), way).flatMap(({ start, end }) => writtenAt(word, from + start, from + end));
}

function secretsIn(value: string, way: Way): readonly TextRange[] {
  switch (way) {
    case 'header':
      return headerSecrets(value);
    case 'whole':
      return [{ start: 0, end: value.length }];
    case 'url': {
      // curl takes an address without `https://` too.
      const user = /^[^\s/@:?#]{0,200}:[^\s/@]{1,2000}@/.exec(value)?.[0];
      return user === undefined ? urlSecrets(value) : [{ start: 0, end: user.length - 1 }, ...urlSecrets(value)];
    }
    case 'form':
      return parameterSecrets(value);
    case 'body':
      return /^\s{0,100}[[{@]/.test(value) ? [] : parameterSecrets(value);
  }
}
