import { finding, type Finding } from '../../sources/findings';
import { ropeText } from '../../sources/text/rope';
import { control } from '../settings';
import type { Control, Manifest, Settings, SettingSpec, SettingValue } from '../types';
import type { SettingDeclaration } from './layout/layout';
import type { Layout } from './layout/read-layout';
import { settingSchema } from './layout/schema';
import type { Scope } from './evaluate/scope';
import { fieldEntries, valueText, type Entry } from './evaluate/values';

function specOf({
  name,
  label,
  kind,
  help = '',
  default: preset,
  values,
  synonyms,
  long,
}: SettingDeclaration): SettingSpec {
  return {
    name,
    label: label ?? name,
    kind,
    help,
    ...(preset === undefined ? {} : { default: preset }),
    ...(values === undefined ? {} : { values }),
    ...(synonyms === undefined ? {} : { synonyms }),
    ...(long === undefined ? {} : { long }),
  };
}

/** Returns the settings a manifest declares. Invalid ones are skipped here; the build reports them. */
export function declaredSettings(manifest: Manifest): readonly SettingSpec[] {
  const declared = manifest.extra?.['declared'];
  const list = typeof declared === 'object' && declared !== null && 'settings' in declared ? declared.settings : [];
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: SettingValue) => {
    const read = settingSchema.safeParse(each);
    return read.success ? [specOf(read.data)] : [];
  });
}

/** Returns the value that is set, or the default. A value outside the declared ones counts as not set. */
export function effectiveSetting(
  { settings: declared }: Layout,
  settings: Settings,
  name: string,
): SettingValue | undefined {
  const spec = declared.find((each) => each.spec.name === name)?.spec;
  const value = settings[name];
  return value === undefined || isUndeclared(spec, value) ? spec?.default : value;
}

function isUndeclared(spec: SettingDeclaration | undefined, value: SettingValue): boolean {
  return spec?.values !== undefined && typeof value === 'string' && value !== '' && !spec.values.includes(value);
}

export function settingFindings({ settings: declared }: Layout, settings: Settings): readonly Finding[] {
  return declared.flatMap(({ spec }) => {
    const value = settings[spec.name];
    if (typeof value !== 'string' || !isUndeclared(spec, value)) return [];
    const used = typeof spec.default === 'string' ? `${spec.default} is built` : 'it counts as not set';
    return [
      finding(
        'error',
        `unknown-${spec.name}`,
        `There is no ${spec.name} "${value}": there are ${spec.values?.join(', ') ?? 'none'}; ${used}`,
      ),
    ];
  });
}

const emptyValues: Readonly<Record<SettingSpec['kind'], SettingValue>> = {
  text: '',
  choice: '',
  toggle: false,
  number: 0,
  list: [],
  object: {},
  textOrObject: '',
};

export function controlsOf(layout: Layout, settings: Settings, scope: Scope): readonly Control[] {
  return layout.settings.map(({ spec }) => {
    const set = effectiveSetting(layout, settings, spec.name);
    const shown = spec.shows === undefined ? undefined : valueText(scope.resolve(spec.shows));
    const value = set ?? (shown === undefined || shown === '' ? emptyValues[spec.kind] : shown);
    const from = set === undefined && shown !== undefined && shown !== '' ? { from: spec.shows } : {};
    return control(settings, spec.name, value, { ...choicesOf(spec, scope), ...from });
  });
}

function choicesOf({ values, choices }: SettingDeclaration, scope: Scope): Pick<Control, 'choices'> {
  if (values !== undefined) return { choices: values.map((value) => ({ value, label: value })) };
  if (choices === undefined) return {};
  const { entries } = scope.resolve(choices.from);
  const read = (entry: Entry, field: string): string =>
    field
      .split('.')
      .reduce<readonly Entry[]>((found, step) => found.flatMap((each) => fieldEntries(each, step)), [entry])
      .map((each) => ropeText(each.text))
      .join('');
  return {
    choices: entries.flatMap((entry) => {
      const value = read(entry, choices.value);
      const label = choices.label === undefined ? '' : read(entry, choices.label);
      return value === '' ? [] : [{ value, label: label === '' || label === value ? value : `${label} (${value})` }];
    }),
  };
}
