import { dirname, join, resolve } from 'node:path';
import { byCodePoint } from '../../../shared/document/code-point-order';
import { readLintConfig } from '../../../shared/analysis/rules/config';
import { checkLock } from '../../../shared/cache/lock/check-lock';
import { formatLock, lockName, lockOf, lockSchema, type Lock } from '../../../shared/cache/lock/lock';
import { rulesFor, takesBreakpoints, type ModelRules } from '../../../shared/cache/packs/rule-pack';
import { manifestName } from '../../../shared/assemblers/manifest';
import { sourceId } from '../../../shared/document/builders';
import type { Inspection } from '../../../shared/ipc/inspection';
import { parseJson } from '../../../shared/sources/config/json';
import { writeError } from '../../host/errors';
import { locateFindings } from '../../host/read/locate';
import type { Session } from '../../host/session';
import { writeWhole } from '../../host/disk/write-file';
import { findingLine, isLeftOut, printFindings } from '../findings';
import { parseSets, UsageError, withFolder, type BuildOptions } from '../inspect-folder';
import { readNamed } from '../read-named';
import { range, visible, type Output } from '../output';

export interface LockOptions extends BuildOptions {
  readonly file?: string;
}

/** `strata lock`: writes the hashes of the prompt's prefixes into the folder. */
export async function runLock(folder: string, options: LockOptions, output: Output): Promise<number> {
  const path = pathOf(folder, options);
  return withFolder(folder, options, async (inspection, session) => {
    printFindings(inspection, output);
    if (isLeftOut(inspection, output) || !inspection.usable) return 1;
    const { facts } = await session.variant({});
    const set = Object.keys(parseSets(inspection.specs, options.set)).toSorted(byCodePoint);
    const rules = rulesOf(inspection, session);
    const lock = lockOf(inspection, rules, {
      now: facts.now,
      timeZone: facts.timeZone,
      set,
      budget: await budgetOf(session),
    });
    await writeWhole(path, formatLock(lock), { within: dirname(path) }).catch((error: unknown) => {
      throw writeError(path, error);
    });
    output.err(
      `strata: wrote ${visible(path)}: ${range(lock.sections.length, lock.sections.length)} ` +
        `sections, ${lockedText(lock, rules)}`,
    );
    return 0;
  });
}

/**
 * `strata check`: fails when the locked prefix or the budget is another, or when there is no lock to hold it against.
 */
export async function runCheck(folder: string, options: LockOptions, output: Output): Promise<number> {
  const lock = readLock(folder, options);
  if (typeof lock === 'string')
    return withFolder(folder, options, (inspection) => {
      printFindings(inspection, output);
      isLeftOut(inspection, output);
      output.err(`strata: ${visible(lock)}`);
      return Promise.resolve(1);
    });
  const clock = { now: options.now ?? lock.now, tz: options.tz ?? lock.timeZone };
  return withFolder(folder, { ...options, ...clock }, async (opened, session) => {
    const missing = (lock.set ?? []).filter((name) => !(name in parseSets(opened.specs, options.set)));
    if (missing.length > 0)
      throw new UsageError(
        `the lock was made with ${missing.map((name) => `--set ${name}=…`).join(' ')}: give the same ` +
          'values here, as a lock keeps none of them',
      );
    const inspection =
      options.set.length > 0 || Object.keys(lock.settings).length === 0
        ? opened
        : await session.configure({ settings: lock.settings, notUsers: true });
    printFindings(inspection, output);
    if (isLeftOut(inspection, output) || !inspection.usable) return 1;
    const { files } = await session.variant({});
    const findings = locateFindings(
      checkLock(lock, inspection, rulesOf(inspection, session), await budgetOf(session)),
      files,
    );
    await output.out(findings.map((finding) => `${findingLine(finding)}\n`).join(''));
    return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  });
}

/** A lock says what can be cached, not what is: nothing was sent. For some models even that is unknown. */
function lockedText({ prefixes }: Lock, rules: ModelRules | undefined): string {
  const prefix = prefixes.at(-1);
  if (prefix === undefined) return 'no prefix that stays the same';
  const size = range(prefix.tokens, prefix.tokens);
  const minimum = rules?.model.minimum ?? null;
  if (minimum !== null && prefix.tokens < minimum)
    return `too short to cache: ${size} of ${range(minimum, minimum)} tokens up to ${visible(prefix.after)}`;
  const upTo = `${size} tokens up to ${visible(prefix.after)}`;
  if (rules === undefined) return `${upTo}; whether this model caches them is unknown`;
  return takesBreakpoints(rules) && minimum !== null
    ? `${upTo} can be cached`
    : `${upTo}; that they are cached is not promised`;
}

function pathOf(folder: string, { file }: LockOptions): string {
  return file === undefined ? join(resolve(folder), lockName) : resolve(file);
}

/** The lock, or a sentence about why there is none. */
function readLock(folder: string, options: LockOptions): Lock | string {
  const path = pathOf(folder, options);
  let text: string;
  try {
    text = readNamed(path, { inside: options.file === undefined ? resolve(folder) : undefined });
  } catch (error) {
    // A file that the user named is wrong usage.
    if (!(error instanceof UsageError) || options.file !== undefined) throw error;
    return `${error.message}; strata lock writes it`;
  }
  const { root, findings } = parseJson({ id: sourceId(lockName), text });
  const parsed = root === undefined || findings.length > 0 ? undefined : lockSchema.safeParse(JSON.parse(text));
  if (parsed?.success === true) return parsed.data;
  const [issue] = parsed?.error.issues ?? [];
  const problem =
    issue === undefined ? (findings[0]?.message ?? 'not an object') : `${issue.path.join('.')}: ${issue.message}`;
  return `${path} is no lock: ${problem}; strata lock writes a new one`;
}

function rulesOf({ analysis, modelId }: Inspection, { packs }: Session): ReturnType<typeof rulesFor> {
  return rulesFor(packs, analysis.model.provider, modelId);
}

/** The manifest's budget, or null. */
async function budgetOf(session: Session): Promise<number | null> {
  const manifest = (await session.variant({})).files.find(({ id }) => id === sourceId(manifestName));
  return manifest === undefined ? null : (readLintConfig(manifest.id, parseJson(manifest).root).budget ?? null);
}
