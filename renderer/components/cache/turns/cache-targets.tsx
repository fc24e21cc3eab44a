import { useApp } from '../../../context';
import type { Shown } from '../../../stores/inspection';
import { useCache } from '../use-cache';
import { SelectBox, type Choice } from '../../basics/select-box';
import { cacheTargetsWords as words } from '../../../words/panels/cache';

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
        `${minimum === null ? words.minimumUnknown : words.min(minimum)}, ` +
        `${inputPrice === null ? words.priceUnknown : `$${inputPrice}`}`,
    })),
  ]);
  const own: Choice = { value: '', label: words.onScreen(shown.inspection.analysis.model.label) };
  return (
    <>
      <SelectBox
        label={words.provider}
        value={first}
        choices={[own, ...models]}
        onChange={(target) => cache.setTargets(second === undefined ? [target] : [target, second])}
      />
      <SelectBox
        label={words.compareWith}
        value={second ?? 'none'}
        choices={[{ value: 'none', label: words.none }, ...models]}
        onChange={(target) => cache.setTargets(target === 'none' ? [first] : [first, target])}
      />
    </>
  );
}
