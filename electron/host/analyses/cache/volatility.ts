import { withOtherWords } from '../../../../shared/cache/script/other-words';
import { classifyVolatility, type Cause, type VariantDocument } from '../../../../shared/cache/script/volatility';
import type { Control, SettingSpec } from '../../../../shared/assemblers/types';
import type { PromptDocument } from '../../../../shared/document/types';
import { leaves, nodeText } from '../../../../shared/document/walk';
import { agentRules } from '../../../../shared/assemblers/agents';
import type { VolatilityView } from '../../../../shared/ipc/cache/cache-view';
import { configJson, type ConfigNode } from '../../../../shared/sources/config/config-node';
import { parseJson } from '../../../../shared/sources/config/json';
import type { Facts, SourceFile } from '../../../../shared/sources/types';
import { HostError } from '../../errors';
import { locateFindings } from '../../read/locate';
import { createYielder } from '../../repository/yielding';
import type { Session } from '../../session';
import type { Variant } from '../variant';

const minute = 60_000;
const day = 86_400_000;
/** Most settings to try. Designs with more use most of them for rare cases. */
const maxSettings = 40;

interface Trial extends Variant {
  readonly cause: Cause;
}

/**
 * Rebuilds the open folder with the clock, the machine, the order of JSON keys and each setting changed, one at a time.
 */
export async function findVolatility(session: Session): Promise<VolatilityView> {
  const shown = session.inspection;
  if (shown === null) throw new HostError('no-workspace', 'No folder is open');
  const base = await session.variant({});
  const { document } = base.assembled;
  const ofSettings = settingTrials(shown.specs, base.assembled.controls);
  const trials = [
    ...clockTrials(base.facts),
    ...environmentTrials(base.facts),
    keyOrderTrial(document),
    ...ofSettings.slice(0, maxSettings),
  ];
  const variants: VariantDocument[] = [];
  const skipped: Cause[] = [];
  const yieldIfDue = createYielder();
  for (const { cause, ...change } of trials) {
    await yieldIfDue();
    const { assembled } = await session.variant(change);
    if (assembled.usable) variants.push({ cause, document: assembled.document });
    else skipped.push(cause);
  }
  const ofWords = machineWords(base.facts).flatMap(({ cause, words, other }) => {
    const changed = withOtherWords(document, words, other);
    if (changed !== document) variants.push({ cause, document: changed });
    return [cause];
  });
  const ofAgent = agentVariants(document, shown.architecture);
  variants.push(...ofAgent);
  const isLocalised = ofAgent.some(({ cause }) => cause.name === locale);
  const { movers, findings } = classifyVolatility({ document, analysis: await session.analyze(document) }, variants);
  return {
    tried: [
      ...trials.map(({ cause }) => cause),
      ...ofWords,
      ...ofAgent.map(({ cause }) => cause),
      ...(isLocalised ? [] : [{ kind: 'environment', name: `${locale}, which no build reads` } as const]),
    ],
    skipped,
    untried: ofSettings.slice(maxSettings).flatMap(({ settings }) => Object.keys(settings ?? {})),
    movers,
    findings: locateFindings(findings, base.files),
  };
}

function clockTrials({ now }: Facts): readonly Trial[] {
  const later = (ms: number): Pick<Facts, 'now'> => ({ now: new Date(Date.parse(now) + ms).toISOString() });
  return [
    { cause: { kind: 'clock', name: 'every minute' }, facts: later(minute) },
    { cause: { kind: 'clock', name: 'every day' }, facts: later(day) },
  ];
}

function environmentTrials(facts: Facts): readonly Trial[] {
  const other = (name: string, change: Partial<Facts>): Trial => ({
    cause: { kind: 'environment', name },
    facts: change,
  });
  return [
    other('a machine in another time zone', {
      timeZone: facts.timeZone === 'Pacific/Auckland' ? 'America/Lima' : 'Pacific/Auckland',
    }),
    other('a machine with another home folder', { home: `${facts.home}-of-another-user` }),
    other('a machine with another name', { host: `${facts.host}-2` }),
    other('another operating system', {
      platform: facts.platform === 'darwin' ? 'linux' : 'darwin',
      arch: facts.arch === 'arm64' ? 'x64' : 'arm64',
    }),
    other('another version of the operating system', { osVersion: `${facts.osVersion}.1` }),
    other('a machine with another shell', { shell: facts.shell.endsWith('/zsh') ? '/bin/bash' : '/bin/zsh' }),
  ];
}

