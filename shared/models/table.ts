/** The one table of models: counting, windows, prices and caching rules all come from it. */
import anthropic from './data/anthropic.json' with { type: 'json' };
import bedrock from './data/bedrock.json' with { type: 'json' };
import google from './data/google.json' with { type: 'json' };
import openai from './data/openai.json' with { type: 'json' };
import others from './data/others.json' with { type: 'json' };
import sources from './data/sources.json' with { type: 'json' };
import { hostedRows } from './hosts';
import { plainModelId, readModelId, type ReadModelId } from './ids';
import { modelRowSchema, sourceSchema, type ModelRow, type RuleSource } from './row';

/** Validated on load: a shipped row that does not fit its schema is a bug and throws. */
export const vendorRows: readonly ModelRow[] = [anthropic, openai, google, others, bedrock]
  .flat()
  .map((row) => modelRowSchema.parse(row));

/** Also what clouds sell under ids of their own. */
export const modelTable: readonly ModelRow[] = [...vendorRows, ...hostedRows(vendorRows)];

export const modelSources: Readonly<Record<string, RuleSource>> = Object.fromEntries(
  Object.entries(sources).map(([id, source]) => [id, sourceSchema.parse(source)]),
);

const patterns: readonly (readonly [ModelRow, readonly RegExp[]])[] = modelTable.map((row) => [
  row,
  row.ids.map((pattern) => new RegExp(pattern)),
]);

/** True if a listed pattern, or the id itself, means this model of the provider. */
export function isIdOf(
  rule: { readonly id: string; readonly ids?: readonly string[] | undefined },
  id: string,
  provider: string,
): boolean {
  if (rule.id === id) return true;
  const read = readModelId(id);
  const { plain } = read;
  return mayMean(read, provider) && (rule.id === plain || (rule.ids ?? []).some((pattern) => matches(pattern, plain)));
}

/** False if the id names a cloud or a vendor that is another one. Gemini on Google Cloud is Google's. */
function mayMean({ cloud, providers }: Pick<ReadModelId, 'cloud' | 'providers'>, provider: string): boolean {
  if (providers?.includes(provider) === false) return false;
  return cloud === undefined || cloud === provider || (cloud === 'vertex' && provider === 'google');
}

/** A user's own pattern may be broken; it then matches nothing. */
function matches(pattern: string, id: string): boolean {
  try {
    return new RegExp(pattern).test(id);
  } catch {
    return false;
  }
}

const found = new Map<string, ModelRow | undefined>();
const mostFound = 1000;

/**
 * The row of a model by any id that appears in requests; undefined if nobody listed it. A provider with rows of its own
 * comes first: `claude-sonnet-5-5` at `bedrock` has Bedrock's figures. A cloud that the id itself names must have the
 * model: `azure/claude-sonnet-5-5` is unknown.
 */
export function findRow(id: string, provider?: string): ModelRow | undefined {
  const key = `${provider ?? ''} ${id}`;
  if (found.has(key)) return found.get(key);
  const { plain, cloud, providers } = readModelId(id);
  const rows = patterns.flatMap(([row, ids]) =>
    row.id === id || row.id === plain || ids.some((pattern) => pattern.test(plain)) ? [row] : [],
  );
  const at = (where: string | undefined): ModelRow | undefined =>
    where === undefined
      ? undefined
      : (rows.find((row) => row.provider === where) ??
        modelTable.find((row) => row.provider === where && row.base !== undefined && row.base === rows[0]?.id));
  const row = [at(provider), at(cloud), cloud === 'vertex' ? at('google') : undefined, rows[0]].find(
    (each) => each !== undefined && mayMean({ cloud, providers }, each.provider),
  );
  if (found.size >= mostFound) found.clear();
  found.set(key, row);
  return row;
}

/** The id to send to a provider for a model, or undefined if the provider is not known to have it. */
export function modelIdAt(id: string, provider: string): string | undefined {
  const row = findRow(id);
  if (row === undefined) return undefined;
  const vendor = row.base === undefined ? row : (findRow(row.base) ?? row);
  if (vendor.provider === provider) return vendor.id;
  return modelTable.find((each) => each.provider === provider && each.base === vendor.id)?.id;
}

/** The listed model whose id has most leading words in common; for a message, never for a figure. */
export function neighbourOf(id: string): ModelRow | undefined {
  const words = wordsOf(id.slice(id.lastIndexOf('/') + 1));
  let [best, shared]: [ModelRow | undefined, number] = [undefined, 0];
  for (const row of modelTable) {
    const own = wordsOf(row.id);
    const common = own.findIndex((word, index) => word !== words[index]);
    const length = common === -1 ? own.length : common;
    if (length > shared) [best, shared] = [row, length];
  }
  return shared >= 2 ? best : undefined;
}

function wordsOf(id: string): readonly string[] {
  return plainModelId(id)
    .toLowerCase()
    .split(/[-.:@/]/);
}
