import { findSpec, parseSettingText } from '../../shared/assemblers/settings';
import type { SettingSpec, Settings, SettingValue } from '../../shared/assemblers/types';
import { isInstant, isTimeZone } from '../../shared/assemblers/manifest';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import type { OpenFrames } from '../host/services';
import { createSession, type Session } from '../host/session';
import { realOf } from '../host/disk/access/allowed-path';
import { nodeFiles } from '../host/disk/node-files';
import { toSlash } from '../host/disk/paths';
import { trustInMemory, type Trust } from '../host/disk/access/trust';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { correctionLine, type Learned } from './learned';
import { visible } from './print/output';
import { UsageError } from './usage-error';

/** Options of every command that builds a folder. */
export interface BuildOptions {
  readonly set: readonly string[];
  readonly now?: string;
  readonly tz?: string;
  readonly home?: string;
  readonly model?: string;
  readonly architecture?: string;
  /** What the folder may read outside itself in this run. `true`: everything it asks for except secrets. */
  readonly trust?: readonly (string | true)[];
  /** Where captured sessions are kept, if not in the user's data. */
  readonly captures?: string;
  /** What captures taught about the agents' own prompts. */
  readonly frames?: OpenFrames;
  /** Corrects the estimates, as the window does. */
  readonly learned?: Learned;
}

/** Opens a folder without watching it, runs `use`, and closes it again. */
export async function withFolder<T>(
  folder: string,
  options: BuildOptions,
  use: (inspection: Inspection, session: Session) => Promise<T>,
): Promise<T> {
  const { learned } = options;
  const session = createSession({
    watch: false,
    facts: givenFacts(options),
    trust: trustInMemory(givenTrust(options)),
    ...(learned === undefined ? {} : { calibrations: learned.calibrations }),
    ...(options.frames === undefined ? {} : { frames: options.frames }),
  });
  try {
    const chosen = {
      ...(options.architecture === undefined ? {} : { architecture: options.architecture }),
      ...(options.model === undefined ? {} : { model: options.model }),
    };
    const opened = await session.open(resolve(folder), chosen);
    const settings = parseSets(opened.specs, options.set);
    const inspection = Object.keys(settings).length === 0 ? opened : await session.configure({ settings });
    const correction = correctionLine(inspection.analysis);
    if (correction !== undefined) learned?.tell(visible(correction));
    return await use(inspection, session);
  } finally {
    await session.close();
  }
}

function givenFacts(options: BuildOptions): { now?: string; timeZone?: string; home?: string } {
  if (options.now !== undefined && !isInstant(options.now))
    throw new UsageError(`--now: "${options.now}" is not an ISO 8601 time with a zone, such as 2026-02-25T12:30:00Z`);
  if (options.tz !== undefined && !isTimeZone(options.tz))
    throw new UsageError(`--tz: "${options.tz}" is not an IANA time zone`);
  return {
    ...(options.now === undefined ? {} : { now: new Date(options.now).toISOString() }),
    ...(options.tz === undefined ? {} : { timeZone: options.tz }),
    ...(options.home === undefined ? {} : { home: toSlash(resolve(options.home)) }),
  };
}

/** Trusting a path that is a link also trusts its target. */
function givenTrust({ trust = [] }: BuildOptions): Trust {
  const paths = trust.flatMap((path) =>
    path === true ? [] : [toSlash(resolve(path.replace(/^~(?=[\\/]|$)/, homedir())))],
  );
  return { all: trust.includes(true), paths: [...paths, ...paths.map((path) => realOf(nodeFiles, path))] };
}

export function parseSets(specs: readonly SettingSpec[], sets: readonly string[]): Settings {
  const settings: Record<string, SettingValue> = {};
  const given = new Map<string, string>();
  for (const set of sets) {
    const at = set.indexOf('=');
    if (at < 1) throw new UsageError(`--set: "${set}" is not name=value`);
    const name = set.slice(0, at);
    const spec = findSpec(specs, name);
    if (spec === undefined)
      throw new UsageError(
        `--set: there is no setting "${name}"; there are ${specs.map((each) => each.name).join(', ')}`,
      );
    const checked = parseSettingText(spec, set.slice(at + 1));
    if (!checked.ok) throw new UsageError(`--set: ${name} takes ${checked.expected}`);
    const before = given.get(spec.name);
    // Two names of one toggle (`background`, `silent`): true if either is. The same name twice: the last one wins.
    const isOtherName = before !== undefined && before !== name;
    settings[spec.name] = isOtherName && settings[spec.name] === true ? true : checked.value;
    given.set(spec.name, name);
  }
  return settings;
}
