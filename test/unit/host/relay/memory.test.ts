/** Copies of bodies, packed and unpacked, stay within a common budget; what does not fit is said. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeBody } from '../../../../electron/host/capture/decode-body';
import { inTurn } from '../../../../electron/host/capture/in-turn';
import { startProvider } from '../../../support/capture/provider';
import { call, relayTo } from '../../../support/capture/relayed';

const gzip = { 'content-encoding': 'gzip', 'content-type': 'application/json' };

function bodyOf(length: number): Buffer {
  const empty = JSON.stringify({ model: 'claude-sonnet-4-5', system: '' });
  return Buffer.from(JSON.stringify({ model: 'claude-sonnet-4-5', system: 'a'.repeat(length - empty.length) }));
}

it('many packed bodies at once are all kept; one that unpacks beyond the budget is cut, with a note', async () => {
  const provider = await startProvider((_request, response) => void response.end('{}'));
  const relay = await relayTo(provider.address, { mostMemory: 200_000 });
  const address = `${relay.base('anthropic')}/v1/messages`;
  const whole = bodyOf(90_000);
  const bomb = gzipSync(bodyOf(50_000_000));
  await Promise.all([
    ...Array.from({ length: 6 }, () => call(address, { headers: gzip, body: gzipSync(whole) })),
    call(address, { headers: gzip, body: bomb }),
  ]);
  const recorded = await relay.recorded();
  const complete = recorded.filter(({ request }) => request.complete);
  expect(complete.map((exchange) => relay.body(exchange, 'request').equals(whole))).toEqual(Array(6).fill(true));
  const [cut] = recorded.filter(({ request }) => !request.complete);
  expect(cut).toMatchObject({
    request: { wireBytes: bomb.length },
    notes: ['The unpacked body is too long and was cut'],
  });
  expect(relay.body(cut, 'request')).toHaveLength(100_000);
  expect(provider.received.map(({ body }) => body.length)).toContain(bomb.length);
});

it('the budget is given back: bodies of several times its size, one after the other, are kept whole', async () => {
  const provider = await startProvider((_request, response) => void response.end(bodyOf(40_000)));
  const relay = await relayTo(provider.address, { mostMemory: 100_000 });
  for (let round = 0; round < 5; round += 1) {
    await call(`${relay.base('anthropic')}/v1/messages`, { body: bodyOf(40_000) });
    await relay.recorded();
  }
  const recorded = await relay.recorded();
  expect(recorded.map(({ request, response }) => [request.complete, response?.complete])).toEqual(
    Array(5).fill([true, true]),
  );
});

it('what waits for its turn never overlaps, and a failure holds up nothing', async () => {
  const turn = inTurn();
  let [inside, most] = [0, 0];
  const work = (fails: boolean) => async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
    if (fails) throw new Error('no');
  };
  const results = await Promise.allSettled([turn(work(false)), turn(work(true)), turn(work(false))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(most).toBe(1);
});

/** A zstd frame of equal bytes: four bytes for each 128 KB. */
function zstdBomb(blocks: number): Buffer {
  const block = (isLast: boolean): number[] => {
    const header = (128 * 1024 * 8) | 0b10 | (isLast ? 1 : 0);
    return [header & 255, (header >> 8) & 255, (header >> 16) & 255, 97];
  };
  const all = Array.from({ length: blocks }, (_, at) => block(at === blocks - 1)).flat();
  // A window of 128 KB, no length, no checksum.
  return Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38, ...all]);
}

it('unpacking stops at the limit, also inside one piece of a zstd bomb', async () => {
  const whole = await decodeBody(zstdBomb(3), 'zstd');
  expect([whole.complete, whole.bytes.length]).toEqual([true, 3 * 128 * 1024]);
  // 4 GB in 128 KB: within what is pushed at once.
  const cut = await decodeBody(zstdBomb(32_768), 'zstd', 1_000_000);
  expect(cut).toMatchObject({ complete: false, problem: 'The unpacked body is too long and was cut' });
  expect(cut.bytes).toHaveLength(1_000_000);
  const often = await decodeBody(Buffer.from('x'), Array(20).fill('gzip').join(', '));
  expect(often).toMatchObject({ complete: false, problem: 'The body is packed 20 times and was left as it came' });
});
