/**
 * Which address a relayed request goes to. The path given to an agent names the vendor, because paths alone do not:
 * `/v1/models` is both Anthropic's and OpenAI's.
 *
 *     /<secret>/anthropic/v1/messages   ->  https://api.anthropic.com/v1/messages
 *     /<secret>/openai/v1/responses     ->  https://api.openai.com/v1/responses
 */

export const vendors = ['anthropic', 'openai', 'gemini', 'openrouter', 'deepseek', 'other'] as const;
export type Vendor = (typeof vendors)[number];

interface VendorAddress {
  /** What follows the vendor's name in the base address that agents are given. */
  readonly version: string;
  /** The base address that corresponds to it; null if only the user can name one. */
  readonly base: string | null;
}

const addresses: Readonly<Record<Vendor, VendorAddress>> = {
  anthropic: { version: '', base: 'https://api.anthropic.com' },
  openai: { version: '/v1', base: 'https://api.openai.com/v1' },
  gemini: { version: '', base: 'https://generativelanguage.googleapis.com' },
  openrouter: { version: '/v1', base: 'https://openrouter.ai/api/v1' },
  deepseek: { version: '', base: 'https://api.deepseek.com' },
  other: { version: '', base: null },
};

/** Versions that some tools write into a base address and others into the path. */
const versionEnds: Readonly<Record<Vendor, RegExp>> = {
  anthropic: /\/v1$/,
  openai: /\/v1$/,
  gemini: /\/v1(?:beta|alpha)?$/,
  openrouter: /\/v1$/,
  deepseek: /\/v1$/,
  other: /$^/,
};

export type Upstreams = Readonly<Partial<Record<Vendor, string>>>;

/** `path` follows the relay's own base: `/anthropic`, `/openai/v1`. */
export function vendorPath(vendor: Vendor): string {
  return `/${vendor}${addresses[vendor].version}`;
}

export interface Target {
  readonly vendor: Vendor;
  /** `https://api.anthropic.com`. */
  readonly origin: string;
  /** Path and query, as the agent wrote them after the base address. */
  readonly path: string;
}

/** `rest` is the target after the secret: `/openai/v1/responses?x=1`. Undefined if it leads nowhere. */
export function targetOf(rest: string, upstreams: Upstreams): Target | undefined {
  const [, name = ''] = /^\/([a-z]+)(?=[/?]|$)/.exec(rest) ?? [];
  const vendor = vendors.find((each) => each === name);
  if (vendor === undefined) return undefined;
  const base = baseOf(vendor, upstreams);
  if (base === undefined) return undefined;
  const { version } = addresses[vendor];
  const after = rest.slice(name.length + 1);
  const isVersioned = version !== '' && new RegExp(`^${version}(?=[/?]|$)`).test(after);
  const path = base.pathname.replace(/\/+$/, '');
  // A path beside the version, such as `/openai/files`, stays beside it.
  const start = version === '' || isVersioned ? path : path.replace(versionEnds[vendor], '');
  const joined = start + (isVersioned ? after.slice(version.length) : after);
  return { vendor, origin: base.origin, path: joined.startsWith('/') ? joined : `/${joined}` };
}

/**
 * The base address that stands for the one agents are given. Of an upstream without a path only the host is known: it
 * gets the vendor's version. One with a path is taken as it is, but for a version that the agent writes itself.
 */
function baseOf(vendor: Vendor, upstreams: Upstreams): URL | undefined {
  const { base, version } = addresses[vendor];
  const upstream = upstreams[vendor] ?? base;
  const url = upstream === null ? undefined : parsed(upstream);
  if (url === undefined) return undefined;
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = version === '' ? path.replace(versionEnds[vendor], '') : path === '' ? version : path;
  return url;
}

function parsed(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** Is this an address requests can be relayed to? */
export function isUpstream(address: string): boolean {
  return parsed(address) !== undefined;
}
