import { expandPath, isWithin } from '../../../../shared/sources/paths';
import { instructionNames, isSecretPath, type Ask } from '../../../../shared/sources/trust';
import { finding, placeOf, type Finding } from '../../../../shared/sources/findings';
import type { Settings, SettingValue } from '../../../../shared/assemblers/types';
import type { Place, NamedBy } from '../../../../shared/sources/types';
import type { Permit, Refused, Roots } from './allowed-path';
import { nameOf } from '../paths';
import { idOf } from './refusals';

/** What the user allows one folder to read outside itself. */
export interface Trust {
  /** Absolute paths and patterns. */
  readonly paths: readonly string[];
  /** Everything the folder asks for except secrets. */
  readonly all?: boolean;
}

/** Stores what the user allowed. */
export interface TrustStore {
  of(workspace: string): Trust;
  keep(workspace: string, paths: readonly string[]): void;
}

export function trustInMemory(trust: Trust = { paths: [] }): TrustStore {
  const allowed = new Map<string, readonly string[]>();
  return {
    of: (workspace) => ({ ...trust, paths: [...trust.paths, ...(allowed.get(workspace) ?? [])] }),
    keep: (workspace, paths) => void allowed.set(workspace, paths),
  };
}

export function permitOf({ paths, all }: Trust): Permit {
  return (path) => paths.includes(path) || (all === true && !isSecretPath(path));
}

/** What the user chose on the command line or in the window. Any path it names counts as allowed by the user. */
export interface UserChoices {
  readonly settings: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  /** Changes when any of it does. */
  readonly key: string;
}

export function userChoices(chosen: Settings, { workspace, home }: Roots): UserChoices {
  const given = Object.entries(chosen).filter(([, value]) => value !== null);
  const paths = given
    .flatMap(([, value]) => textsIn(value))
    .map((text) => expandPath(text.replaceAll('\\', '/'), workspace, home));
  return { settings: new Set(given.map(([name]) => name)), paths: new Set(paths), key: JSON.stringify(given) };
}

export const noChoices: UserChoices = { settings: new Set(), paths: new Set(), key: '' };

function textsIn(value: SettingValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each: SettingValue) => (typeof each === 'string' ? [each] : []));
}

/** True if the design or the user named it, or the user allowed it already. */
export function isAllowedRequest(allowed: Permit, namedBy: NamedBy | undefined, users: UserChoices): boolean {
  return (
    namedBy?.of === 'design' ||
    (namedBy?.of === 'setting' && (users.settings.has(namedBy.name) || allowed(namedBy.folder)))
  );
}

/**
 * The permit for one path of a request. The design's own places and the user's paths may be read. A link there may lead
 * to a file of the same name or to another instruction file only. A link in the workspace needs permission.
 */
export function permitFor(
  { allowed, workspace }: { readonly allowed: Permit; readonly workspace: string },
  path: string,
  namedBy: NamedBy | undefined,
  users: UserChoices,
): Permit {
  if (isWithin(workspace, path) || (!isAllowedRequest(allowed, namedBy, users) && !users.paths.has(path)))
    return allowed;
  return (wanted) =>
    wanted === path ||
    allowed(wanted) ||
    instructionNames.has(nameOf(wanted)) ||
    (nameOf(wanted) === nameOf(path) && !isSecretPath(wanted));
}

/** For an allowed glob: everything in its folder except secrets. */
export function permitIn(allowed: Permit, folder: string): Permit {
  return (wanted) => allowed(wanted) || (isWithin(folder, wanted) && !isSecretPath(wanted));
}

/** What the folder asks for, and its finding. */
export interface LeftOut {
  readonly ask: Ask;
  readonly finding: Finding;
}

const note = 'Allow it in the window, or for one run of the command with --trust.';
const secretNote =
  'It may hold passwords or keys: it is allowed only by its own name, in the window or with --trust <path>.';

interface Asking {
  /** Where in the folder it is asked for; undefined for a link. */
  readonly by?: Place | undefined;
  readonly namedBy?: NamedBy | undefined;
  readonly isPattern?: boolean;
}

export function leftOut(
  workspace: string,
  refused: Refused,
  wants: string,
  { by, namedBy, isPattern = false }: Asking,
): LeftOut {
  // All files of a folder that a setting names are asked for at once.
  if (namedBy?.of === 'setting' && refused.ruleId === 'path-outside') return settingsFolder(namedBy, by);
  const { path, ruleId, problem } = refused;
  const isLink = ruleId === 'symlink-outside';
  const own = isWithin(workspace, path) ? placeOf(idOf(workspace, path)) : undefined;
  const place = isLink ? (own ?? by) : by;
  const secret = isSecretPath(wants);
  const ask: Ask = {
    path: wants,
    reason: isLink ? 'a symbolic link leads to it' : 'it lies outside the folder',
    secret,
    ...(isPattern ? { pattern: true } : {}),
    ...(place === undefined ? {} : { by: place }),
  };
  const rule = isLink ? ruleId : 'untrusted';
  return {
    ask,
    finding: finding(
      'warning',
      rule,
      `${idOf(workspace, path)} is left out: ${problem}, and you did not allow it`,
      place ?? placeOf(idOf(workspace, path)),
      { note: secret ? secretNote : note },
    ),
  };
}

function settingsFolder(
  { name, folder }: Extract<NamedBy, { readonly of: 'setting' }>,
  by: Place | undefined,
): LeftOut {
  const secret = isSecretPath(folder);
  const reason =
    `the setting ${name} names this folder: its instruction files would be read, and those of ` +
    'the folders above it';
  return {
    ask: { path: folder, reason, secret, ...(by === undefined ? {} : { by }) },
    finding: finding('warning', 'untrusted', `${folder} is left out: ${reason}, and you did not allow it`, by, {
      note: secret ? secretNote : note,
    }),
  };
}
