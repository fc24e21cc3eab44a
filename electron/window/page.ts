/** How the built page is served: which file answers a URL, and the headers of every response. No Electron here. */
import { extname, join, normalize, sep } from 'node:path';

export const pageScheme = 'app';
export const pageOrigin = `${pageScheme}://strata`;
export const pageUrl = `${pageOrigin}/index.html`;

/** Monaco's own policies and ours for worker URLs. Several editors create the same policy. */
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

/** Monaco positions text with inline styles. Inline scripts are never allowed. */
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

/** The file below `root` for `url`; null for another host, an invalid URL, or a path outside `root`. */
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

/** What the app itself may load: its page and the developer tools. `blob:` and `data:` stay within the page. */
export function isOwnUrl(url: string): boolean {
  return isPageUrl(url) || /^(?:devtools|data|blob):/.test(url);
}

export function isPageUrl(url: string): boolean {
  return URL.canParse(url) && url.startsWith(`${pageOrigin}/`);
}
