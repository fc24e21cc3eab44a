import type { Architecture, Control, Manifest, Settings, SettingSpec, SettingValue } from './types';

/** Settings were checked against the specs before; a value of another type counts as not set. */
export function textSetting(settings: Settings, name: string): string | undefined {
  const value = settings[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function toggleSetting(settings: Settings, name: string): boolean | undefined {
  const value = settings[name];
  return typeof value === 'boolean' ? value : undefined;
}

export function numberSetting(settings: Settings, name: string): number | undefined {
  const value = settings[name];
  return typeof value === 'number' ? value : undefined;
}

export function listSetting(settings: Settings, name: string): readonly string[] | undefined {
  const value = settings[name];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}

export type Checked =
  { readonly ok: true; readonly value: SettingValue } | { readonly ok: false; readonly expected: string };

/** Checks one value from a manifest or the window against its spec. */
export function checkSetting(spec: SettingSpec, value: SettingValue): Checked {
  const ok: Checked = { ok: true, value };
  switch (spec.kind) {
    case 'text':
      return typeof value === 'string' ? ok : { ok: false, expected: 'text' };
    case 'choice':
      return typeof value === 'string' ? ok : { ok: false, expected: 'a name' };
    case 'toggle':
      return typeof value === 'boolean' ? ok : { ok: false, expected: 'true or false' };
    case 'number':
      return typeof value === 'number' ? ok : { ok: false, expected: 'a number' };
    case 'list':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
        ? ok
        : { ok: false, expected: 'a list of texts' };
    case 'object':
      return isObject(value) ? ok : { ok: false, expected: 'an object' };
    case 'textOrObject':
      return typeof value === 'string' || isObject(value) ? ok : { ok: false, expected: 'text or an object' };
  }
}

function isObject(value: SettingValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses `--set name=value`: `true`/`false`, numbers, comma-separated lists, JSON if it starts with `{` or `[`, else
 * plain text.
 */
export function parseSettingText(spec: SettingSpec, raw: string): Checked {
  if (spec.kind === 'text' || spec.kind === 'choice') return { ok: true, value: raw };
  if (spec.kind === 'toggle') {
    return raw === 'true' || raw === 'false'
      ? { ok: true, value: raw === 'true' }
      : { ok: false, expected: 'true or false' };
  }
  if (spec.kind === 'number') {
    return raw.trim() !== '' && Number.isFinite(Number(raw))
      ? { ok: true, value: Number(raw) }
      : { ok: false, expected: 'a number' };
  }
  if (raw.startsWith('{') || raw.startsWith('[')) {
    const parsed = parseJsonValue(raw);
    return parsed.ok ? checkSetting(spec, parsed.value) : parsed;
  }
  if (spec.kind === 'list') return { ok: true, value: raw === '' ? [] : raw.split(',').map((item) => item.trim()) };
  return spec.kind === 'textOrObject' ? { ok: true, value: raw } : { ok: false, expected: 'an object' };
}

function parseJsonValue(raw: string): Checked {
  try {
    const value: SettingValue = JSON.parse(raw);
    return { ok: true, value };
  } catch {
    return { ok: false, expected: 'valid JSON' };
  }
}

export function specsOf(architecture: Architecture, manifest: Manifest): readonly SettingSpec[] {
  return architecture.settingsOf?.(manifest) ?? architecture.settings;
}

export function findSpec(specs: readonly SettingSpec[], name: string): SettingSpec | undefined {
  return specs.find((spec) => spec.name === name || spec.synonyms?.includes(name));
}

export function control(
  settings: Settings,
  name: string,
  value: SettingValue,
  rest: Pick<Control, 'choices' | 'from'> = {},
): Control {
  return { name, value, isDefault: !(name in settings), ...rest };
}
