/** Small pieces of a stream go on at once: the system must not hold them back to join them (Nagle's algorithm). */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:http2';
import { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startProvider } from '../../../support/capture/provider';
import { call, relayTo } from '../../../support/capture/relayed';

/** Node remembers the option under a symbol of its own; there is no way to ask the system. */
function isWithoutDelay(socket: Socket): boolean {
  const remembered = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'kSetNoDelay');
  return remembered !== undefined && Reflect.get(socket, remembered) === true;
}

/** All sockets of this process that are opened from now on. */
function openedSockets(): readonly Socket[] {
  const sockets: Socket[] = [];
  const seen = (message: unknown): void => {
    const socket = typeof message === 'object' && message !== null ? Reflect.get(message, 'socket') : undefined;
    if (socket instanceof Socket) sockets.push(socket);
  };
  const channels = ['net.client.socket', 'net.server.socket'];
  for (const channel of channels) subscribe(channel, seen);
  onTestFinished(() => {
    for (const channel of channels) unsubscribe(channel, seen);
  });
  return sockets;
}

it('both sockets of a relayed exchange send without delay, with HTTP/1.1 and HTTP/2', async () => {
  const sockets = openedSockets();
  const seen: (readonly (readonly boolean[])[])[] = [];
  // Looked at while the exchange is under way: a closed socket does not know its ports.
  const provider = await startProvider((request, response) => {
    const ofAgent = sockets.filter(({ localPort }) => localPort === relay.port);
    const ofProvider = sockets.filter(({ remotePort }) => remotePort === request.socket.localPort);
    seen.push([ofAgent.map(isWithoutDelay), ofProvider.map(isWithoutDelay)]);
    response.end('{}');
  });
  const relay = await relayTo(provider.address);
  const address = `${relay.base('anthropic')}/v1/messages`;
  await call(address, { body: '{}' });
  const session = connect(new URL(address).origin);
  onTestFinished(() => session.close());
  await new Promise<void>((resolve, reject) => {
    const stream = session.request({ ':method': 'GET', ':path': new URL(address).pathname });
    stream.once('error', reject);
    stream.once('end', resolve);
    stream.resume();
  });
  expect(seen).toEqual([
    [[true], [true]],
    // The HTTP/2 connection, and the one inside to the relay's HTTP/1.1 side. The provider's is used again.
    [[true, true], [true]],
  ]);
});
