import { dirname, join, resolve } from 'node:path';
import { byCodePoint } from '../../../../shared/basics/code-point-order';
import { counted } from '../../../../shared/basics/grouped';
import { readLintConfig } from '../../../../shared/analysis/rules/config';
import { agentLockOf, checkAgentLock, type AgentLock } from '../../../../shared/cache/lock/agent-lock';
import { checkLock } from '../../../../shared/cache/lock/check-lock';
import { formatLock, lockName, lockOf, lockSchema, type Lock } from '../../../../shared/cache/lock/lock';
import { hashingOf, type HashFacts } from '../../../../shared/cache/lock/hashing';
import { manifestName } from '../../../../shared/assemblers/manifest';
import { sourceId } from '../../../../shared/document/builders';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import { parseJson } from '../../../../shared/sources/config/json';
import { rulesOfBuild } from '../../../host/analyses/cache/cache-service';
import { writeError } from '../../../host/errors';
import { locateFindings } from '../../../host/read/locate';
import type { Session } from '../../../host/session';
import { toSlash } from '../../../host/disk/paths';
import { writeWhole } from '../../../host/disk/write-file';
import type { LocatedFinding } from '../../../../shared/ipc/inspection/inspection';
import { writtenFinding } from '../../../../shared/ipc/written/written-finding';
import { finding } from '../../../../shared/sources/findings';
import { findingLine, isLeftOut, printFindings } from '../../print/findings';
import { parseSets, withFolder, type BuildOptions } from '../../inspect-folder';
import { junitReport } from '../../print/junit';
import { readNamed } from '../../named/read-named';
import { jsonText, range, visible, type Output } from '../../print/output';
import type { ReportFormat } from '../../print/report-formats';
import { sarifLog } from '../../print/sarif';
import { UsageError } from '../../usage-error';

export interface LockOptions extends BuildOptions {
  readonly file?: string;
}

export interface CheckOptions extends LockOptions {
  readonly format: ReportFormat;
}

/** `strata lock`: writes the hashes of the prompt's prefixes into the folder. */
export async function runLock(folder: string, options: LockOptions, output: Output): Promise<number> {
  const path = pathOf(folder, options);
  return withFolder(folder, options, async (opened, session) => {
    const { inspection, agent } = await withoutFrame(opened, session);
    printFindings(inspection, output);
    if (isLeftOut(inspection, output) || !inspection.usable) return 1;
    const { facts } = await session.variant({});
    const set = Object.keys(parseSets(inspection.specs, options.set)).toSorted(byCodePoint);
    const rules = rulesOfBuild(session, inspection);
    const files = lockOf(inspection, rules, {
      now: facts.now,
      timeZone: facts.timeZone,
      set,
      budget: await budgetOf(session),
      machine: facts,
      trusted: (options.trust ?? []).map((given) => (given === true ? '*' : toSlash(resolve(given)))),
      ...lockKey(),
    });
    const lock: Lock = agent === undefined ? files : { ...files, agent: agent({ machine: facts, ...lockKey() }) };
    for (const each of inspection.findings) if (volatileRules.includes(each.ruleId)) output.err(findingLine(each));
    await writeWhole(path, formatLock(lock), { within: dirname(path) }).catch((error: unknown) => {
      throw writeError(path, error);
    });
    output.err(`strata: wrote ${visible(path)}: ${counted(lock.sections.length, 'section')}, ${lockedText(lock)}`);
    return 0;
  });
}

/**
 * `strata check`: fails if the locked prefix changed, the budget changed or is exceeded, or there is no lock.
 */
export async function runCheck(
  folder: string,
  options: CheckOptions,
  version: string,
  output: Output,
): Promise<number> {
  const lock = readLock(folder, options);
  const print = async (inspection: Inspection, findings: readonly LocatedFinding[]): Promise<void> => {
    await output.out(written(inspection, findings, options.format, version));
  };
  if (typeof lock === 'string')
    return withFolder(folder, options, async (inspection) => {
      printFindings(inspection, output);
      isLeftOut(inspection, output);
      output.err(`strata: ${visible(lock)}`);
      if (options.format !== 'text') await print(inspection, [finding('error', 'lock-missing', lock)]);
      return 1;
    });
  if (lock.keyed === true && lockKey().key === undefined)
    throw new UsageError(`the lock was made with a key: set ${keyVariable} to the same one`);
  const clock = { now: options.now ?? lock.now, tz: options.tz ?? lock.timeZone };
  return withFolder(folder, { ...options, ...clock }, async (opened, session) => {
    const unset = (lock.set ?? []).filter((name) => !(name in parseSets(opened.specs, options.set)));
    if (unset.length > 0)
      throw new UsageError(
        `the lock was made with ${unset.map((name) => `--set ${name}=…`).join(' ')}: give the same ` +
          'values here, because a lock does not keep them',
      );
    const { inspection: plain, agent } = await withoutFrame(opened, session);
    const inspection =
      options.set.length > 0 || Object.keys(lock.settings).length === 0
        ? plain
        : await session.configure({ settings: lock.settings, notUsers: true });
    printFindings(inspection, output);
    if (isLeftOut(inspection, output) || !inspection.usable) {
      const missing = inspection.asks.map(({ path }) =>
        finding('error', 'left-out', `${path} is left out: the folder may not read it`),
      );
      if (options.format !== 'text') await print(inspection, missing);
      return 1;
    }
    const { files, facts } = await session.variant({});
    const hashed = { machine: facts, ...(lock.keyed === true ? lockKey() : {}) };
    const found = checkLock(lock, inspection, rulesOfBuild(session, inspection), {
      budget: await budgetOf(session),
      accept: `strata lock ${folder}`,
      ...hashed,
    });
    const title = inspection.architectures.find(({ id }) => id === inspection.architecture)?.title ?? '';
    const ofAgent = checkAgentLock(lock.agent, agent?.(hashed), { title, accept: `strata lock ${folder}` });
    const findings = locateFindings([...found, ...ofAgent], files);
    await print(inspection, findings);
    return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  });
}

