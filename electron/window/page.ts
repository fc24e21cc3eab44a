/** How the built page is served: which file answers a URL, and the headers every answer carries. No Electron here. */
import { extname, join, normalize, sep } from 'node:path';

export const pageScheme = 'app';
export const pageOrigin = `${pageScheme}://strata`;
export const pageUrl = `${pageOrigin}/index.html`;

/** Monaco's own policies and one of ours for worker addresses; several editors create the same policy. */
const trustedTypes = [
  'editorViewLayer',
  'domLineBreaksComputer',
  'stickyScrollViewLayer',
  'tokenizeToString',
  'diffEditorWidget',
  'diffReview',
  'richScreenReaderContent',
  'standaloneColorizer',
  'defaultWorkerFactory',
  'editorGhostText',
  'dompurify',
  'strata-worker',
  "'allow-duplicates'",
];

/** Inline styles are Monaco's way of placing text; inline script is allowed nowhere. */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${trustedTypes.join(' ')}`,
].join('; ');

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

export function pageHeaders(file: string): Record<string, string> {
  return {
    'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'x-dns-prefetch-control': 'off',
  };
}

/** The file below `root` that answers `url`, or null for another host, a bad address, or a path that climbs out. */
export function pageFile(root: string, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  if (`${protocol}//${host}` !== pageOrigin) return null;
  const path = decodePath(pathname);
  if (path === null || path.includes('\0')) return null;
  const file = normalize(join(root, path === '/' ? 'index.html' : path));
  return file.startsWith(root.endsWith(sep) ? root : root + sep) ? file : null;
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/** What the app itself may load: its page, and the tools to look into it. `blob:` and `data:` never leave the page. */
export function isOwnUrl(url: string): boolean {
  return isPageUrl(url) || /^(?:devtools|data|blob):/.test(url);
}

export function isPageUrl(url: string): boolean {
  return URL.canParse(url) && url.startsWith(`${pageOrigin}/`);
}
