/** The address of a captured request, without credentials. */
import { urlSecrets } from '../sources/redact/names';

/** Parameters that say what was asked for. All others are left out: any of them may be a key. */
const keptParameters: ReadonlySet<string> = new Set(['alt', 'api-version', 'beta', 'client_version', 'stream']);

/** Gateways put keys and account ids into paths. Names of models have no such run of letters and digits. */
const longRun = /[a-z\d]{20,}/gi;

const longest = 4000;

/** Without user, fragment and other parameters; what looks like a key in the path is masked. */
export function keptAddress(address: string): string {
  const kept = withoutKeys(address);
  return kept.length > longest ? `${kept.slice(0, longest - 1)}…` : kept;
}

function withoutKeys(address: string): string {
  const [whole = '', query = ''] = withoutFragment(address).split(/\?(.*)/s);
  const plain = hideSecrets(whole.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/@]*@/i, '$1')).replaceAll(longRun, (run) =>
    /\d/.test(run) && /[a-z]/i.test(run) ? '•'.repeat(run.length) : run,
  );
  const parameters = query.split('&').filter((each) => keptParameters.has(each.split('=')[0] ?? ''));
  return parameters.length === 0 ? plain : `${plain}?${hideSecrets(parameters.join('&'))}`;
}

function withoutFragment(address: string): string {
  return address.split('#')[0] ?? '';
}

/** Masks every character of what looks like a key. */
export function hideSecrets(text: string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of urlSecrets(text).toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    result += text.slice(at, Math.max(start, at)) + '•'.repeat(end - Math.max(start, at));
    at = end;
  }
  return result + text.slice(at);
}
