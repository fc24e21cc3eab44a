import { useApp } from '../../context';
import type { Shown } from '../../stores/inspection';
import { useCache } from './use-cache';
import { SelectBox, type Choice } from '../basics/select-box';

/** The provider rules the script runs under: one set, or two side by side. */
export function CacheTargets({ shown }: { readonly shown: Shown }) {
  const { cache } = useApp();
  const targets = useCache((state) => state.targets);
  const choices = useCache((state) => state.choices);
  const [first = '', second] = targets;
  const models: readonly Choice[] = choices.flatMap(({ provider, title, models: listed }) => [
    { value: provider, label: title },
    ...listed.map(({ id, minimum, inputPrice }) => ({
      value: `${provider}/${id}`,
      label: `${title} · ${id}`,
      note:
        `${minimum === null ? 'minimum unknown' : `min ${minimum}`}, ` +
        `${inputPrice === null ? 'price unknown' : `$${inputPrice}`}`,
    })),
  ]);
  const own: Choice = { value: '', label: `${shown.inspection.analysis.model.label} (on screen)` };
  return (
    <>
      <SelectBox
        label="Provider"
        value={first}
        choices={[own, ...models]}
        onChange={(target) => cache.setTargets(second === undefined ? [target] : [target, second])}
      />
      <SelectBox
        label="compare with"
        value={second ?? 'none'}
        choices={[{ value: 'none', label: 'none' }, ...models]}
        onChange={(target) => cache.setTargets(target === 'none' ? [first] : [first, target])}
      />
    </>
  );
}
