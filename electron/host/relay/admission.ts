/**
 * Who may use the relay: a process of this user that has the secret. A page in a browser is recognised by
 * `Origin` or `Sec-Fetch-Site`, and by a `Host` that is not ours when it came by another name (DNS rebinding).
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { readTextOf } from '../disk/open-file';
import { systemCode } from '../errors';

export type Refusal = 'browser' | 'host' | 'secret';

export interface Admission {
  readonly port: number;
  readonly secret: string;
}

export type Admitted = { readonly ok: true; readonly rest: string } | { readonly ok: false; readonly refusal: Refusal };

export function admit(request: IncomingMessage, { port, secret }: Admission): Admitted {
  const { host, origin, 'sec-fetch-site': site } = request.headers;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (host === undefined || !hosts.includes(host.toLowerCase())) return { ok: false, refusal: 'host' };
  if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`))
    return { ok: false, refusal: 'browser' };
  if (site !== undefined && site !== 'none' && site !== 'same-origin') return { ok: false, refusal: 'browser' };
  const url = request.url ?? '';
  const end = secret.length + 1;
  if (!url.startsWith('/') || !isSame(url.slice(1, end), secret) || (url.length > end && url[end] !== '/'))
    return { ok: false, refusal: 'secret' };
  return { ok: true, rest: url.slice(end) };
}

/** Takes the same time wherever the two differ. */
function isSame(sent: string, secret: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Whose process holds the other end. Called when a connection opens, while the client still holds it. Only Linux says
 * whose a connection is; elsewhere the secret alone decides.
 */
export function holderOf(socket: Socket, port: number): 'this user' | 'another user' | 'nobody' {
  const uid = process.getuid?.();
  const owner = uid === undefined ? undefined : ownerOf(socket, port);
  if (owner === nobody) return 'nobody';
  return owner === undefined || owner === uid || owner === 0 ? 'this user' : 'another user';
}

/** The user whose process holds the client's end of a loopback connection; undefined if the system does not say. */
function ownerOf({ remoteAddress = '', remotePort = 0 }: Socket, port: number): number | undefined {
  let table: string;
  try {
    table = readTextOf('/proc/self/net/tcp', { most: longestTable });
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return undefined;
  }
  const hex = (value: number, digits = 4): string => value.toString(16).toUpperCase().padStart(digits, '0');
  // The client may use any address of 127.0.0.0/8.
  const client = remoteAddress
    .split('.')
    .toReversed()
    .map((part) => hex(Number(part), 2))
    .join('');
  // Local address, remote address, state, queues, timer, retransmits, user, timeout, inode. 127.0.0.1 is written
  // backwards. A closed socket has inode 0 and loses its user. One that is not there is nobody's either.
  const row = new RegExp(
    `^\\s*\\d+: ${client}:${hex(remotePort)} 0100007F:${hex(port)} (?:\\S+ +){4}(\\d+) +\\d+ +(\\d+)`,
    'm',
  );
  const [, user, inode] = row.exec(table) ?? [];
  return user === undefined || inode === '0' ? nobody : Number(user);
}

const longestTable = 64 * 1024 * 1024;
const nobody = -1;
