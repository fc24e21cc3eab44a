import { checkSetting, findSpec, specsOf } from '../../shared/assemblers/settings';
import { settingSpan } from '../../shared/assemblers/manifest';
import type { Architecture, Manifest, Settings, SettingSpec, SettingValue } from '../../shared/assemblers/types';
import { finding, type Finding } from '../../shared/sources/findings';
import type { ReadManifest } from './read/detect';
import { HostError } from './errors';

/** What the window or the command line asks for, over the manifest. */
export interface Configure {
  readonly architecture?: string | undefined;
  /** `null` resets a setting to the manifest's value or the default. Settings not named keep their value. */
  readonly settings?: Settings | undefined;
  readonly model?: string | undefined;
  /** The settings come from a file in the folder, so they do not count as named by the user. */
  readonly notUsers?: boolean;
}

/** Checks the request; an unknown name or an invalid value is wrong usage. */
export function checkChoices(architecture: Architecture, settings: Settings, manifest: Manifest = {}): Settings {
  return checkSettings(architecture.id, specsOf(architecture, manifest), settings);
}

/** Same, for a design whose settings are known. */
export function checkSettings(id: string, specs: readonly SettingSpec[], settings: Settings): Settings {
  const checked: Record<string, SettingValue> = {};
  for (const [name, value] of Object.entries(settings)) {
    const spec = knownSpec(id, specs, name);
    const result = value === null ? { ok: true as const, value } : checkSetting(spec, value);
    if (!result.ok) throw new HostError('bad-arguments', `The setting ${name} should be ${result.expected}`);
    checked[spec.name] = result.value;
  }
  return checked;
}

function knownSpec(architecture: string, specs: readonly SettingSpec[], name: string): SettingSpec {
  const spec = findSpec(specs, name);
  if (spec !== undefined) return spec;
  throw new HostError(
    'bad-arguments',
    `${architecture} has no setting "${name}"; it has ${specs.map((each) => each.name).join(', ')}`,
  );
}

export interface Effective {
  readonly settings: Settings;
  readonly findings: readonly Finding[];
}

/**
 * The manifest's settings, overridden by the choices. An error in the manifest is a warning at its line, and that
 * setting counts as unset.
 */
export function effectiveSettings(architecture: Architecture, manifest: ReadManifest, chosen: Settings): Effective {
  const specs = specsOf(architecture, manifest.value);
  const settings: Record<string, SettingValue> = {};
  const findings: Finding[] = [];
  const complain = (name: string, message: string): void => {
    const span = settingSpan(manifest.root, name);
    findings.push(
      finding(
        'warning',
        'manifest-setting',
        message,
        manifest.source === undefined || span === undefined ? undefined : { source: manifest.source.id, span },
      ),
    );
  };
  for (const [name, value] of Object.entries(manifest.value.settings ?? {})) {
    const spec = findSpec(specs, name);
    if (spec === undefined) {
      complain(name, `${architecture.id} has no setting "${name}"`);
      continue;
    }
    const result = checkSetting(spec, value);
    if (!result.ok) complain(name, `The setting ${name} should be ${result.expected}; the default is used`);
    // Two names of one toggle (`background`, `silent`): true if either is.
    else if (settings[spec.name] !== true) settings[spec.name] = result.value;
  }
  for (const [name, value] of Object.entries(chosen)) if (value !== null) settings[name] = value;
  return { settings, findings };
}
