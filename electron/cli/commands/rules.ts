import { rules } from '../../../shared/analysis/rules';
import { shippedPacks } from '../../../shared/cache/packs/packs';
import { jsonText, table, type Output } from '../output';

/** `strata rules`: lists the lint rules and the known caching rules, with date and source. */
export async function runRules(options: { readonly json: boolean }, output: Output): Promise<number> {
  if (options.json) {
    const lint = rules.map(({ id, title, severity, about }) => ({ id, title, severity, about }));
    await output.out(jsonText({ version: 1, lint, packs: shippedPacks }));
    return 0;
  }
  const lint = [['lint rule', 'severity', 'about'], ...rules.map(({ id, severity, title }) => [id, severity, title])];
  const known = (figure: number | null | undefined): string =>
    figure === null || figure === undefined ? 'unknown' : String(figure);
  const models = shippedPacks.flatMap((pack) =>
    pack.models.map((model) => [
      pack.provider,
      model.id,
      known(model.minimum),
      known(model.inputPrice),
      known(model.readMultiplier ?? pack.readMultiplier),
      pack.asOf,
      pack.sources[model.source]?.url ?? '',
    ]),
  );
  const packs = [['provider', 'model', 'minimum', '$/Mtok', 'read ×', 'as of', 'source'], ...models];
  await output.out(`${table(lint)}\n${table(packs, [2, 3, 4])}`);
  return 0;
}