interface AgentBuild {
  /** The build without the agent's own prompt, which CI can check without a capture. */
  readonly inspection: Inspection;
  /** Locks the agent's own prompt; undefined if it was not learned from a capture. */
  readonly agent: ((facts: HashFacts) => AgentLock) | undefined;
}

async function withoutFrame(opened: Inspection, session: Session): Promise<AgentBuild> {
  const { frame } = opened.panels;
  if (frame === undefined) return { inspection: opened, agent: undefined };
  const inspection = await session.configure({ settings: { frame: 'none' }, notUsers: true });
  return { inspection, agent: (facts) => agentLockOf(opened, frame, hashingOf(2, facts)) };
}

/** What `check` looks at. Only agents have a prompt of their own. */
function checksOf({ architecture, architectures }: Inspection): readonly string[] {
  const isAgent = architectures.some(({ id, kind }) => id === architecture && kind === 'agent');
  return ['lock-identity', 'lock-budget', 'lock-prefix', ...(isAgent ? ['lock-frame'] : [])];
}

/** In a format for machines, errors of the build are findings too. */
function written(
  inspection: Inspection,
  found: readonly LocatedFinding[],
  format: ReportFormat,
  version: string,
): string {
  const findings = [...inspection.findings.filter(({ severity }) => severity === 'error'), ...found];
  switch (format) {
    case 'text':
      return found.map((each) => `${findingLine(each)}\n`).join('');
    case 'json': {
      const { architecture, document, modelId, workspace } = inspection;
      return jsonText({
        version: 1,
        workspace,
        architecture,
        variant: document.variant,
        model: modelId,
        findings: findings.map(writtenFinding),
      });
    }
    case 'sarif':
      return jsonText(sarifLog({ ...inspection, findings }, version));
    case 'junit':
      return junitReport('strata check', checksOf(inspection), findings);
  }
}

/** Rules about text that changes by itself: a prefix with such text is never read from the cache again. */
const volatileRules: readonly string[] = ['clock-in-prefix', 'volatile-before-stable', 'marker-on-volatile'];

/** The environment variable with the key of the hashes. Who lacks the key cannot test guesses at the prompt. */
const keyVariable = 'STRATA_LOCK_KEY';

function lockKey(): { readonly key?: string } {
  const key = process.env[keyVariable];
  return key === undefined || key === '' ? {} : { key };
}

function lockedText({ prefixes, minimum }: Lock): string {
  const prefix = prefixes.at(-1);
  if (prefix === undefined) return 'no prefix that stays the same';
  const tokens = range(prefix.tokens, prefix.tokens);
  const end = visible(prefix.after);
  const upTo = `${tokens} tokens up to ${end}`;
  switch (prefix.cached) {
    case 'too short':
      return `too short to cache: ${tokens} of ${range(minimum ?? 0, minimum ?? 0)} tokens up to ${end}`;
    case 'yes':
      return `${upTo} can be cached`;
    case 'not promised':
      return `${upTo}; that they are cached is not promised`;
    default:
      return `${upTo}; whether this model caches them is unknown`;
  }
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
    // A missing file that the user named is wrong usage.
    if (!(error instanceof UsageError) || options.file !== undefined) throw error;
    return `${error.message}; strata lock writes it`;
  }
  const { root, findings } = parseJson({ id: sourceId(lockName), text });
  const parsed = root === undefined || findings.length > 0 ? undefined : lockSchema.safeParse(JSON.parse(text));
  if (parsed?.success === true) return parsed.data;
  const [issue] = parsed?.error.issues ?? [];
  const problem =
    issue === undefined ? (findings[0]?.message ?? 'not an object') : `${issue.path.join('.')}: ${issue.message}`;
  return `${path} is not a lock: ${problem}; strata lock writes a new one`;
}

/** The manifest's budget, or null. */
async function budgetOf(session: Session): Promise<number | null> {
  const manifest = (await session.variant({})).files.find(({ id }) => id === sourceId(manifestName));
  return manifest === undefined ? null : (readLintConfig(manifest.id, parseJson(manifest).root).budget ?? null);
}
