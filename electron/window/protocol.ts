import { readFile } from 'node:fs/promises';
import { protocol, session } from 'electron';
import { pageFile, pageHeaders, pageOrigin, pageScheme } from './page';

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

/**
 * Resolves when the page gets its first script. Before that it needs the main process at every step; after it, not for
 * a while.
 */
export function firstScriptServed(): Promise<void> {
  const { webRequest } = session.defaultSession;
  return new Promise((resolve) => {
    webRequest.onCompleted({ urls: [`${pageOrigin}/*`], types: ['script'] }, () => {
      webRequest.onCompleted(null);
      resolve();
    });
  });
}

/** Node loads `Response` on first use, which takes as long as the page's process takes to start. */
export function prepareToServe(): void {
  void new Response();
}
