/** Model ids as they appear in requests, in the forms of clouds, routers and clients. */

/** These pass a request on to whoever has the model. */
const routers = /^(?:openrouter|litellm_proxy|litellm)\//;
const clouds: readonly (readonly [RegExp, string])[] = [
  [/^azure\//, 'azure'],
  [/^(?:vertex_ai|vertex)\//, 'vertex'],
  [/^bedrock\/(?:converse\/)?/, 'bedrock'],
];
/** Who makes or serves a model, and whose rows it may mean. */
const vendors: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['anthropic', 'vertex'],
  openai: ['openai', 'azure', 'groq'],
  google: ['google'],
  gemini: ['google'],
  deepseek: ['deepseek'],
  'deepseek-ai': ['deepseek'],
  'x-ai': ['xai'],
  xai: ['xai'],
  moonshotai: ['moonshot'],
  moonshot: ['moonshot'],
  'z-ai': ['zai'],
  zai: ['zai'],
  minimax: ['minimax'],
  groq: ['groq'],
  amazon: ['bedrock'],
};
const regions = /^(?:us|eu|jp|apac|au|ca|global|us-gov)\./;

export interface ReadModelId {
  /**
   * Without what says only where or how the model is called: a router, a region, an ARN, a resource path, a version
   * suffix of Bedrock, `[1m]`, a variant such as `:thinking`. A dotted Claude version becomes a dashed one.
   */
  readonly plain: string;
  /** The cloud that the id names. */
  readonly cloud: string | undefined;
  /** The providers whose model it can be; undefined if the id does not say. */
  readonly providers: readonly string[] | undefined;
}

export function readModelId(id: string): ReadModelId {
  let plain = id.trim().replace(/\[1m\]$/i, '');
  let cloud: string | undefined;
  let providers: readonly string[] | undefined;
  if (plain.startsWith('arn:')) plain = plain.slice(plain.lastIndexOf('/') + 1);
  const publisher = /^(?:.*\/)?publishers\/([^/]+)\/models\//.exec(plain);
  if (publisher !== null) {
    plain = plain.slice(publisher[0].length);
    providers = publisher[1] === 'google' ? ['google'] : ['vertex'];
    if (publisher[1] !== 'google') cloud = 'vertex';
  }
  plain = plain.replace(/^models\//, '');
  while (routers.test(plain)) plain = plain.replace(routers, '');
  for (const [prefix, name] of clouds)
    if (prefix.test(plain)) {
      plain = plain.replace(prefix, '');
      cloud = name;
    }
  let vendor = vendorOf(plain);
  while (vendor !== undefined) {
    const own = vendors[vendor] ?? [];
    providers = providers === undefined ? own : providers.filter((each) => own.includes(each));
    plain = plain.slice(vendor.length + 1).replace(/:[\w-]+$/, '');
    vendor = vendorOf(plain);
  }
  plain = plain.replace(regions, '');
  if (/^(?:anthropic|amazon|openai)\./.test(plain)) plain = plain.replace(/(?:-v\d+)?(?::\d+)?(?::\d+k)?$/, '');
  if (plain.startsWith('claude-')) plain = plain.replaceAll(/(\d)\.(\d)/g, '$1-$2');
  return { plain, cloud, providers };
}

function vendorOf(id: string): string | undefined {
  const at = id.indexOf('/');
  const name = id.slice(0, Math.max(at, 0));
  return Object.hasOwn(vendors, name) ? name : undefined;
}

export function plainModelId(id: string): string {
  return readModelId(id).plain;
}

/**
 * True if an id names an endpoint without the list price. On Bedrock that is every one but the global; on Google Cloud
 * only the path of a resource says where it is.
 */
export function isRegional(id: string, provider: string): boolean {
  if (provider === 'vertex') return /(?:^|\/)locations\/(?!global\/)/.test(id);
  return !/(?:^|[/:])global\./.test(id);
}