/** Where the folder lies cannot be changed for a trial: its path is replaced in what was built. */
function machineWords({ workspace, home }: Facts) {
  const user = home.slice(home.lastIndexOf('/') + 1);
  const environment = (name: string): Cause => ({ kind: 'environment', name });
  return [
    { cause: environment('the folder at another path'), words: workspace, other: `${workspace}-elsewhere` },
    ...(user.length < 3
      ? []
      : [{ cause: environment('another user'), words: user, other: `${user}-of-another-machine` }]),
  ];
}

/**
 * Locale is no fact of a build: dates, numbers and orders have one fixed format (`locale-free.test.ts`). Only an
 * agent's own prompt, as it was captured, may depend on it.
 */
const locale = 'a machine with another locale';

const agentCauses: Readonly<Record<'day' | 'locale' | 'files', Cause>> = {
  day: { kind: 'clock', name: 'every day' },
  locale: { kind: 'environment', name: locale },
  files: { kind: 'environment', name: 'a folder with other files' },
};

/**
 * What an agent puts into its own prompt anew on each run. Its rules say where that text is; here it is changed in the
 * learned prompt.
 */
function agentVariants(document: PromptDocument, architecture: string): readonly VariantDocument[] {
  const fields = agentRules.find(({ id }) => id === architecture)?.frame?.volatile ?? [];
  return fields.flatMap(({ by = [], between }) => {
    if (between === undefined) return [];
    const { role, starts = '', marks, first } = between;
    const [start, end] = marks;
    const text = document.messages
      .filter((message) => message.role === role)
      .map(nodeText)
      .find((each) => each.startsWith(starts) && each.includes(start));
    if (text === undefined) return [];
    const from = (first === true ? text.indexOf(start) : text.lastIndexOf(start)) + start.length;
    const to = text.indexOf(end, from);
    const words = to === -1 ? '' : text.slice(from, to);
    return by.flatMap((each): readonly VariantDocument[] => {
      const changed = withOtherWords(document, words, `${each} ${words}`);
      return changed === document ? [] : [{ cause: agentCauses[each], document: changed }];
    });
  });
}

/** Skips files that are sent verbatim: their author decides the order. */
function keyOrderTrial(document: PromptDocument): Trial {
  const verbatim = new Set(
    document.messages.flatMap((message) =>
      leaves(message).flatMap(({ origin }) =>
        origin.kind === 'file' && origin.path === undefined ? [origin.source] : [],
      ),
    ),
  );
  const rewrite = (file: SourceFile): SourceFile => {
    if (!file.path.endsWith('.json') || verbatim.has(file.id)) return file;
    const { root, findings } = parseJson(file);
    return root === undefined || findings.length > 0 ? file : { ...file, text: configJson(reversed(root)) };
  };
  return { cause: { kind: 'key-order', name: 'the order of keys in its JSON files' }, rewrite };
}

/** Of a duplicate key, the last one counts and is kept. */
function reversed(node: ConfigNode): ConfigNode {
  if (node.kind === 'array') return { ...node, items: node.items.map(reversed) };
  if (node.kind !== 'object') return node;
  const last = new Map(node.entries.map((entry) => [entry.key, entry]));
  return {
    ...node,
    entries: [...last.values()].toReversed().map((entry) => ({ ...entry, value: reversed(entry.value) })),
  };
}

function settingTrials(specs: readonly SettingSpec[], controls: readonly Control[]): readonly Trial[] {
  return specs.flatMap((spec): readonly Trial[] => {
    const control = controls.find(({ name }) => name === spec.name);
    const value = otherValue(spec, control);
    return value === undefined
      ? []
      : [{ cause: { kind: 'setting', name: `${spec.name} = ${String(value)}` }, settings: { [spec.name]: value } }];
  });
}

function otherValue(spec: SettingSpec, control: Control | undefined): string | boolean | readonly string[] | undefined {
  const value = control?.value ?? spec.default;
  if (spec.kind === 'toggle') return value !== true;
  const choices = control?.choices?.map((choice) => choice.value) ?? spec.values ?? [];
  const taken = Array.isArray(value) ? value : [value];
  const other = choices.find((choice) => !taken.includes(choice) && choice !== '');
  if (spec.kind === 'list') return other === undefined ? undefined : [other];
  return spec.kind === 'choice' || spec.kind === 'text' ? other : undefined;
}
