import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { needsVirtualDisplay } from '../../../build/setup/display.mjs';

export interface VirtualDisplay {
  /** As in DISPLAY; undefined if the machine's own display is used. */
  readonly name: string | undefined;
  stop(): Promise<void>;
}

/** Starts a display if there is none. Each worker has its own, because programs on one display share its clipboard. */
export async function startVirtualDisplay(): Promise<VirtualDisplay> {
  if (!needsVirtualDisplay()) return { name: undefined, stop: () => Promise.resolve() };
  // The server picks a free number and writes it to descriptor 3 once it accepts connections.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2600x1480x24', '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  server.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const exited = once(server, 'exit').then(() => undefined);
  const number = await Promise.race([firstLine(server.stdio[3] as Readable), exited]);
  if (number === undefined) throw new Error(`Xvfb did not start: ${complaints}`);
  return {
    name: `:${number}`,
    stop: async () => {
      server.kill();
      await exited;
    },
  };
}

async function firstLine(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}
