/** Model ids as they appear in requests, in the forms of clouds, routers and clients. */

const routers = /^(?:openrouter|litellm_proxy|litellm|vertex_ai|vertex|bedrock|azure|gemini|github_copilot)\//;
const vendors =
  /^(?:anthropic|openai|google|deepseek|deepseek-ai|x-ai|xai|moonshotai|moonshot|z-ai|zai|minimax|groq|amazon)\//;
const regions = /^(?:us|eu|jp|apac|au|ca|global|us-gov)\./;

/**
 * Returns the id without what says only where or how the model is called: a router, a region, an ARN, a resource path,
 * a version suffix of Bedrock, `[1m]`, a variant such as `:thinking`. A dotted Claude version becomes a dashed one.
 */
export function plainModelId(id: string): string {
  let plain = id.trim().replace(/\[1m\]$/i, '');
  if (plain.startsWith('arn:')) plain = plain.slice(plain.lastIndexOf('/') + 1);
  plain = plain.replace(/^(?:.*\/)?publishers\/[^/]+\/models\//, '').replace(/^models\//, '');
  while (routers.test(plain)) plain = plain.replace(routers, '');
  plain = plain.replace(/^converse\//, '');
  if (vendors.test(plain)) plain = plain.replace(vendors, '').replace(/:[\w-]+$/, '');
  plain = plain.replace(regions, '');
  if (/^(?:anthropic|amazon|openai)\./.test(plain)) plain = plain.replace(/(?:-v\d+)?(?::\d+)?(?::\d+k)?$/, '');
  if (plain.startsWith('claude-')) plain = plain.replaceAll(/(\d)\.(\d)/g, '$1-$2');
  return plain;
}

/** True for an id of Bedrock that names a region or none: only the global endpoint has the list price. */
export function isRegional(id: string): boolean {
  return !/(?:^|[/:])global\./.test(id);
}
