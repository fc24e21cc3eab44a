/**
 * A copy of a session to give away: what looks like a credential is masked, and ids, mail addresses and the home folder
 * are replaced by numbered stand-ins, the same everywhere, so that what belonged together still does.
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { keptAddress } from '../../../shared/sessions/kept-address';
import { keptHeaders } from '../../../shared/sessions/kept-headers';
import { exchange, type Exchange } from '../../../shared/sessions/types';
import { maskJson, type Masked } from '../../../shared/sources/secrets/mask-json';
import { maskSecrets } from '../../../shared/sources/secrets/secrets';
import { readTextOf } from '../disk/open-file';
import { childOf, toSlash } from '../disk/paths';
import { writeWhole } from '../disk/write-file';
import { HostError, systemCode, systemReason, writeError } from '../errors';
import { ownFiles, type KeptSession } from './store';

export interface ExportedSession {
  readonly files: number;
  readonly masked: number;
  /** Bodies that are no text: they cannot be masked and are not exported. */
  readonly leftOut: readonly string[];
  /** Files that could not be read, for example links and pipes. */
  readonly unreadable: readonly string[];
}

/** What is said about an export. `to` is the new folder as it is shown. */
export function exportedLines({ files, masked, leftOut, unreadable }: ExportedSession, to: string): readonly string[] {
  return [
    `Exported ${files} ${files === 1 ? 'file' : 'files'} to ${to}; ` +
      (masked === 1 ? '1 secret or id was masked.' : `${masked} secrets and ids were masked.`),
    ...(leftOut.length > 0 ? [`Left out, because they are not text: ${leftOut.join(', ')}`] : []),
    ...(unreadable.length > 0 ? [`Left out, because they cannot be read: ${unreadable.join(', ')}`] : []),
    'Prompts and answers are as they were: read them before you share them.',
  ];
}

const mostBytes = 512 * 1024 * 1024;

/** `to` must not exist: nothing is overwritten. */
export async function exportSession({ path }: KeptSession, to: string, home: string): Promise<ExportedSession> {
  try {
    mkdirSync(to, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    const why = systemCode(error) === 'EEXIST' ? 'it exists' : systemReason(error);
    throw new HostError('io', `The session was not exported to ${to}: ${why}`, { cause: error });
  }
  const within = toSlash(realpathSync.native(path));
  const standIns = createStandIns(home);
  const leftOut: string[] = [];
  const unreadable: string[] = [];
  let [files, masked] = [0, 0];
  for (const name of ownFiles(path)) {
    if (name.endsWith('.bin')) {
      leftOut.push(name);
      continue;
    }
    const own = textOf(within, name);
    if (own === undefined) {
      unreadable.push(name);
      continue;
    }
    const { text, masked: here } = maskJson(withoutCredentials(name, own), standIns.mask);
    masked += here;
    files += 1;
    await writeWhole(childOf(to, name), text, { mode: 0o600 }).catch((error: unknown) => {
      throw writeError(childOf(to, name), error);
    });
  }
  return { files, masked, leftOut, unreadable };
}

function textOf(within: string, name: string): string | undefined {
  try {
    return readTextOf(childOf(within, name), { most: mostBytes, within });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return undefined;
  }
}

/** What Strata keeps has no credentials in headers and addresses. A session may come from elsewhere. */
function withoutCredentials(name: string, text: string): string {
  const read = name.endsWith('.exchange.json') ? exchangeIn(text) : undefined;
  if (read === undefined) return text;
  const { request, response, address } = read;
  const kept = <T extends Exchange['request']>(body: T): T => ({
    ...body,
    headers: keptHeaders(Object.entries(body.headers).flat()),
  });
  const clean = {
    ...read,
    address: address === null ? null : keptAddress(address),
    request: kept(request),
    response: response === null ? null : kept(response),
  };
  return `${JSON.stringify(clean, null, 2)}\n`;
}

function exchangeIn(text: string): Exchange | undefined {
  try {
    return exchange.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const mail = /[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}/gi;
/** Hashes and device ids. */
const longHex = /(?<![\da-z])[\da-f]{32,}(?![\da-z])/gi;

function createStandIns(home: string): { mask(text: string): Masked } {
  const standIns = new Map<string, string>();
  const made = new Set<string>();
  const homes = homeForms(home);
  return {
    /** Idempotent. */
    mask(text) {
      const { text: hidden, masked } = maskSecrets(text);
      let count = masked;
      const standIn = (found: string, make: (number: number) => string): string => {
        if (made.has(found)) return found;
        count += 1;
        const before = standIns.get(found);
        if (before !== undefined) return before;
        const put = make(standIns.size + 1);
        standIns.set(found, put);
        made.add(put);
        return put;
      };
      const replaced = homes
        .reduce((now, [form, put]) => now.replaceAll(form, put), hidden)
        .replaceAll(uuid, (found) =>
          standIn(found, (number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`),
        )
        .replaceAll(mail, (found) => standIn(found, (number) => `person${number}@example.com`))
        .replaceAll(longHex, (found) => standIn(found, (number) => String(number).padStart(found.length, '0')));
      return { text: replaced, masked: count };
    },
  };
}

/** The home folder as it is, with `/`, escaped for JSON, and as agents name folders after it. Longest first. */
function homeForms(home: string): readonly (readonly [string, string])[] {
  if (home.length < 2) return [];
  const slashed = home.replaceAll('\\', '/');
  const forms: readonly (readonly [string, string])[] = [
    [home.replaceAll('\\', '\\\\'), '~'],
    [home, '~'],
    [slashed, '~'],
    // For a home such as /root, this form would be a part of many words.
    ...(/^.*\/.+\/./.test(slashed) ? [[slashed.replaceAll(/[/:.]/g, '-'), '-home'] as const] : []),
  ];
  return forms.filter(([form], index) => forms.findIndex(([each]) => each === form) === index);
}
