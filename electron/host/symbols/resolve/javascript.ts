import { folderOfPath, within, type Places, type Resolution } from './places';

const extensions = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.json'];

/** Sources that a bundler or compiler finds behind the name of their output. */
const sources: Readonly<Record<string, readonly string[]>> = { '.js': ['.ts', '.tsx', '.d.ts'], '.jsx': ['.tsx'], '.mjs': ['.mts'], '.cjs': ['.cts'] };

function fileAt(path: string, places: Places): string | undefined {
  if (places.has(path)) return path;
  const dot = /\.(?:js|jsx|mjs|cjs)$/.exec(path)?.[0];
  const behind = dot === undefined ? [] : (sources[dot] ?? []).map((extension) => path.slice(0, -dot.length) + extension);
  const candidates = [...behind, ...extensions.map((extension) => path + extension), ...extensions.map((extension) => `${path === '' ? '' : `${path}/`}index${extension}`)];
  return candidates.find((candidate) => places.has(candidate));
}

/** Relative paths, and `@/` or `~/` for the folder `src` or the root, which needs no settings to be understood. */
export function resolveJavascript(spec: string, from: string, places: Places): Resolution | undefined {
  const path = spec.replace(/[?#].*$/, '');
  const aliased = /^[@~]\/(.+)$/.exec(path)?.[1];
  const bases = aliased !== undefined ? [within('src', aliased), within('', aliased)] : /^\.{1,2}(?:\/|$)/.test(path) ? [within(folderOfPath(from), path)] : [];
  for (const base of bases) {
    const file = base === undefined ? undefined : fileAt(base, places);
    if (file !== undefined) return { files: [file] };
  }
  return undefined;
}
