import { shellWords, writtenAt, type ShellWord } from '../secrets/shell-words';
import { headerSecrets, parameterSecrets, urlSecrets, type Stretch } from './names';

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
  '--pass': 'whole',
  '--proxy-pass': 'whole',
  '--tlspassword': 'whole',
  '--proxy-tlspassword': 'whole',
  '--url-query': 'form',
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

/**
 * Finds headers, users, cookies, and keys in URLs and form fields. A JSON body is not redacted: people want to see it.
 */
export function curlSecrets(text: string): readonly Stretch[] {
  const words = shellWords(text);
  const found: Stretch[] = [];
  let next: Way | undefined;
  for (const word of words) {
    const way = next;
    next = undefined;
    if (way !== undefined) found.push(...valueSecrets(word, 0, way));
    else if (word.text.startsWith('--')) {
      const equals = word.text.indexOf('=');
      const named = longOptions[equals === -1 ? word.text : word.text.slice(0, equals)];
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

function valueSecrets(word: ShellWord, from: number, way: Way): readonly Stretch[] {
  return secretsIn(word.text.slice(from), way).flatMap(({ start, end }) => writtenAt(word, from + start, from + end));
}

function secretsIn(value: string, way: Way): readonly Stretch[] {
  switch (way) {
    case 'header':
      return headerSecrets(value);
    case 'whole':
      return [{ start: 0, end: value.length }];
    case 'url':
      return urlSecrets(value);
    case 'form':
      return parameterSecrets(value);
    case 'body':
      return /^\s{0,100}[[{@]/.test(value) ? [] : parameterSecrets(value);
  }
}
