import { readFile } from 'node:fs/promises';
import { protocol } from 'electron';
import { pageFile, pageHeaders, pageScheme } from './page';

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

export function servePage(root: string): void {
  protocol.handle(pageScheme, async (request) => {
    const file = request.method === 'GET' ? pageFile(root, request.url) : null;
    if (file === null) return new Response('Not found', { status: 404 });
    try {
      return new Response(new Uint8Array(await readFile(file)), { headers: pageHeaders(file) });
    } catch {
      return new Response('Not found', { status: 404 });
    }
  });
}
